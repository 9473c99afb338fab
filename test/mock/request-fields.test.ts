import { beforeEach, expect, test, vi } from 'vitest';
import { type ApiName, apiNames } from '../../mock/http/api.ts';
import { type ServiceInput, services } from '../../mock/services/table.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { sampleCalls, seedIds } from '../support/sample-calls.ts';
import { fieldsOf } from '../support/schema.ts';
import { openInProcess } from '../support/transports.ts';
import { ignoredFields } from './support/ignored-fields.ts';
import { type FieldRecord, recordedInput } from './support/recording-services.ts';

const CALLS = 'test/support/sample-calls.ts';
const IGNORED = 'test/mock/support/ignored-fields.ts';

const records = new Map<ApiName, FieldRecord>();

beforeEach(() => {
  records.clear();
  for (const name of apiNames) {
    if (!(name in services)) throw new Error(`${name} has no service: add it to mock/services/table.ts.`);
    const { service } = services[name];
    // Casts: the compiler does not know which service `name` selects.
    const recording = (input: ServiceInput, context: never) =>
      service(recordedInput(name, input, recordOf(name)) as never, context);
    vi.spyOn(services[name], 'service').mockImplementation(recording as never);
  }
});

// Cast: `Object.keys` returns strings.
test.each(Object.keys(endpoints) as EndpointName[])(
  'the service of %s reads every field of its request',
  async (name) => {
    const transport = openInProcess();
    const ids = await seedIds(transport);
    expect(sampleCalls, `${name} has no call in ${CALLS}`).toHaveProperty([name]);
    await sampleCalls[name](transport.client(), ids);

    const { sent, read } = recordOf(name);
    const fields = requestFields(endpoints[name]);
    const ignored = Object.keys(ignoredFields[name] ?? {});
    const used = fields.filter((path) => read.has(path));
    const unsent = fields.filter((path) => !sent.has(path));
    const unused = fields.filter((path) => sent.has(path) && !used.includes(path) && !ignored.includes(path));
    const stale = ignored.filter((path) => used.includes(path) || !fields.includes(path));
    expect([
      ...unsent.map((path) => `${name} takes ${path}: send it in ${CALLS}`),
      ...unused.map((path) => `${name} does nothing with ${path}: read it in its service, or list it in ${IGNORED}`),
      ...stale.map((path) => `${name} reads ${path}, or has no such field: remove it from ${IGNORED}`),
    ]).toEqual([]);
  },
);

function recordOf(name: ApiName): FieldRecord {
  const record = records.get(name) ?? { sent: new Set(), read: new Set() };
  records.set(name, record);
  return record;
}

/** Returns the fields of an endpoint's query and body, except fields that contain other fields. */
function requestFields({ query, body }: Endpoint): string[] {
  const paths = [query, body].flatMap((schema) => (schema ? fieldsOf(schema).map(([path]) => path) : []));
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[].`)));
}
