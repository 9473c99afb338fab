import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import type { ControlName } from '../../mock/control/routes.ts';
import { controlTable } from '../../mock/control/table.ts';
import { fieldTree } from '../../mock/http/field-tree.ts';
import { findUnknownFields } from '../../mock/http/unknown-fields.ts';
import { validate } from '../../src/contract/validate.ts';
import { shortSpeech } from '../support/speech.ts';

/** A request to each control route except streams, ordered so that an entry is created before its list is read. */
const requests: readonly (readonly [ControlName, body?: unknown])[] = [
  ['seed.project', { name: 'Moon', captions: shortSpeech }],
  ['emit', { type: 'export.ready' }],
  ['settled'],
  ['deliveries'],
  ['redeliver'],
  ['faults.add', { match: { endpoint: 'projects.create' }, status: 503, headers: { 'retry-after': '1' }, times: 2 }],
  ['faults.add', { match: { event: '*', share: 0.5 }, delay: 5 }],
  ['faults.add', { match: { file: 'exports', share: 0.5 }, cut: true, times: 3 }],
  ['faults.list'],
  ['faults.remove'],
  ['faults.clear'],
  ['about'],
  ['state.workspaces'],
  ['state.projects'],
  ['state.project'],
  ['state.webhooks'],
  ['state.jobs'],
  ['jobs.next', { status: 'held', seconds: 5 }],
  ['jobs.listNext'],
  ['jobs.clearNext'],
  ['jobs.end', { status: 'failed', error: 'By hand.' }],
  ['requests'],
  ['clock.status'],
  ['clock.advance', { advance_seconds: 5 }],
  ['snapshot'],
  ['restore'],
  ['reset'],
  ['document'],
];

test('every control response matches the schema of its route and has no other fields', async () => {
  const mock = createMock({ clock: 'manual', deliver: () => new Response() });
  const origin = new URL(mock.baseUrl).origin;
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: unknown) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await mock.fetch(origin + path, init);
    return { status: response.status, body: Object(await response.json()) };
  };
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.webhooks.register({ url: 'https://app.example/', events: ['export.ready'] });
  const sound = await client.audio.generateSound({ prompt: 'rain' });
  const ids: Partial<Record<ControlName, () => string | undefined>> = {
    redeliver: () => mock.deliveries[0]?.id,
    'state.project': () => mock.state.projects()[0]?.id,
    'faults.remove': () => mock.faults.list()[0]?.id,
  };
  const bodies = new Map<ControlName, object>();
  for (const [name, body] of requests) {
    const { method, path, response: schema } = controlTable[name];
    const id = ids[name]?.() ?? sound.job_id;
    const given = name === 'restore' ? bodies.get('snapshot') : body;
    const response = await send(method, `/_mock${path.replace('{id}', id)}`, given);
    expect([name, response.status, validate(schema, response.body)]).toEqual([name, 200, []]);
    expect([name, findUnknownFields(fieldTree(schema), response.body)]).toEqual([name, []]);
    bodies.set(name, response.body);
  }
  const streams = Object.entries(controlTable).flatMap(([name, row]) => (row.streams ? [name] : []));
  expect([...bodies.keys(), ...streams].sort()).toEqual(Object.keys(controlTable).sort());
  expect(bodies.get('requests')).toMatchObject({ requests: [{ endpoint: 'webhooks.register' }, {}] });
  expect(bodies.get('deliveries')).toMatchObject({ deliveries: [{ status: 'delivered' }] });
});
