import type { Issue } from '../../contract/issue.ts';
import { callSafely } from '../async/call-safely.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';
import { toMessageText } from '../errors/message-text.ts';
import { listIssues } from '../errors/validation-errors.ts';

/** The facts about a call that every hook receives, without headers and bodies, which may hold secrets. */
export interface CallState {
  /** The client's method, such as `projects.create`. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly idempotencyKey: string | null;
}

/** An attempt that is about to be sent. */
export interface RequestState extends CallState {
  /** The length of the body, in characters. */
  readonly bodyLength: number;
}

/** An attempt that received a response, of any status. */
export interface ResponseState extends CallState {
  readonly status: number;
  readonly requestId: string | null;
  /** The time from sending the request to the last byte of the response, in milliseconds. */
  readonly duration: number;
  /** The length of the body, in characters. */
  readonly bodyLength: number;
}

/** A failed attempt that will be retried. */
export interface RetryState extends CallState {
  /** The attempt's error. Do not log a whole `ApiError`, because it has the headers and the body of the response. */
  readonly error: ClipwrightError;
  /** The delay before the next attempt, in milliseconds. After a 429, the call may also have to wait for its turn. */
  readonly delay: number;
}

/** A successful response that differs from what the service documents. */
export interface MismatchState extends CallState {
  /** The first 100 differences. */
  readonly issues: readonly Issue[];
  readonly requestId: string | null;
}

/**
 * Functions that observe calls. They cannot change a call, and the call does not wait for them. Their errors only go to
 * the logger's `error`, or to `console.error` if there is no logger.
 */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: ((state: RequestState) => unknown) | undefined;
  /** Called after each response, unless it is larger than `maxResponseBytes`. */
  readonly onResponse?: ((state: ResponseState) => unknown) | undefined;
  /** Called before the delay that precedes a retry. */
  readonly onRetry?: ((state: RetryState) => unknown) | undefined;
  /** Called when a successful response is not as documented. */
  readonly onMismatch?: ((state: MismatchState) => unknown) | undefined;
}

/** Receives log messages: `console`, or an object with these methods. Errors of the methods are ignored. */
export interface Logger {
  /** Logs each attempt, response and retry. */
  debug(message: string): void;
  /** Logs a response that does not match the documentation, or a wait whose polls fail repeatedly. */
  warn(message: string): void;
  /** Logs an error thrown by a hook or `onProgress`. */
  error(message: string, cause?: unknown): void;
}

export interface Observers {
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
}

/** Logs an error thrown by a user's function. Uses the console if there is no logger. */
export function reportThrown({ logger = console }: Pick<Observers, 'logger'>, what: string, error: unknown): unknown {
  return logger.error(`clipwright: ${what} threw`, error);
}

type States = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** For each hook, the function that formats its state as a log line. */
const lines: { readonly [Name in keyof States]: (state: States[Name]) => string } = {
  onRequest: ({ bodyLength }) => `sending ${bodyLength} characters`,
  onResponse: ({ status, bodyLength, duration }) => `${status}, ${bodyLength} characters in ${Math.round(duration)} ms`,
  onRetry: ({ error, delay }) => `${error.name}, retry in ${Math.round(delay)} ms`,
  onMismatch: ({ issues }) => `the response is not as documented: ${listIssues(issues)}`,
};

/** Logs a state and calls its hook. Never throws, because the service may have carried out the call. */
export function notify<Name extends keyof States>(observers: Observers, name: Name, state: States[Name]): void {
  const { logger } = observers;
  const hooks: { readonly [Hook in keyof States]?: ((state: States[Hook]) => unknown) | undefined } = observers.hooks;
  const { endpoint, method, url, attempt }: CallState = state;
  const text = () => toMessageText(`clipwright ${endpoint} ${method} ${url} attempt ${attempt}: ${lines[name](state)}`);
  void callSafely(() => logger?.[name === 'onMismatch' ? 'warn' : 'debug'](text()));
  void callSafely(
    () => hooks[name]?.(state),
    (error) => reportThrown(observers, 'a hook', error),
  );
}
