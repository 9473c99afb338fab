import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { services } from '../../mock/services/table.ts';
import { codeBlocks } from '../demo/support/programs.ts';
import { inexactness } from '../support/exactness.ts';
import { hasCurl } from '../support/has-curl.ts';
import { builtCommand } from './support/built-command.ts';
import { commandLine } from './support/command-line.ts';
import { curl } from './support/curl.ts';
import { tour } from './support/tour.ts';

const { startMock } = commandLine(builtCommand);

const guide = fileURLToPath(new URL('../../docs/guides/other-languages.md', import.meta.url));
const [start, byCurl, curlOutput, byPython, pythonOutput, ...others] = codeBlocks(readFileSync(guide, 'utf8'));

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: the Python program of the guide is not tested.');

test('every code block of the guide is tested in this file', () => {
  expect(start).toMatchObject({ language: 'sh', code: 'npx clipwright mock --port 4010\n' });
  expect(others).toEqual([]);
});

test.skipIf(!hasCurl)('curl can call every endpoint, and each response matches the contract exactly', async () => {
  const { baseUrl } = await startMock();

  await tour(async ({ name, method, path, body }) => {
    const sent = body === undefined ? [] : ['--header', 'Content-Type: application/json', '--data', body];
    const args = ['--request', method, '--header', 'Authorization: Bearer sk_k7Qz', ...sent, baseUrl + path];
    const response = await curl(...args);
    expect([name, response.status, inexactness(name, response.body)]).toEqual([name, services[name].status ?? 200, []]);
    return response.body;
  });
});

test.skipIf(!hasCurl)('the curl commands print what the guide says', async () => {
  expect(await output('/bin/sh', '-c', byCurl?.code)).toBe(curlOutput?.code);
});

test.skipIf(!hasPython)('the Python program prints what the guide says', async () => {
  expect(await output('python3', '-c', byPython?.code)).toBe(pythonOutput?.code);
});

/** Returns the output of a program of the guide, which calls a new mock instead of the address in the guide. */
async function output(program: string, option: string, code = ''): Promise<string> {
  const { baseUrl } = await startMock();
  const cwd = await mkdtemp(join(tmpdir(), 'clipwright-languages-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const own = code.replace('http://127.0.0.1:4010', new URL(baseUrl).origin);
  const { stdout } = await promisify(execFile)(program, [option, own], { cwd });
  return stdout;
}
