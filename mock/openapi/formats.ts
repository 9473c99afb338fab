import { nonEmptyUrl, timestamp, url } from '../../src/contract/model.ts';
import type { JsonSchema } from './openapi.ts';

/** What the document says of strings and the checks do not: a string of another format is no mismatch. */
const formats: ReadonlyMap<unknown, string> = new Map([
  [url, 'uri'],
  [nonEmptyUrl, 'uri'],
  [timestamp, 'date-time'],
]);

/** Adds the format that a schema of the contract stands for. */
export function addFormat(schema: unknown, jsonSchema: JsonSchema): void {
  const format = formats.get(schema);
  if (format !== undefined) jsonSchema.format = format;
}
