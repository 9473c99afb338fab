import assert from 'node:assert/strict';
import { Clipwright } from 'clipwright';
import { createMock, type MockOptions, type RequestRecord } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { apiNames } from '../../mock/api/table.ts';
import { projectIdOf } from '../../mock/console/copied/named-ids.ts';
import { testOf } from '../../mock/console/copied/test.ts';
import { rowCalls, seedIds } from '../mock/support/row-calls.ts';
import { type OpenTransport, openInProcess } from '../support/transports.ts';

type World = ReturnType<typeof openWorld>;

function openWorld(options: MockOptions = {}) {
  const mock = createMock({ seed: 'another', deliver: () => new Response(), ...options });
  const client = new Clipwright({ apiKey: 'key-of-somebody', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0 });
  const send = (path: string, body: unknown, headers: Record<string, string> = { authorization: 'Bearer key' }) =>
    mock.fetch(mock.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { mock, client, send };
}

/** As the console has it: what it knows was sent to it as JSON. */
function programFor({ mock }: Pick<World, 'mock'>, request: RequestRecord | undefined = mock.requests.at(-1)): string {
  const requests: RequestRecord[] = JSON.parse(JSON.stringify(mock.requests));
  const found = requests.find(({ id }) => id === request?.id);
  if (!found) throw new Error('There is no request.');
  const id = projectIdOf(found);
  const project = mock.state.projects().some((each) => each.id === id) ? mock.state.project(id ?? '') : undefined;
  return testOf(found, { requests, faults: mock.faults.list(), project }, 'node:test');
}

/** Runs a program with the package's sources in place of what it imports. */
async function run(program: string): Promise<void> {
  const code = program.replace(/^import .*\n/gm, '');
  let body: (() => Promise<void>) | undefined;
  const collect = (_title: string, given: () => Promise<void>) => {
    body = given;
  };
  new Function('assert', 'test', 'Clipwright', 'createMock', code)(assert, collect, Clipwright, createMock);
  await body?.();
}

const jobCalls = {
  'jobs.retrieve': async ({ client }: OpenTransport) => {
    const job = await client().audio.generateSound({ prompt: 'rain' });
    await client().jobs.retrieve(job);
  },
  'jobs.cancel': async ({ client }: OpenTransport) => {
    const job = await client().audio.generateSound({ prompt: 'rain' });
    await client().jobs.cancel(job);
  },
};

describe('A copied test', () => {
  for (const name of apiNames) {
    test(`passes for ${name}`, async () => {
      const open = openInProcess({ deliver: () => new Response() });
      if (name === 'jobs.retrieve' || name === 'jobs.cancel') await jobCalls[name](open as unknown as OpenTransport);
      else await rowCalls[name](open.client(), await seedIds(open as unknown as OpenTransport));
      const program = programFor(open);
      expect(open.mock.requests.at(-1)?.endpoint).toBe(name);
      expect(program).toContain(`client.${name}(`);
      await run(program);
    });
  }

  test('fails where the response is another one', async () => {
    const world = openWorld();
    await world.client.projects.create({ name: 'Talk' });
    const program = programFor(world);
    await expect(run(program.replace('answer.name, "Talk"', 'answer.name, "Tale"'))).rejects.toThrow('Tale');
    await expect(run(program.replace('.status, 201', '.status, 200'))).rejects.toThrow('200');
  });

  test('sends what the client refuses without it, and asserts the refusal', async () => {
    const world = openWorld();
    await world.send('/projects', { nam: 'Talk' });
    const program = programFor(world);
    expect(program).not.toContain('Clipwright');
    expect(program).toContain('assert.equal(error.param, "name")');
    await run(program);
  });

  test('asserts that there is no such project', async () => {
    const world = openWorld();
    await world.client.captions.list('nothing').catch(() => {});
    await run(programFor(world));
  });

  test('asserts a refusal without an API key, with another, and of one request too many', async () => {
    const keyless = openWorld();
    await keyless.send('/projects', { name: 'Talk' }, {});
    await run(programFor(keyless));
    const unknown = openWorld({ apiKeys: ['the-only-one'] });
    await unknown.send('/projects', { name: 'Talk' });
    expect(programFor(unknown)).toContain('status: 401');
    await run(programFor(unknown));
    const limited = openWorld({ rateLimit: '1/60s' });
    await limited.send('/projects', { name: 'Talk' });
    await limited.send('/projects', { name: 'Talk' });
    expect(programFor(limited)).toContain('status: 429');
    await run(programFor(limited));
  });

  test('asserts that there is no such path', async () => {
    const world = openWorld();
    await world.send('/project', { name: 'Talk' });
    await run(programFor(world));
  });

  test('adds the fault that struck, also when it is no longer in force', async () => {
    for (const kind of [{ status: 503 }, { drop: true }, { status: 429, when: 'after' }, { omit: 'id' }] as const) {
      const world = openWorld();
      world.mock.faults.add({ ...kind, match: { endpoint: 'projects.create' }, times: 'omit' in kind ? 2 : 1 });
      await world.client.projects.create({ name: 'Talk' }).catch(() => {});
      const program = programFor(world);
      expect(program).toContain(Object.keys(kind)[0]);
      await run(program);
      await expect(run(program.replace(/mock\.faults\.add\(.*\);/, ''))).rejects.toThrow();
    }
  });

  test('says why there is none where the fault is not known any more', async () => {
    const world = openWorld();
    world.mock.faults.add({ malformed: true, match: { endpoint: 'projects.create' }, times: 1 });
    await world.client.projects.create({ name: 'Talk' }).catch(() => {});
    expect(() => programFor(world)).toThrow('no longer in force');
  });

  test('repeats a request whose response was replayed, and one that conflicts', async () => {
    const world = openWorld();
    const idempotencyKey = 'key-12345678';
    await world.client.projects.create({ name: 'Talk' }, { idempotencyKey });
    await world.client.projects.create({ name: 'Talk' }, { idempotencyKey });
    const replayed = programFor(world);
    expect(replayed).toContain('replayed, true');
    await run(replayed);
    await world.client.projects.create({ name: 'Other' }, { idempotencyKey }).catch(() => {});
    expect(programFor(world)).toContain('status: 409');
    await run(programFor(world));
  });

  test('takes hostile texts as they are', async () => {
    const world = openWorld();
    const name = `'"\`\${process.exit(1)}\\\n\u2028\u2029</script>$&\ud800 */ -->`;
    await world.client.projects.create({ name, description: name });
    await run(programFor(world));
    await world.send('/projects', JSON.parse(`{"__proto__": {"name": "x"}, "\`\${1}": "'"}`));
    expect(world.mock.requests.at(-1)?.status).toBe(400);
    await run(programFor(world));
    await world.mock.seed.project({
      name,
      captions: 'WEBVTT\n\n00:00.000 --> 00:02.000\n`$ {1}` &lt;b&gt; a&amp;b\n',
      apiKey: 'key-of-somebody',
    });
    const { id } = world.mock.state.projects().at(-1) ?? { id: '' };
    await world.client.captions.list(id);
    expect(programFor(world)).toContain('answer.items.length, 1');
    await run(programFor(world));
    // Of another workspace.
    await world.mock.fetch(`${world.mock.baseUrl}/projects/${id}/captions?\`\${1}=\\`, {
      headers: { authorization: 'Bearer k' },
    });
    expect(world.mock.requests.at(-1)?.status).toBe(404);
    await run(programFor(world));
  });

  test('names words that the request, or a later one, has split or merged', async () => {
    const open = openInProcess();
    const ids = await seedIds(open as unknown as OpenTransport);
    await rowCalls['captions.words.retime'](open.client(), ids);
    await rowCalls['captions.words.split'](open.client(), ids);
    await rowCalls['captions.words.merge'](open.client(), ids);
    const records = open.mock.requests.filter(({ method }) => method === 'POST');
    for (const record of records) await run(programFor(open, record));
    expect(programFor(open, records[1])).toContain('word_id: captions[0].words[0][0]');
    expect(programFor(open, records[2])).toContain('captions[0].words[2][0], captions[0].words[3][0]');
  });

  test('seeds items as long as they were before they were trimmed', async () => {
    const open = openInProcess();
    const { project, caption } = await seedIds(open as unknown as OpenTransport);
    const items = [{ timeline_item_id: caption, trim_end_seconds: 1.5 }];
    await open.client().timeline.batchTrim(project, { items });
    const program = programFor(open);
    expect(program).toContain('answer.success, true');
    await run(program);
  });

  test('does not depend on the outcomes that jobs were to have', async () => {
    const world = openWorld();
    world.mock.jobs.next({ status: 'review' });
    await world.client.audio.generateSound({ prompt: 'rain' });
    await run(programFor(world));
    world.mock.jobs.next({ status: 'review' });
    await rowCalls['clips.generate'](world.client, { project: '', video: '', caption: '', words: [] });
    await run(programFor(world));
  });

  test('has no API key of the mock', async () => {
    const world = openWorld();
    await world.client.projects.create({ name: 'Talk' });
    expect(programFor(world)).not.toContain('key-of-somebody');
  });
});
