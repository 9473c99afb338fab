import { aNonEmptyString, type Check, wholeNumber } from '../../src/core/options/checks.ts';
import { httpErrorResponseData } from '../http/error-response.ts';
import { HttpError } from '../http/http-error.ts';
import { ConnectionDropped, firstHalf, jsonResponseData, type ResponseData } from '../http/response.ts';
import { MAX_DELAY } from '../time/clock.ts';
import { hasField, withFields, withoutField } from './body-field.ts';
import { jsonFields, onlyTrue } from './checks.ts';
import type { ActiveCallFault, CallFault } from './fault.ts';

/** The fields of a fault that say what it does to a request; it has exactly one of them. */
export type CallFaultKind = Exclude<keyof CallFault, 'match' | 'when' | 'headers' | 'times' | 'apiKey'>;

/** The request that a fault is applied to. */
export interface FaultContext {
  /** Aborts with the request. */
  readonly signal: AbortSignal;
  readonly origin: string;
  /** The response of the service; undefined where the fault is applied before it. */
  readonly response: ResponseData | undefined;
}

interface Kind<Value> {
  /** What the field's value must be. */
  readonly check: Check;
  /** What it does, after the fault's id. */
  says(value: Value): string;
  /**
   * Returns the response to send instead; undefined where the request continues.
   *
   * @throws ConnectionDropped where nothing is sent; the signal's reason where the caller does not wait.
   */
  apply(value: Value, context: FaultContext, fault: ActiveCallFault): ResponseData | undefined | Promise<undefined>;
  /** Whether it changes a response with this body. Set for a kind that needs a response, and so is always `after`. */
  changes?(value: Value, body: string): boolean;
}

/** All kinds of call faults: a new field of {@link CallFault} needs its entry here to compile. */
export const callFaultKinds: { readonly [Name in CallFaultKind]: Kind<NonNullable<CallFault[Name]>> } = {
  status: {
    check: wholeNumber(400, 599),
    says: (status) => `responded with ${status}`,
    apply: (status, { origin }, { headers }) => httpErrorResponseData(statusError(status, headers), origin),
  },
  delay: {
    check: wholeNumber(0, MAX_DELAY),
    says: (milliseconds) => `delayed the request by ${milliseconds} ms`,
    apply: (milliseconds, { signal }) => wait(milliseconds, signal),
  },
  drop: {
    check: onlyTrue,
    says: () => 'dropped the connection',
    apply: () => {
      throw new ConnectionDropped('A fault of the mock dropped the connection.');
    },
  },
  stall: {
    check: onlyTrue,
    says: () => 'sent half of the response, then nothing more',
    apply: (_, { response = placeholder }) => ({ ...response, truncated: 'stall' }),
  },
  cut: {
    check: onlyTrue,
    says: () => 'sent half of the response and broke the connection',
    apply: (_, { response = placeholder }) => ({ ...response, truncated: 'cut' }),
  },
  malformed: {
    check: onlyTrue,
    says: () => 'sent a body that is not valid JSON',
    // The first half of a JSON object is not valid JSON.
    apply: (_, { response = placeholder }) => ({ ...response, body: firstHalf(response.body) }),
  },
  omit: {
    check: aNonEmptyString,
    says: (path) => `removed ${path} from the response`,
    apply: (path, { response = placeholder }) => ({ ...response, body: withoutField(String(response.body), path) }),
    changes: (path, body) => hasField(body, path),
  },
  set: {
    check: jsonFields,
    says: (values) => `changed ${Object.keys(values).join(', ')} in the response`,
    apply: (values, { response = placeholder }) => ({ ...response, body: withFields(String(response.body), values) }),
    changes: (values, body) => Object.keys(values).every((path) => hasField(body, path)),
  },
};

// Cast: `keys` gives strings.
export const callFaultKindNames = Object.keys(callFaultKinds) as CallFaultKind[];

/** Whether a fault is applied to a request with this response of the service, or without one yet. */
export function isApplicable(fault: CallFault, response: ResponseData | undefined): boolean {
  const { kind, value } = kindOf(fault);
  const when = kind.changes ? 'after' : (fault.when ?? 'before');
  if (!response) return when === 'before';
  return when === 'after' && (kind.changes?.(value, String(response.body)) ?? true);
}

/** What a fault does to a request, in a sentence. */
export function describeFault(fault: ActiveCallFault, response: ResponseData | undefined): string {
  const { kind, value } = kindOf(fault);
  const when = response ? 'after the service had done the work' : 'before the service saw the request';
  return `${fault.id} ${kind.says(value)}, ${when}.`;
}

/** Applies a fault to a request: returns the response to send instead, or undefined where the request continues. */
export async function applyCallFault(fault: ActiveCallFault, context: FaultContext): Promise<ResponseData | undefined> {
  const { kind, value } = kindOf(fault);
  return kind.apply(value, context, fault);
}

function kindOf(fault: CallFault): { readonly kind: Kind<unknown>; readonly value: unknown } {
  const name = callFaultKindNames.find((each) => fault[each] !== undefined);
  if (!name) throw new TypeError('The fault has no kind, although it was checked when it was added.');
  // Cast: the compiler does not see that the field of this name holds the kind's value.
  return { kind: callFaultKinds[name] as Kind<unknown>, value: fault[name] };
}

/** The response that is truncated or malformed where the service has not responded yet. */
const placeholder: ResponseData = jsonResponseData(200, '{"placeholder":true}');

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  409: 'idempotency_conflict',
  429: 'rate_limited',
};

function statusError(status: number, given: ActiveCallFault['headers'] = {}): HttpError {
  const code = codes[status] ?? (status >= 500 ? 'internal_error' : 'invalid_request');
  const headers = Object.fromEntries(new Headers(given));
  const retryAfter = status === 429 ? { 'retry-after': '1' } : {};
  return new HttpError(status, code, `A fault of the mock responds with ${status}.`, {
    headers: { ...retryAfter, ...headers },
  });
}

function wait(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve(undefined);
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
