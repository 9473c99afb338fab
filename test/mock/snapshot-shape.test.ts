import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type core, toJSONSchema } from 'zod/mini';
import { mockSnapshot } from '../../mock/state/snapshot-schema.ts';
import { SNAPSHOT_VERSION } from '../../mock/state/types.ts';

const FILE = '../fixtures/snapshot-shape.json';

const advice =
  'the shape of the snapshot has changed: raise SNAPSHOT_VERSION in mock/state/types.ts, then run `npm run generate`';

test('a snapshot has the shape that `npm run generate` has recorded for its version', async () => {
  const current = { version: SNAPSHOT_VERSION, schema: toJSONSchema(mockSnapshot, { override: shapeAlone }) };
  const recorded = JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8'));

  // Without this check, `--update` would record another shape under the same version.
  if (recorded.version === SNAPSHOT_VERSION) expect(current, advice).toEqual(recorded);
  await expect(`${JSON.stringify(current, null, 2)}\n`).toMatchFileSnapshot(FILE);
});

/** Removes what can change without a new version: the order of fields, and the known values of an open enum. */
function shapeAlone({ jsonSchema }: { jsonSchema: core.JSONSchema.BaseSchema }): void {
  jsonSchema.required?.sort();
  if (jsonSchema.properties) jsonSchema.properties = Object.fromEntries(Object.entries(jsonSchema.properties).sort());
  const open = jsonSchema.anyOf?.filter((option) => !option.enum);
  if (open?.some(({ type }) => type === 'string')) jsonSchema.anyOf = open;
}
