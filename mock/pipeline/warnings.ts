import type { core } from 'zod/mini';
import { toMessageText } from '../../src/core/errors/message-text.ts';
import { editDistance, nearest } from '../../src/core/options/checks.ts';
import { type ApiName, api } from '../http/api.ts';
import type { UnknownField } from '../http/unknown-fields.ts';

/** A part of a request that is probably a mistake. */
export interface Warning {
  /** What the mock did, such as `ignored the unknown field`. */
  readonly act: string;
  readonly path: string;
  /** A sentence such as ` Did you mean "limit"?`, with a space before it. Empty if there is no advice. */
  readonly advice: string;
}

export function fieldWarning({ path, similar }: UnknownField): Warning {
  return { act: 'ignored the unknown field', path, advice: didYouMean(similar) };
}

/** Finds values in a valid body, at any depth, that an open enumeration does not list. The service may know them. */
export function valueWarnings(endpoint: ApiName, body: unknown): Warning[] {
  const schema = api[endpoint].body;
  return schema ? [...unknownValues(schema, body, '')] : [];
}

function* unknownValues(schema: core.$ZodType, value: unknown, path: string): Generator<Warning> {
  // Cast: `def.type` tells which schema it is.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional') yield* unknownValues(def.innerType, value, path);
  if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unknownValues(def.element, item, `${path}[${index}]`);
  }
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) {
      yield* unknownValues(field, Object(value)[name], path === '' ? name : `${path}.${name}`);
    }
  }
  if (def.type !== 'union' || typeof value !== 'string') return;
  // An open enumeration is a union of its known values and any string.
  const known = def.options.flatMap(({ _zod: { values } }) => [...(values ?? [])].map(String));
  if (!known.includes(value)) yield valueWarning(path, value, known);
}

/** The maximum number of characters of a value that a warning shows. */
const MAX_LENGTH = 100;

function valueWarning(path: string, value: string, known: readonly string[]): Warning {
  const near = nearest(value, known);
  const similar = near !== undefined && editDistance(value, near) <= near.length / 3 ? near : undefined;
  const listed = known.map((each) => JSON.stringify(each)).join(', ');
  return {
    act: `accepted the unknown value ${JSON.stringify(value.slice(0, MAX_LENGTH))} of`,
    path,
    advice: `${didYouMean(similar)} The specification lists ${listed}.`,
  };
}

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

/** Logs warnings that have advice, each once per endpoint, and at most `MAX_WARNINGS` in total. */
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
