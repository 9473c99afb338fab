import type { ZodMiniType } from 'zod/mini';
import type { CallFacts, ClipwrightError } from '../errors/clipwright-error.ts';
import type { CallState } from '../options/hooks.ts';
import type { Settings } from '../options/settings.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { GatedCall } from './rate-gate.ts';

/** How a successful response is read. */
export interface ResponseReading {
  /** What the service documents; any JSON or an empty body if omitted. */
  readonly responseSchema?: ZodMiniType | undefined;
  /** What the client itself reads of the response. It is required in every validation mode. */
  readonly requiredSchema?: ZodMiniType | undefined;
  /** Takes out of the parsed body what the call is for. */
  readonly unwrap?: ((body: unknown) => unknown) | undefined;
  /**
   * Whether any body will do, unchecked: also an empty one, or one that is not JSON, which are undefined. The schema only
   * tells it from an error.
   */
  readonly isBodyOptional?: boolean | undefined;
  /** Whether even an error as its body leaves a success one. */
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
  /** Whether the caller passed the key. */
  readonly isKeyFromCaller: boolean;
  /** Whether the service may receive the request twice. */
  readonly isRepeatable: boolean;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;

  /** Empty until it is known. */
  apiKey: string;
  attempts: number;
  /** The attempts that failed other than by a 429. */
  failures: number;
  lastError: ClipwrightError | undefined;
  /** Whether an attempt so far may have been carried out, though none has succeeded. */
  mayBeDone: boolean;
  /** The time limit that has just stopped it. */
  exceeded: 'timeout' | 'totalTimeout' | undefined;
}

/** What errors and hooks show of a call: a URL that the service has sent may contain the API key. */
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

/** Hides the call's API key, also where many others were used since. */
export function redactorOf({ apiKey, settings: { redactor } }: Call): Redactor {
  redactor.add(apiKey);
  return redactor;
}
