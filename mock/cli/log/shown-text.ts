import { toMessageText } from '../../../src/core/errors/message-text.ts';
import { KeyMemory } from '../../../src/core/redaction/key-memory.ts';
import { redactJson } from '../../../src/core/redaction/redact-json.ts';

/** Shows what others have sent: without API keys, and so that it cannot steer a terminal. */
export class ShownText {
  readonly #keys: KeyMemory;

  /** @param apiKeys Those that are known before any request is sent. */
  constructor(apiKeys: readonly string[] = []) {
    this.#keys = new KeyMemory(apiKeys);
  }

  /** Takes the API key of a request out of what is shown from now on. */
  learn(authorization: string | null): void {
    const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (apiKey !== undefined) this.hide(apiKey);
  }

  /** Takes an API key out of what is shown from now on, until several others were used. */
  hide(apiKey: string): void {
    this.#keys.add(apiKey);
  }

  /** A text as a part of a line, at most 2,048 characters. */
  part(text: string): string {
    const shown = this.#keys.redactor.start(text, MAX_LENGTH);
    return isPlain.test(shown) ? shown : toMessageText(shown);
  }

  /** The beginning of a text. */
  start(text: string, maxLength: number): string {
    return toMessageText(this.#keys.redactor.start(text, maxLength));
  }

  /** The JSON of a value on one line, texts of more than 65,536 characters cut. */
  json(value: object): string {
    return this.#json(value, 0);
  }

  /** The JSON of a value on lines of their own, indented; texts as in {@link json}. */
  jsonLines(value: object): string[] {
    return this.#json(value, 2).split('\n');
  }

  #json(value: object, indentation: number): string {
    const redacted = redactJson(value, this.#keys.redactor, Number.POSITIVE_INFINITY);
    return JSON.stringify(redacted, null, indentation).replace(controls, escapeCharacter);
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
