import type { Issue } from '../../contract/issue.ts';
import { callSafely } from '../async/call-safely.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';
import { toMessageText } from '../errors/message-text.ts';
import { listIssues } from '../errors/validation-errors.ts';

/** What every hook receives about a call. It contains neither headers nor bodies, which may hold secrets. */
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
  /** From sending the request to the last byte of the response, in milliseconds. */
  readonly duration: number;
  /** The length of the body, in characters. */
  readonly bodyLength: number;
}

/** A failed attempt that will be retried. */
export interface RetryState extends CallState {
  /** An `ApiError` has the headers and the body of its response: do not log it whole. */
  readonly error: ClipwrightError;
  /** The delay before the next attempt, in milliseconds; a minimum after a 429, when calls wait for their turn. */
  readonly delay: number;
}

/** A successful response that differs from what the service documents. */
export interface MismatchState extends CallState {
  /** The first 100 differences. */
  readonly issues: readonly Issue[];
  readonly requestId: string | null;
}

/**
 * Functions that observe calls. They cannot change a call, and the call does not wait for them. Anything they throw or
 * reject with only goes to the logger's `error`, or to `console.error` if there is no logger.
 */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((state: RequestState) => unknown) | undefined;
  /** After each response, unless it is larger than `maxResponseBytes`. */
  readonly onResponse?: ((state: ResponseState) => unknown) | undefined;
  /** Before the delay that precedes a retry. */
  readonly onRetry?: ((state: RetryState) => unknown) | undefined;
  /** When a successful response is not as documented. */
  readonly onMismatch?: ((state: MismatchState) => unknown) | undefined;
}

/** Receives log messages: `console`, or an object with these methods. What they throw is ignored. */
export interface Logger {
  /** Each attempt, response and retry. */
  debug(message: string): void;
  /** A response that does not match the documentation, or a wait whose polls fail repeatedly. */
  warn(message: string): void;
  /** An error thrown by a hook or `onProgress`. */
  error(message: string, cause?: unknown): void;
}

/** The hooks and the logger of a client. */
export interface Observers {
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
}

export function notifyRequest(observers: Observers, state: RequestState): void {
  const line = () => `sending ${state.bodyLength} characters`;
  notify(observers, 'debug', state, line, (hooks) => hooks.onRequest?.(state));
}

export function notifyResponse(observers: Observers, state: ResponseState): void {
  const line = () => `${state.status}, ${state.bodyLength} characters in ${Math.round(state.duration)} ms`;
  notify(observers, 'debug', state, line, (hooks) => hooks.onResponse?.(state));
}

export function notifyRetry(observers: Observers, state: RetryState): void {
  const line = () => `${state.error.name}, retry in ${Math.round(state.delay)} ms`;
  notify(observers, 'debug', state, line, (hooks) => hooks.onRetry?.(state));
}

export function notifyMismatch(observers: Observers, state: MismatchState): void {
  const line = () => `the response is not as documented: ${listIssues(state.issues)}`;
  notify(observers, 'warn', state, line, (hooks) => hooks.onMismatch?.(state));
}

/** Reports an error thrown by a user's function, to the console if there is no logger. */
export function reportThrown({ logger = console }: Pick<Observers, 'logger'>, what: string, error: unknown): unknown {
  return logger.error(`clipwright: ${what} threw`, error);
}

// A hook or logger that throws must not fail a call that the service has carried out.
function notify(
  observers: Observers,
  level: 'debug' | 'warn',
  { endpoint, method, url, attempt }: CallState,
  line: () => string,
  callHook: (hooks: Hooks) => unknown,
): void {
  const { hooks, logger } = observers;
  const text = () => toMessageText(`clipwright ${endpoint} ${method} ${url} attempt ${attempt}: ${line()}`);
  void callSafely(() => logger?.[level](text()));
  void callSafely(
    () => callHook(hooks),
    (error) => reportThrown(observers, 'a hook', error),
  );
}
