import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { tarball } from '../built.mjs';

const guide = readFileSync(new URL('../../../docs/guides/first-ten-minutes.md', import.meta.url), 'utf8');

/** Follows the guide word for word in a folder. */
export async function firstTenMinutes(folder) {
  const [setup = '', startMock, runShorts = '', ...otherCommands] = blocksIn('sh');
  assert.deepEqual([startMock, otherCommands], ['npx clipwright mock\n', []]);
  run(setup.replace('install clipwright', `install --ignore-scripts ${tarball}`), folder);

  const shorts = join(folder, 'shorts');
  const programs = savePrograms(shorts);
  const last = programs.pop();
  for (const { file, code } of programs) assert.equal(run(`node ${file}`, shorts), printed(code));
  await withMock(shorts, (baseUrl) => {
    const commands = runShorts.replace('http://127.0.0.1:4010/api/v1', baseUrl);
    assert.equal(run(commands, shorts), printed(last.code));
  });
  for (const file of ['clip.srt', 'clip.mp4', 'clip-4.srt', 'clip-4.mp4'])
    assert.ok(existsSync(join(shorts, file)), file);
  console.log('The programs of the first ten minutes print what the guide says.');
}

function blocksIn(language) {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code);
}

/** Saves the programs under the names that the guide gives them. */
function savePrograms(folder) {
  const files = [...guide.matchAll(/Save as `([\w-]+\.ts)`/g)].map(([, file]) => file);
  const codes = blocksIn('ts');
  assert.equal(files.length, codes.length, 'The guide gives each program a name.');
  for (const [index, file] of files.entries()) writeFileSync(join(folder, file), codes[index]);
  return files.map((file, index) => ({ file, code: codes[index] }));
}

/** Returns the output that a program promises in its comments. */
function printed(code) {
  return [...code.matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
}

function run(commands, cwd) {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  return execFileSync('/bin/sh', ['-ec', commands], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs the mock on a free port. Does not use npx, because npx does not pass on signals. */
async function withMock(cwd, use) {
  const cli = 'node_modules/clipwright/dist/node/cli.js';
  const mock = spawn(process.execPath, [cli, 'mock', '--port', '0'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [output] = await once(mock.stdout.setEncoding('utf8'), 'data');
    await use(output.split('\n', 1)[0]);
  } finally {
    mock.kill();
  }
}
