import type { Mock, MockSnapshot } from 'clipwright/mock';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { isFull, runs } from '../support/amount.ts';
import { errorInexactness } from '../support/exactness.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { openInProcess } from '../support/transports.ts';
import { type HostileRequest, hostileRequest } from './fuzz/hostile-request.ts';

const RUNS = runs(10_000);

let mock: Mock;
let baseUrl: string;
let fetch: typeof globalThis.fetch;
let saved: MockSnapshot;
let savedText: string;
/** The number of successful reads of a project after a hostile request changed the state. */
let readsAfterChange = 0;

beforeAll(async () => {
  const transport = openInProcess({ deliver: () => new Response() });
  ({ mock, baseUrl, fetch } = transport);
  const client = transport.client();
  const { id: project_id } = await seedShortSpeech(mock);
  await client.webhooks.register({ url: 'https://hook.example', events: ['project.created', 'job.complete'] });
  await client.audio.generateSound({ prompt: 'rain', project_id });
  await client.audio.importFromLibrary({ provider: 'p', external_id: '1', project_id });
  await client.projects.create({ name: 'Remembered' });
  await mock.settled();
  saved = await mock.snapshot();
  savedText = JSON.stringify(saved);
});

test('a hostile request never causes a 500, and changes nothing if it is rejected', async () => {
  const counts = new Map<number, number>();
  const requests = hostileRequest(idsIn(saved), saved);
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await fetch(new URL(baseUrl).origin + request.target, initOf(request));
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      expect(response.status).not.toBe(500);
      const after = await mock.snapshot();
      const changed = JSON.stringify(after) !== savedText;
      if (response.status >= 400) {
        await expectRefusal(response, request);
        if (changed) expect(withoutReplays(after)).toBe(withoutReplays(saved));
      }
      if (changed || request.target.startsWith('/_mock')) await checkAndRestore(changed);
    }),
    { numRuns: RUNS },
  );
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  if (!isFull) return;
  // The property would hold trivially if nearly all requests were rejected for the same reason.
  for (const status of [200, 201, 400, 401, 404, 405, 415])
    expect(counts.get(status), `${status}`).toBeGreaterThan(RUNS / 500);
  expect(readsAfterChange).toBeGreaterThan(RUNS / 500);
});

function initOf({ method, headers, body }: HostileRequest): RequestInit {
  const bodyless = body === undefined || method === 'GET' || method === 'HEAD';
  return { method, headers, ...(!bodyless && { body: Buffer.from(body, 'latin1') }) };
}

async function expectRefusal(response: Response, { method }: HostileRequest): Promise<void> {
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('application/json');
  if (method !== 'HEAD') expect(errorInexactness(JSON.parse(text))).toEqual([]);
}

/** Removes all faults. If the state has changed, also checks that the mock still responds, and restores the state. */
async function checkAndRestore(changed: boolean): Promise<void> {
  await mock.faults.clear();
  if (!changed) return;
  const headers = { authorization: 'Bearer test' };
  const id = (await mock.snapshot({ apiKey: 'test' })).workspaces[0]?.projects[0]?.id ?? '';
  for (const read of ['captions', 'captions/words', 'jobs', 'timeline/at?time_seconds=1', 'transcript/segments']) {
    const path = `${baseUrl}/projects/${encodeURIComponent(id)}/${read}`;
    const { status } = await fetch(path, { headers });
    expect(status, path).not.toBe(500);
    if (status === 200) readsAfterChange += 1;
  }
  await mock.reset();
  await mock.restore(saved);
}

/** Serializes a snapshot without stored responses and empty workspaces, because a rejected request may add these. */
function withoutReplays({ workspaces, ...rest }: MockSnapshot): string {
  const kept = workspaces.filter(({ idCount }) => idCount > 0).map(({ idempotency, ...workspace }) => workspace);
  return JSON.stringify({ ...rest, workspaces: kept });
}

function idsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
}
