import { toMessageText } from '../../src/core/errors/message-text.ts';
import type { ApiName } from '../http/api.ts';
import type { UnknownField } from '../http/unknown-fields.ts';
import type { UnknownValue } from '../http/unknown-values.ts';

/** A part of a request that is probably a mistake. */
export interface Warning {
  /** What the mock did, such as `ignored the unknown field`. */
  readonly act: string;
  /** The path of the field. */
  readonly path: string;
  /** A sentence such as ` Did you mean "limit"?`, with a space before it. Empty if there is no advice. */
  readonly advice: string;
}

export function fieldWarning({ path, similar }: UnknownField): Warning {
  return { act: 'ignored the unknown field', path, advice: didYouMean(similar) };
}

export function valueWarning({ path, value, known, similar }: UnknownValue): Warning {
  const listed = known.map((each) => JSON.stringify(each)).join(', ');
  return {
    act: `accepted the unknown value ${JSON.stringify(value.slice(0, MAX_LENGTH))} of`,
    path,
    advice: `${didYouMean(similar)} The specification lists ${listed}.`,
  };
}

/** The number of characters of a value that a warning shows. */
const MAX_LENGTH = 100;

export function didYouMean(similar: string | undefined): string {
  return similar === undefined ? '' : ` Did you mean "${similar}"?`;
}

/** Adds the warnings to the response's `warnings`, if it has that field. */
export function addWarnings(response: unknown, added: readonly Warning[]): void {
  const { warnings } = Object(response);
  if (!Array.isArray(warnings)) return;
  for (const { act, path, advice } of added) warnings.push(`The mock ${act} ${JSON.stringify(path)}.${advice}`);
}

const MAX_WARNINGS = 100;

/** Logs each warning that has advice, once per endpoint. */
export class WarningLog {
  readonly #logged = new Set<string>();

  log(endpoint: ApiName, warnings: readonly Warning[]): void {
    for (const { act, path, advice } of warnings) {
      const subject = `${act} ${JSON.stringify(path.replace(/\[\d+\]/g, '[]'))} of ${endpoint}`;
      if (advice === '' || this.#logged.has(subject) || this.#logged.size === MAX_WARNINGS) continue;
      this.#logged.add(subject);
      console.warn(toMessageText(`clipwright mock: ${subject}.${advice}`));
    }
  }
}
