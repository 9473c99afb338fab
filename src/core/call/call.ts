import type { ZodMiniType } from 'zod/mini';
import type { CallFacts, ClipwrightError } from '../errors/clipwright-error.ts';
import type { CallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { GatedCall } from './rate-gate.ts';

/** How a successful response is read. */
export interface ResponseReading {
  /** What the service documents. If omitted, any JSON is accepted, and an empty body. */
  readonly responseSchema?: ZodMiniType | undefined;
  /** What the client itself reads of the response, required in every validation mode. */
  readonly requiredSchema?: ZodMiniType | undefined;
  /** Takes the call's result out of the parsed body. */
  readonly unwrap?: ((body: unknown) => unknown) | undefined;
  /**
   * Whether any body is accepted unchecked; one that is empty or not JSON gives undefined. The schema then serves only to
   * recognize an error.
   */
  readonly isBodyOptional?: boolean | undefined;
  /** Whether a success stays one even if its body is an error. */
  readonly isErrorIgnored?: boolean | undefined;
}

/** A call that is being made: what is sent, within which limits, and how far it has come. */
export interface Call extends GatedCall {
  readonly settings: Settings;
  readonly reading: ResponseReading;
  /** The client's method, for messages. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  /** Without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | null;
  /** Whether the caller passed the Idempotency-Key. */
  readonly isKeyFromCaller: boolean;
  /** Whether the service may receive the request twice. */
  readonly isRepeatable: boolean;
  /** The signal that the caller passed. */
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;

  /** Empty until it is known. */
  apiKey: string;
  attempts: number;
  /** How many attempts failed other than by a 429. */
  failures: number;
  lastError: ClipwrightError | undefined;
  /** Whether the service may have carried out one of the attempts that failed. */
  mayBeDone: boolean;
  /** The time limit that stopped the last step. */
  exceeded: 'timeout' | 'totalTimeout' | undefined;
}

/** What errors and hooks show of a call. A URL that the service has sent may contain the API key. */
export function factsOf(call: Call): CallFacts & { readonly endpoint: string } {
  const { endpoint, method, url, idempotencyKey, attempts } = call;
  return { endpoint, method, url: redactorOf(call).text(url), idempotencyKey, attempts };
}

/** A call as hooks see it, in its last attempt. */
export function stateOf(call: Call): CallState {
  const { attempts: attempt, ...facts } = factsOf(call);
  return { ...facts, attempt };
}

/** A call as messages name it. */
export function nameOf(call: Call): string {
  return `${call.endpoint} (${call.method} ${redactorOf(call).text(call.url)})`;
}

/** Hides the call's API key, which is added again: many other keys may have been used since. */
export function redactorOf({ apiKey, settings: { redactor } }: Call): Redactor {
  redactor.add(apiKey);
  return redactor;
}
