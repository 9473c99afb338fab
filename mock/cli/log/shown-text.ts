import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';

/** Makes untrusted text safe to show: hides API keys, and escapes characters that control a terminal. */
export class ShownText {
  readonly #redactor: Redactor;

  constructor(apiKeys: readonly string[] = []) {
    this.#redactor = new Redactor(apiKeys);
  }

  /** Hides an API key in later output. Only the last few keys are remembered. */
  hide(apiKey: string | undefined): void {
    if (apiKey !== undefined) this.#redactor.add(apiKey);
  }

  /** Converts text so that it can be shown within a line, and truncates it to 2,048 characters. */
  part(text: string): string {
    const shown = this.#redactor.start(text, MAX_LENGTH);
    return isPlain.test(shown) ? shown : toMessageText(shown);
  }

  start(text: string, maxLength: number): string {
    return toMessageText(this.#redactor.start(text, maxLength));
  }

  json(value: object): string {
    return this.#json(value, 0);
  }

  jsonLines(value: object): string[] {
    return this.#json(value, 2).split('\n');
  }

  #json(value: object, indentation: number): string {
    return JSON.stringify(this.#redactor.value(value), null, indentation).replace(controls, escapeCharacter);
  }
}

const MAX_LENGTH = 2048;

/** Matches printable ASCII, which needs no conversion. Most texts match. */
const isPlain = /^[ -~]*$/;

/** Matches characters that control a terminal and that JSON does not escape. In JSON, they only occur in strings. */
const controls = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Formats a URL without its query, which may contain a secret. */
export function formatUrl({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** Formats a status such as `404 Not Found`. */
export function formatStatus({ status, statusText }: Response): string {
  return toMessageText(`${status} ${statusText}`.trimEnd());
}

export function formatError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the start of a body on one line. */
export function excerptOf(body: string, maxLength: number): string {
  return body
    .slice(0, maxLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
