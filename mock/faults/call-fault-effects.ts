import { sleep } from '../../src/core/async/cancellation.ts';
import { HttpError, httpErrorResponseData } from '../http/errors.ts';
import { ConnectionDropped, firstHalf, jsonResponseData, type ResponseData, textOf } from '../http/response.ts';
import type { RequestReason } from '../records/request-record.ts';
import { hasField, requireResponseField, withFields, withoutField } from './body-field.ts';
import type { ActiveCallFault, ActiveFileFault, CallFaultEffects, CallMatch } from './fault.ts';
import { callFaultKindNames, callFaultKinds } from './fault-kinds.ts';

/** A fault has exactly one of these fields. */
type Effects = Pick<ActiveCallFault, keyof CallFaultEffects>;

interface FaultContext {
  readonly signal: AbortSignal;
  readonly origin: string;
  /** The response of the service; undefined if the fault is applied before the service. */
  readonly response: ResponseData | undefined;
}

interface Effect<Value> {
  /** Describes the effect, such as `dropped the connection`. `describeEffect` adds the fault's id. */
  says(value: Value): string;
  /**
   * Returns the response to send instead, or undefined if the request continues.
   *
   * @throws ConnectionDropped if nothing is sent, or the signal's reason if the request was aborted.
   */
  apply(
    value: Value,
    context: FaultContext,
    headers: ActiveCallFault['headers'],
  ): ResponseData | undefined | Promise<undefined>;
  /** Returns whether the effect can change this response. Omitted if the effect can change any response. */
  changes?(value: Value, response: ResponseData): boolean;
  /** Throws a ConfigurationError about `field` if the value is not valid, although its type and bounds are. */
  check?(value: Value, field: string, match: CallMatch): void;
}

const effects: { readonly [Name in keyof CallFaultEffects]: Effect<CallFaultEffects[Name]> } = {
  status: {
    says: (status) => `responded with ${status}`,
    apply: (status, { origin }, headers) => httpErrorResponseData(statusError(status, headers), origin),
  },
  delay: {
    says: (milliseconds) => `delayed the request by ${milliseconds} ms`,
    apply: (milliseconds, { signal }) => sleep(milliseconds, signal).then(() => undefined),
  },
  drop: {
    says: () => 'dropped the connection',
    apply: () => {
      throw new ConnectionDropped('A fault of the mock dropped the connection.');
    },
  },
  stall: {
    says: () => 'sent half of the response, then nothing more',
    apply: (_, { response = placeholder }) => ({ ...response, truncated: 'stall' }),
    changes: hasBody,
  },
  cut: {
    says: () => 'sent half of the response and broke the connection',
    apply: (_, { response = placeholder }) => ({ ...response, truncated: 'cut' }),
    changes: hasBody,
  },
  malformed: {
    says: () => 'sent a body that is not valid JSON',
    // The first half of a JSON object is not valid JSON.
    apply: (_, { response = placeholder }) => ({ ...response, body: firstHalf(response.body) }),
  },
  omit: {
    says: (path) => `removed ${path} from the response`,
    apply: (path, { response = placeholder }) => ({ ...response, body: withoutField(textOf(response), path) }),
    changes: (path, response) => hasField(textOf(response), path),
    check: (path, field, { endpoint }) => requireResponseField(field, path, endpoint),
  },
  set: {
    says: (values) => `changed ${Object.keys(values).join(', ')} in the response`,
    apply: (values, { response = placeholder }) => ({ ...response, body: withFields(textOf(response), values) }),
    changes: (values, response) => Object.keys(values).every((path) => hasField(textOf(response), path)),
    check: (values, field, { endpoint }) => {
      for (const path of Object.keys(values)) requireResponseField(field, path, endpoint);
    },
  },
};

/** Returns whether a fault applies to this response. If the response is undefined, the service has not run yet. */
export function isApplicable(
  fault: Effects & Pick<ActiveCallFault, 'when'>,
  response: ResponseData | undefined,
): boolean {
  const isAfter = 'isAfter' in callFaultKinds[effectOf(fault).name] || fault.when === 'after';
  return response ? isAfter && canChange(fault, response) : !isAfter;
}

export function canChange(fault: Effects, response: ResponseData): boolean {
  const { effect, value } = effectOf(fault);
  return effect.changes?.(value, response) ?? true;
}

/** @throws ConfigurationError that names the field of the effect if its value is not valid. */
export function checkEffect(fault: Effects, match: CallMatch): void {
  const { name, effect, value } = effectOf(fault);
  effect.check?.(value, `fault.${name}`, match);
}

/** Describes what a fault does to a request, such as `fault-1 dropped the connection`. */
export function describeEffect(fault: ActiveCallFault | ActiveFileFault): string {
  const { effect, value } = effectOf(fault);
  return `${fault.id} ${effect.says(value)}`;
}

/** Returns a sentence that describes what a fault does to a request, and the same information as fields. */
export function describeFault(
  fault: ActiveCallFault | ActiveFileFault,
  response: ResponseData | undefined,
): Pick<RequestReason, 'message' | 'fault'> {
  const when = response ? 'after the service had done the work' : 'before the service saw the request';
  return {
    message: `${describeEffect(fault)}, ${when}.`,
    fault: { kind: effectOf(fault).name, when: response ? 'after' : 'before' },
  };
}

export async function applyFault(
  fault: ActiveCallFault | ActiveFileFault,
  context: FaultContext,
): Promise<ResponseData | undefined> {
  const { effect, value } = effectOf(fault);
  return effect.apply(value, context, fault.headers);
}

function effectOf(fault: Effects) {
  const name = callFaultKindNames.find((each) => fault[each] !== undefined);
  if (!name) throw new TypeError('The fault has no effect, although it was checked when it was added.');
  // Cast: `fault[name]` has the type that the effect with this name takes.
  return { name, effect: effects[name] as Effect<unknown>, value: fault[name] as unknown };
}

function hasBody(_: true, { body }: ResponseData): boolean {
  return body !== null;
}

/** The response to truncate or to make malformed if the service has not responded yet. */
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
