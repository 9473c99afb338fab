import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';

/** Makes text from others safe to show: without API keys, and without characters that control a terminal. */
export class ShownText {
  readonly #redactor: Redactor;

  /** @param apiKeys The keys that are known from the start. */
  constructor(apiKeys: readonly string[] = []) {
    this.#redactor = new Redactor(apiKeys);
  }

  /** Removes the API key of a request from what is shown from now on. */
  learn(authorization: string | null): void {
    const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (apiKey !== undefined) this.hide(apiKey);
  }

  /** Removes an API key from what is shown from now on, until several others have been used. */
  hide(apiKey: string): void {
    this.#redactor.add(apiKey);
  }

  /** A text as a part of a line, at most 2,048 characters. */
  part(text: string): string {
    const shown = this.#redactor.start(text, MAX_LENGTH);
    return isPlain.test(shown) ? shown : toMessageText(shown);
  }

  /** The beginning of a text. */
  start(text: string, maxLength: number): string {
    return toMessageText(this.#redactor.start(text, maxLength));
  }

  /** The JSON of a value on one line. */
  json(value: object): string {
    return this.#json(value, 0);
  }

  /** The JSON of a value, indented, as lines. */
  jsonLines(value: object): string[] {
    return this.#json(value, 2).split('\n');
  }

  #json(value: object, indentation: number): string {
    return JSON.stringify(this.#redactor.value(value), null, indentation).replace(controls, escapeCharacter);
  }
}

/** The longest part of a line, which is also the longest message. */
const MAX_LENGTH = 2048;

/** A quick check that spares most texts the search for special characters. */
const isPlain = /^[ -~]*$/;

/** Characters that JSON leaves unescaped and a terminal might obey. They occur in strings only. */
const controls = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Leaves out the query, which may contain a secret. */
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

/** The start of a body on one line. */
export function excerptOf(body: string, maxLength: number): string {
  return body
    .slice(0, maxLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
