import type { ZodMiniType } from 'zod/mini';
import type { CallFacts } from '../errors/call-error.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';
import type { CallState } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { GatedCall } from './rate-gate.ts';

/** How a successful response is read. */
export interface ResponseReading {
  /** The documented response. If omitted, any JSON or an empty body is accepted. */
  readonly responseSchema?: ZodMiniType | undefined;
  /** The fields that the client itself reads. They are required in every validation mode. */
  readonly requiredSchema?: ZodMiniType | undefined;
  /** Extracts the call's result from the parsed body. */
  readonly unwrap?: ((body: unknown) => unknown) | undefined;
  /** If true, any body is accepted, even if it is not JSON, and the schema only serves to recognize error bodies. */
  readonly isBodyOptional?: boolean | undefined;
  /** Whether a 2xx response counts as a success even if its body is an error. */
  readonly isErrorIgnored?: boolean | undefined;
}

/** A call in progress: the request, its limits and its state. */
export interface Call extends GatedCall {
  readonly settings: Settings;
  readonly reading: ResponseReading;
  /** The client's method, such as `projects.create`. */
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  /** The headers without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotencyKey: string | null;
  /** Whether the caller passed the Idempotency-Key. */
  readonly isKeyFromCaller: boolean;
  /** Whether the service may receive the request twice. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;

  /** The API key; empty until it is known. */
  apiKey: string;
  attempts: number;
  /** The number of failed attempts, without those that got a 429. */
  failures: number;
  lastError: ClipwrightError | undefined;
  /** Whether the service may have carried out a failed attempt. */
  mayBeDone: boolean;
  /** The time limit that ended the last step, if any. */
  exceeded: 'timeout' | 'totalTimeout' | undefined;
}

/** Returns the facts for errors and hooks. Redacts the URL, because a URL from the service may contain the API key. */
export function factsOf(call: Call): CallFacts & { readonly endpoint: string } {
  const { endpoint, method, url, idempotencyKey, attempts } = call;
  return { endpoint, method, url: redactorOf(call).text(url), idempotencyKey, attempts };
}

/** Returns the state of a call's latest attempt, for hooks. */
export function stateOf(call: Call): CallState {
  const { attempts: attempt, ...facts } = factsOf(call);
  return { ...facts, attempt };
}

export function nameOf(call: Call): string {
  return `${call.endpoint} (${call.method} ${redactorOf(call).text(call.url)})`;
}

/** Returns a redactor that knows the call's API key. Adds the key again, because newer keys may have evicted it. */
export function redactorOf({ apiKey, settings: { redactor } }: Call): Redactor {
  redactor.add(apiKey);
  return redactor;
}
