// Makes requests of all kinds, from which the check copies commands and tests.
import { sampleCalls, seedIds } from '../../support/sample-calls.ts';

/** An API key that must not show up in anything copied. */
export const secretKey = 'sk_live_4eC39HqLyjWDarjt';

const hostile = `It's "quoted" \`$HOME\` \${1} $(exit 1) \\\n!! %s @file \u2028\u202e </script> */ -->`;
const captions = `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nit's <00:00:01.000>$HOME &lt;b&gt; a&amp;b\n`;

/** Faults by the titles of the requests that they hit. */
const faults = {
  'a fault with a status': { status: 503 },
  'a fault that drops': { drop: true },
  'a fault after the service': { status: 429, when: 'after' },
  'a fault that omits': { omit: 'id' },
};

/** Sends requests to a mock. Returns the ids of the requests by title. */
export async function makeRequests(opened) {
  const { mock, post } = opened;
  const ids = await idsOf(mock, plainRequests(opened));
  for (const [title, fault] of Object.entries(faults)) {
    mock.faults.add({ ...fault, match: { endpoint: 'projects.create' }, times: 'omit' in fault ? 2 : 1 });
    Object.assign(ids, await idsOf(mock, { [title]: () => post('/projects', { name: 'Talk' }).catch(() => {}) }));
  }
  return ids;
}

function plainRequests({ mock, client, baseUrl, post }) {
  const authorization = `Bearer ${secretKey}`;
  const json = { 'content-type': 'application/json' };
  const create = (headers, name = hostile) => {
    const body = JSON.stringify({ name, description: '@/etc/passwd' });
    return fetch(`${baseUrl}/projects`, { method: 'POST', headers: { ...json, ...headers }, body });
  };
  const idempotent = { authorization, 'idempotency-key': 'key-12345678', 'x-own': "it's", 'x-empty': '' };
  const seed = () => mock.seed.project({ name: hostile, captions });
  return {
    'a success': () => client.projects.create({ name: 'Talk' }),
    'hostile texts': () => create(idempotent),
    'a replayed response': () => create(idempotent),
    'a conflict': () => create(idempotent, 'Other'),
    'no API key': () => create({}),
    'a long body': () => create({ authorization }, `${hostile}${'x'.repeat(300_000)}`),
    'a rejected request': () => post('/projects', { nam: 'Talk' }),
    'hostile fields': () => post('/projects', '{"__proto__": {"name": "x"}, "`$(1)": "\'"}'),
    'no such path': () => fetch(`${baseUrl}/project`, { headers: { authorization } }),
    'no such project': () => client.captions.list('nothing').catch(() => {}),
    'brackets and quotes in a query': () =>
      fetch(`${baseUrl}/projects/p/captions?limit=[1-3]&x={a,b}&y='\`\${1}=\\`, { headers: { authorization } }),
    'hostile captions': async () => client.captions.list((await seed()).id),
  };
}

/** Like {@link makeRequests}, but calls every endpoint, and also reads and cancels a job. */
export function makeRowRequests({ mock, client }) {
  const job = () => client.audio.generateSound({ prompt: 'rain' });
  const rows = Object.entries(sampleCalls).map(([name, call]) => [
    name,
    async () => call(client, await seedIds({ mock, client: () => client })),
  ]);
  return idsOf(mock, {
    ...Object.fromEntries(rows),
    'jobs.retrieve': async () => client.jobs.retrieve(await job()),
    'jobs.cancel': async () => client.jobs.cancel(await job()),
  });
}

/** Like {@link makeRequests}, for a mock that accepts one API key and allows it one request. */
export function makeRefusedRequests({ mock, post }) {
  const create = (apiKey) => post('/projects', { name: 'Talk' }, apiKey);
  return idsOf(mock, {
    'an unknown API key': () => create('unknown'),
    'one request too many': async () => [await create(secretKey), await create(secretKey)],
  });
}

async function idsOf(mock, requests) {
  const ids = {};
  for (const [title, send] of Object.entries(requests)) {
    await send();
    ids[title] = mock.requests.at(-1).id;
  }
  return ids;
}
