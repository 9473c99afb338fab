import { CommandError } from './command.ts';

/** @throws CommandError when the option's text is no address that `fetch` takes; it does not show the text. */
export function requireHttpUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // `fetch` refuses an address with a password in it, and shows it.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new CommandError(`--${option} must be an absolute http or https address without user and password.`);
  }
  return url;
}

/** An address to print: without the query, which may hold a secret. */
export function withoutQuery({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** The status of an answer with its name, where it has one. */
export function statusOf({ status, statusText }: Response): string {
  return `${status} ${statusText}`.trimEnd();
}
