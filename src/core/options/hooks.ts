import type { Issue } from '../../contract/issue.ts';
import { callSafely } from '../async/call-safely.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';
import { toMessageText } from '../errors/message-text.ts';
import { listIssues } from '../errors/validation-errors.ts';

/** What every hook receives about the call: neither headers nor bodies, which may hold secrets. */
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
  /** The delay before the next attempt, in milliseconds; after a 429 the least: the call also waits for its turn. */
  readonly delay: number;
}

/** A successful response that differs from what the service documents. */
export interface MismatchState extends CallState {
  /** The first 100. */
  readonly issues: readonly Issue[];
  readonly requestId: string | null;
}

/**
 * Functions that observe calls. They cannot change a call, and the call does not wait for them. What they throw or
 * reject with is passed to the logger's `error`, or to `console.error` without a logger, and has no other effect.
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

/** Where the client logs: `console`, or any object with these methods. What they throw or reject with is ignored. */
export interface Logger {
  /** Each attempt, response and retry. */
  debug(message: string): void;
  /** A response that is not as documented; polls of a wait that fail again and again. */
  warn(message: string): void;
  /** What a hook or `onProgress` threw or rejected with. */
  error(message: string, cause?: unknown): void;
}

/** What observes the calls of a client. */
export interface Observers {
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
}

export function notifyRequest(observers: Observers, state: RequestState): void {
  write(observers.logger, 'debug', () => `${describeAttempt(state)}: sending ${state.bodyLength} characters`);
  callHook(observers, () => observers.hooks.onRequest?.(state));
}

export function notifyResponse(observers: Observers, state: ResponseState): void {
  const { status, bodyLength, duration } = state;
  const line = () => `${describeAttempt(state)}: ${status}, ${bodyLength} characters in ${Math.round(duration)} ms`;
  write(observers.logger, 'debug', line);
  callHook(observers, () => observers.hooks.onResponse?.(state));
}

export function notifyRetry(observers: Observers, state: RetryState): void {
  const line = () => `${describeAttempt(state)}: ${state.error.name}, retry in ${Math.round(state.delay)} ms`;
  write(observers.logger, 'debug', line);
  callHook(observers, () => observers.hooks.onRetry?.(state));
}

export function notifyMismatch(observers: Observers, state: MismatchState): void {
  const line = () => `${describeAttempt(state)}: the response is not as documented: ${listIssues(state.issues)}`;
  write(observers.logger, 'warn', line);
  callHook(observers, () => observers.hooks.onMismatch?.(state));
}

/** Reports what a function of the user threw; to the console where there is no logger. */
export function reportThrown({ logger = console }: Pick<Observers, 'logger'>, what: string, error: unknown): unknown {
  return logger.error(`clipwright: ${what} threw`, error);
}

function describeAttempt({ endpoint, method, url, attempt }: CallState): string {
  return `clipwright ${endpoint} ${method} ${url} attempt ${attempt}`;
}

function callHook(observers: Observers, hook: () => unknown): void {
  void callSafely(hook, (error) => reportThrown(observers, 'a hook', error));
}

// A logger that throws must not fail a call that the service has carried out.
function write(logger: Logger | undefined, level: 'debug' | 'warn', line: () => string): void {
  if (logger !== undefined) void callSafely(() => logger[level](toMessageText(line())));
}
