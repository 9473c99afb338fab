import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { commandLine, hasTerminal, type OnTerminal, type Terminal } from './support/command-line.ts';

const { startOnTerminal } = commandLine();

const CTRL_D = '\u0004';

const CTRL_C = '\u0003';
const key = 'sk_live_4eC39HqLyjWDarjt';
const uuid = '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11';

describe.skipIf(!hasTerminal)('on a terminal, clipwright mock', () => {
  test('first prints how to call and stop the mock, and Ctrl+C stops the mock', async () => {
    const mock = await startMock({ columns: 120 });
    const { code, stdout } = await stop(mock);
    const { baseUrl } = mock;

    expect(code).toBe(0);
    expect(linesOf(stdout).map((line) => line.trimEnd())).toEqual([
      '',
      `  clipwright mock ${manifest.version}`,
      '',
      `  Address  ${baseUrl}`,
      '  API key  test (any other key works, too, and has its own workspace)',
      `  Console  ${new URL('/_mock/', baseUrl)} shows and changes the state`,
      `  Page     ${new URL('/', baseUrl)} describes the mock, with links`,
      '  Stop     Ctrl+C',
      '',
      `  curl ${baseUrl}/projects -H 'Authorization: Bearer test' -H 'Content-Type: application/json' -d '{"name": "Talk"}'`,
    ]);
  });

  test('shows the first key of --api-key, and a curl command with this key', async () => {
    const mock = await startMock({ columns: 80 }, '--api-key', "sk_it's,sk_other");
    const { stdout } = await stop(mock);

    expect(stripVTControlCharacters(stdout)).toContain("API key  sk_it's (the first of 2)");
    expect(stdout).toContain(`-H 'Authorization: Bearer sk_it'\\''s' `);
    expect(stdout).not.toContain('sk_other');
  });

  test('colors each line by its status, and truncates lines to the terminal’s width', async () => {
    const mock = await startMock({ columns: 90 });
    await callOften(mock.baseUrl);
    const { stdout } = await stop(mock);

    expect(stdout).toContain('\u001b[32m201\u001b[39m');
    expect(stdout).toContain('\u001b[33m404\u001b[39m');
    const log = linesOf(stdout).filter((line) => /^\d\d:|^ {9}/.test(line));
    for (const line of log) expect(line.length).toBeLessThanOrEqual(90);
    expect(log.map((line) => line.replace(/^[\d:]{8}/, '[time]').replace(/ +(?:\d+|<1) ms/, ' [took]'))).toEqual([
      `[time] POST   /projects                    201 [took] projects.create · req-1`,
      '[time] GET    /projects/0b0f2d8c…/captions 404 [took] captions.list',
      '         param projectId · not_found · req-2',
      '[time] GET    /nothing                     404 [took]',
      '         The nearest path is /api/v1/clips. · req-3',
      '[time] GET    /openapi.json                200 [took]',
    ]);
  });

  test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('does not print colors with %o', async (env) => {
    const mock = await startMock({ columns: 90, env });
    await callOften(mock.baseUrl);
    const { stdout } = await stop(mock);

    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain(' POST   /projects                    201 ');
  });

  test('with --quiet, prints only the address', async () => {
    const mock = await startMock({ columns: 90 }, '--quiet');
    await callOften(mock.baseUrl);
    const { code, stdout } = await stop(mock);

    expect([code, linesOf(stdout)]).toEqual([0, [mock.baseUrl]]);
  });

  test('with --json, prints only JSON lines', async () => {
    const mock = startOnTerminal({ columns: 90 }, 'mock', '--port', '0', '--json');
    const [, baseUrl = ''] = await mock.printed(/"baseUrl":"([^"]+)"/);
    await callOften(baseUrl);
    await mock.printed(/openapi\.json/);
    const { stdout } = await stop(mock);
    const types = stdout
      .split('\r\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).type);

    expect(stdout).not.toContain('\u001b');
    expect(types[0]).toBe('listening');
    expect(types).toEqual(expect.arrayContaining(['request', 'unrecorded_request']));
  });
});

async function startMock(terminal: Terminal, ...args: string[]) {
  const mock = startOnTerminal(terminal, 'mock', '--port', '0', ...args);
  const [, baseUrl = ''] = await mock.printed(/(http:\/\/[\w.:]+\/api\/v1)/);
  return { ...mock, baseUrl };
}

function stop(mock: OnTerminal) {
  mock.type(CTRL_C);
  return mock.ended;
}

async function callOften(baseUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Talk"}' });
  await fetch(`${baseUrl}/projects/${uuid}/captions?limit=2`, { headers });
  for (const path of ['/nothing', '/openapi.json']) await fetch(new URL(path, baseUrl));
}

/** The printed lines without colors, carriage returns and the `^C` of the terminal. */
function linesOf(stdout: string): string[] {
  return stripVTControlCharacters(stdout).replace('^C', '').trimEnd().split('\r\n');
}

test.skipIf(!hasTerminal)('on a terminal, clipwright verify says that it waits for a body', async () => {
  const verify = startOnTerminal({ columns: 120 }, 'verify', '--secret', 's', '--signature', 'a', '--timestamp', '1');
  await verify.printed(/^Reading the body from the terminal, until Ctrl\+D\. Use `< body\.json` to read a file\.\r\n/);
  verify.type(CTRL_D);

  expect(await verify.ended).toMatchObject({ code: 1, stdout: expect.stringContaining('invalid (no_match)') });
});
