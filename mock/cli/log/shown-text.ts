import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { Redactor } from '../../../src/core/redaction/redactor.ts';

/** Shows what others have sent: without API keys, and so that it cannot steer a terminal. */
export class ShownText {
  readonly #redactor: Redactor;

  /** @param apiKeys Those that are known before any request is sent. */
  constructor(apiKeys: readonly string[] = []) {
    this.#redactor = new Redactor(apiKeys);
  }

  /** Takes the API key of a request out of what is shown from now on. */
  learn(authorization: string | null): void {
    const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (apiKey !== undefined) this.hide(apiKey);
  }

  /** Takes an API key out of what is shown from now on, until several others were used. */
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

  /** The JSON of a value on lines of their own, indented. */
  jsonLines(value: object): string[] {
    return this.#json(value, 2).split('\n');
  }

  #json(value: object, indentation: number): string {
    return JSON.stringify(this.#redactor.value(value), null, indentation).replace(controls, escapeCharacter);
  }
}

/** As long as a message can be. */
const MAX_LENGTH = 2048;

/** Most texts are: what is plain need not be searched for each character that is not. */
const isPlain = /^[ -~]*$/;

/** What JSON may contain as it is, and a terminal might obey: it is in strings alone. */
const controls = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

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

/** The start of a body, without control characters: they are often line breaks, which say nothing. */
export function excerptOf(body: string, maxLength: number): string {
  return body
    .slice(0, maxLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
}
