import { toMessageText } from '../../../src/core/errors/message-text.ts';

/** Without the query, which may contain a secret. */
export function formatUrl({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** For example `404 Not Found`. */
export function formatStatus({ status, statusText }: Response): string {
  return toMessageText(`${status} ${statusText}`.trimEnd());
}

export function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
