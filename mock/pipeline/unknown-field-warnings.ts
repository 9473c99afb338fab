import { toMessageText } from '../../src/core/errors/message-text.ts';
import type { ApiName } from '../http/api.ts';
import type { UnknownField } from '../http/unknown-fields.ts';

/** So that a client that misspells ever new names does not fill the memory. */
const MOST = 100;

/** Warns of fields that the mock ignored and that may be misspelt, once for each name of each endpoint. */
export class UnknownFieldWarnings {
  readonly #warned = new Set<string>();

  warn(endpoint: ApiName, fields: readonly UnknownField[]): void {
    for (const { path, similar } of fields) {
      const subject = `"${toMessageText(path.replace(/\[\d+\]/g, '[]'))}" of ${endpoint}`;
      if (similar === undefined || this.#warned.has(subject) || this.#warned.size === MOST) continue;
      this.#warned.add(subject);
      console.warn(`clipwright mock: ignored the unknown field ${subject}. Did you mean "${similar}"?`);
    }
  }
}

/** Lists the fields among the warnings of a response that has some. */
export function addWarnings(response: unknown, fields: readonly UnknownField[]): void {
  const { warnings } = Object(response);
  if (!Array.isArray(warnings)) return;
  for (const { path, similar } of fields) {
    const question = similar === undefined ? '' : ` Did you mean "${similar}"?`;
    warnings.push(`The mock ignored the unknown field ${JSON.stringify(path)}.${question}`);
  }
}
