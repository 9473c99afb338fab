import { callSafely } from '../async/call-safely.ts';
import { toMessageText } from '../errors/message-text.ts';
import { listIssues } from '../errors/validation-errors.ts';
import type { CallState, Hooks, Logger } from './options.ts';

export interface Observers {
  readonly hooks: Hooks;
  readonly logger: Logger | undefined;
}

/** Logs an error thrown by a user's function. Uses the console if there is no logger. */
export function reportThrown({ logger = console }: Pick<Observers, 'logger'>, what: string, error: unknown): unknown {
  return logger.error(`clipwright: ${what} threw`, error);
}

type States = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

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
