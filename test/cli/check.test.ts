import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { listenFor } from '../../mock/cli/check/webhook.ts';
import { freePort } from '../support/free-port.ts';
import { commandLine } from './support/command-line.ts';

const { run } = commandLine();
const apiKey = 'sk_live_very_secret';

async function serve() {
  const mock = createMock({ apiKeys: [apiKey] });
  const server = await mock.listen({ port: 0 });
  const check = (...args: string[]) => run(['check', '--base-url', server.baseUrl, '--api-key', apiKey, ...args]);
  return { mock, server, check };
}

const newPath = async () => join(await mkdtemp(join(tmpdir(), 'clipwright-check-')), 'answers.json');

describe('clipwright check', () => {
  test('only reads by default, and finds no difference in the mock', async () => {
    const { mock, server, check } = await serve();
    await using _ = server;
    const { code, stdout } = await check();

    expect(code).toBe(0);
    expect(stdout).toContain('It only reads.');
    expect(stdout).not.toContain('≠');
    expect(new Set(mock.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('prints the report as JSON and nothing else with --json', async () => {
    const { server, check } = await serve();
    await using _ = server;
    const { code, stdout, stderr } = await check('--json');
    const report = JSON.parse(stdout);

    expect([code, stderr]).toEqual([0, '']);
    expect(Object.keys(report)).toEqual(['breaches', 'answers', 'notAsked', 'requests']);
    expect(report.requests).toBe(2);
    expect(report.answers).toContainEqual({
      point: 'error.notFound',
      service: '404',
      mock: '404',
      same: true,
      follows: 'Nothing.',
      request: 'GET /projects/{projectId}/jobs',
    });
    expect(stdout).not.toContain(apiKey);
  });

  test('exits with 3 and names the change if an answer differs from --answers', async () => {
    const { server, check } = await serve();
    await using _ = server;
    const path = await newPath();
    expect((await check('--out', path)).code).toBe(0);
    expect((await check('--answers', path)).code).toBe(0);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"service": "404"', '"service": "410"'));
    const { code, stdout } = await check('--answers', path);

    expect(code).toBe(3);
    expect(stdout).toContain('! error.notFound: 410 is now 404\n');
  });

  test.each([
    ['the base URL is missing', ['check', '--api-key', apiKey], 'The base URL is missing.'],
    ['the base URL has a query', ['--base-url', 'http://127.0.0.1:1/?v=1'], '--base-url must have no query'],
    ['the base URL has a fragment', ['--base-url', 'http://127.0.0.1:1/#v1'], '--base-url must have no query'],
    ['the API key is missing', ['check', '--base-url', 'http://127.0.0.1:1'], 'The API key is missing.'],
    ['--out cannot be written', ['--out', '/no/such/folder/answers.json'], 'cannot be written'],
    ['--answers cannot be read', ['--answers', '/no/such/file.json'], 'is not a report of --out'],
    ['--webhook-url is given without --write', ['--webhook-url', 'http://127.0.0.1:1'], '--webhook-url needs --write'],
  ])('exits with 2 and sends nothing if %s', async (_, args, message) => {
    const { mock, server, check } = await serve();
    await using _server = server;
    const { code, stderr } = await (args[0] === 'check' ? run(args) : check(...args));

    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(mock.requests).toHaveLength(0);
  });

  test('explains each difference in one line, and groups what it did not ask', async () => {
    await using server = await createMock({ answers: [{ point: 'error.notFound', service: '410' }] }).listen({
      port: 0,
    });
    const { stdout } = await run(['check', '--base-url', server.baseUrl, '--api-key', apiKey]);
    const lines = stdout.split('\n');

    expect(lines).toContain(
      '  The status of the response to an unknown identifier. Look for the status 410 of an ApiError, rather than for NotFoundError.',
    );
    expect(lines.filter((line) => line.startsWith('?')).length).toBeLessThan(10);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(200);
  });

  test('says on standard error what it leaves, what has changed and what is missing, with --json', async () => {
    const { server, check } = await serve();
    await using _ = server;
    const path = await newPath();
    const answers = [
      { point: 'error.notFound', service: '410' },
      { point: 'event.size', service: 'small' },
    ];
    await writeFile(path, JSON.stringify({ answers }));
    const { code, stderr } = await check('--json', '--write', '--answers', path);

    expect(code).toBe(3);
    expect(stderr).toContain('! error.notFound: 410 is now 404\n');
    expect(stderr).toContain('? 1 answers of the earlier report are missing: event.size\n');
    expect(stderr).toMatch(/^Left at the service: project /m);
  });

  test('listens for a tunnel on 127.0.0.1 only', async () => {
    const port = await freePort();
    const webhook = await listenFor(new URL(`http://hooks.invalid:${port}/hook`));
    const post = (host: string) => fetch(`http://${host}:${port}/hook`, { method: 'POST' });

    expect((await post('127.0.0.1')).status).toBe(204);
    await expect(post('127.0.0.2')).rejects.toThrow();
    await webhook.close();
  });

  test.each([
    ['does not know the project', ['--project', 'none', '--write'], 'The project cannot be read'],
    ['refuses the API key', ['--api-key', 'sk_other_key'], 'refused the API key'],
    ['cannot be reached', ['--base-url', 'http://127.0.0.1:1'], 'got no response'],
  ])('exits with 4 if the service %s', async (_, args, message) => {
    const { server, check } = await serve();
    await using _server = server;
    const { code, stderr } = await check(...args);

    expect(code).toBe(4);
    expect(stderr).toContain(message);
  });
});

test('clipwright mock --answers refuses a file that is no report', async () => {
  const path = await newPath();
  await writeFile(path, '{"breaches":[]}');

  expect(await run(['mock', '--answers', path])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--answers'),
  });
});
