import { closest } from 'fastest-levenshtein';
import { ConfigurationError } from '../src/core/errors/configuration-error.ts';
import { type ApiName, apiNames } from './api.ts';
import { HttpProblem } from './problem.ts';

/** Something that goes wrong on command. Exactly one of `status`, `delay`, `drop` and `malformed` says what. */
export interface Fault {
  /** Which calls it is for; all if left out. */
  readonly match?: { readonly endpoint?: ApiName };
  /** Answers with this error status instead of doing the work. */
  readonly status?: number;
  /** Waits this many milliseconds before doing the work. */
  readonly delay?: number;
  /** Breaks the connection instead of answering. */
  readonly drop?: true;
  /** Answers with a body that is no JSON instead of doing the work. */
  readonly malformed?: true;
  /** How many calls it is for; all if left out. */
  readonly times?: number;
  /** Whose calls it is for; everybody's if left out. */
  readonly apiKey?: string;
}

/** A fault that is in force. */
export interface ActiveFault extends Omit<Fault, 'apiKey'> {
  readonly id: string;
}

/** The connection is to break: each way in shows that as its transport does. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped';
}

const kinds = ['status', 'delay', 'drop', 'malformed'] as const;

/** The faults in force, the oldest first. */
export class Faults {
  #active: { readonly fault: ActiveFault; readonly apiKey: string | undefined; left: number }[] = [];
  #count = 0;

  /** @throws ConfigurationError when the fault says nothing, or too much. */
  add({ apiKey, ...fault }: Fault): ActiveFault {
    requireFault(fault);
    this.#count += 1;
    const active = { ...fault, id: `fault-${this.#count}` };
    this.#active.push({ fault: active, apiKey, left: fault.times ?? Number.POSITIVE_INFINITY });
    return active;
  }

  /** The faults in force, the oldest first. */
  list(): ActiveFault[] {
    return this.#active.map(({ fault }) => fault);
  }

  /** Takes all faults back. */
  clear(): void {
    this.#active = [];
  }

  /** The first fault for a call of this endpoint with this key; counts as one of its times. */
  take(endpoint: ApiName, apiKey: string): ActiveFault | undefined {
    const entry = this.#active.find(
      (active) => (active.fault.match?.endpoint ?? endpoint) === endpoint && (active.apiKey ?? apiKey) === apiKey,
    );
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#active = this.#active.filter((other) => other !== entry);
    return entry.fault;
  }
}

/** Makes the fault happen; returns where the call goes on as if nothing had been. */
export async function suffer(fault: ActiveFault | undefined, signal: AbortSignal): Promise<Response | undefined> {
  if (!fault) return undefined;
  if (fault.drop) throw new ConnectionDropped('The mock dropped the connection, as a fault told it to.');
  if (fault.malformed) return new Response('{"truncated":', { headers: { 'content-type': 'application/json' } });
  if (fault.status !== undefined) throw faultStatus(fault.status);
  await wait(fault.delay ?? 0, signal);
  return undefined;
}

function requireFault(fault: Fault): void {
  const given = kinds.filter((kind) => fault[kind] !== undefined);
  if (given.length !== 1) throw new ConfigurationError('fault', `must have exactly one of ${kinds.join(', ')}.`);
  requireEndpoint(fault.match?.endpoint);
  requireNumber('fault.status', fault.status, 400, 599);
  requireNumber('fault.delay', fault.delay, 0, 2 ** 31 - 1);
  requireNumber('fault.times', fault.times, 1, Number.MAX_SAFE_INTEGER);
}

/** A fault for a mistyped endpoint would never happen, and the test that asks for it would pass for nothing. */
function requireEndpoint(endpoint: string | undefined): void {
  if (endpoint === undefined || apiNames.some((name) => name === endpoint)) return;
  const nearest = closest(endpoint, apiNames);
  throw new ConfigurationError(
    'fault.match.endpoint',
    `must name an endpoint, as "${nearest}" does; "${endpoint}" does not.`,
  );
}

function requireNumber(option: string, value: number | undefined, min: number, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new ConfigurationError(option, `must be a whole number from ${min} to ${max}.`);
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  409: 'idempotency_conflict',
  429: 'rate_limited',
};

function faultStatus(status: number): HttpProblem {
  const code = codes[status] ?? (status >= 500 ? 'internal_error' : 'invalid_request');
  return new HttpProblem(status, code, `The mock was told to answer ${status}.`, {
    headers: status === 429 ? { 'retry-after': '1' } : {},
  });
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
