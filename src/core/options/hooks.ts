import type { Issue } from '../../contract/validate.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';

/** What every hook is told about the call. No header and no body is among it, so that no secret is. */
export interface CallState {
  /** The client's method, such as `projects.create`. */
  readonly endpoint: string;
  /** The HTTP method. */
  readonly method: string;
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  readonly idempotencyKey: string | null;
}

/** An attempt that is about to be sent. */
export interface RequestState extends CallState {
  /** The length of the body's text. */
  readonly bodyLength: number;
}

/** An attempt that was answered, by whatever status. */
export interface ResponseState extends CallState {
  readonly status: number;
  readonly requestId: string | null;
  /** From sending to the last byte of the body, in milliseconds. */
  readonly duration: number;
  /** The length of the body's text. */
  readonly bodyLength: number;
}

/** A failed attempt that will be followed by another one. */
export interface RetryState extends CallState {
  readonly error: ClipwrightError;
  /** How long until the next attempt, in milliseconds. */
  readonly delay: number;
}

/** A successful answer that differs from what the service documents. */
export interface MismatchState extends CallState {
  readonly issues: readonly Issue[];
  readonly requestId: string | null;
}

/**
 * Functions that watch calls. They change nothing, are not waited for, and what they throw is logged and otherwise
 * without effect.
 */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((state: RequestState) => unknown) | undefined;
  /** After each answer. */
  readonly onResponse?: ((state: ResponseState) => unknown) | undefined;
  /** Before the pause that precedes each attempt but the first. */
  readonly onRetry?: ((state: RetryState) => unknown) | undefined;
  /** When a successful answer is not as documented. */
  readonly onMismatch?: ((state: MismatchState) => unknown) | undefined;
}

/** Where the client writes what it does: `console`, or anything that has these methods. What they throw is ignored. */
export interface Logger {
  /** What each attempt sends and gets. */
  debug(message: string): void;
  /** An answer that is not as documented. */
  warn(message: string): void;
  /** A hook that threw, and what. */
  error(message: string, cause?: unknown): void;
}

/** Who watches the calls of a client. */
export interface Watchers {
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
}

/** What hooks are told of an attempt, and nothing else of its request. */
export function stateOf(request: Omit<CallState, 'attempt'>, attempt: number): CallState {
  const { endpoint, method, url, idempotencyKey } = request;
  return { endpoint, method, url, attempt, idempotencyKey };
}

export function announceRequest(watchers: Watchers, state: RequestState): void {
  write(watchers.logger, 'debug', `${describeAttempt(state)}: sending ${state.bodyLength} characters`);
  run(watchers, () => watchers.hooks.onRequest?.(state));
}

export function announceResponse(watchers: Watchers, state: ResponseState): void {
  const { status, bodyLength, duration } = state;
  const line = `${describeAttempt(state)}: ${status}, ${bodyLength} characters in ${Math.round(duration)} ms`;
  write(watchers.logger, 'debug', line);
  run(watchers, () => watchers.hooks.onResponse?.(state));
}

export function announceRetry(watchers: Watchers, state: RetryState): void {
  write(
    watchers.logger,
    'debug',
    `${describeAttempt(state)}: ${state.error.name}, again in ${Math.round(state.delay)} ms`,
  );
  run(watchers, () => watchers.hooks.onRetry?.(state));
}

export function announceMismatch(watchers: Watchers, state: MismatchState): void {
  const issues = state.issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  write(watchers.logger, 'warn', `${describeAttempt(state)}: the answer is not as documented: ${issues}`);
  run(watchers, () => watchers.hooks.onMismatch?.(state));
}

function describeAttempt({ endpoint, method, url, attempt }: CallState): string {
  return `clipwright ${endpoint} ${method} ${url} attempt ${attempt}`;
}

function run({ logger = console }: Watchers, hook: () => unknown): void {
  const report = (cause: unknown) => write(logger, 'error', 'clipwright: a hook has thrown', cause);
  // The executor catches what a hook throws at once, the promise what it rejects with later.
  new Promise((resolve) => resolve(hook())).catch(report);
}

function write(logger: Logger | undefined, level: keyof Logger, ...line: [message: string, cause?: unknown]): void {
  try {
    logger?.[level](...line);
  } catch {
    // A logger that throws must not turn what the service has done into a failure.
  }
}
