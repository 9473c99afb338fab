import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
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

  test.each([
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
