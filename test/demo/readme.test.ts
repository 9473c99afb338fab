import { exec } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock, type MockServer } from 'clipwright/mock';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandLine } from '../cli/support/command-line.ts';
import type { PackageBuild } from '../packaging/package-build.ts';
import { hasCurl } from '../support/has-curl.ts';
import { buildForScripts, runScript } from './support/run-script.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
  language,
  code,
}));
const programs = blocks.filter(({ language }) => language === 'ts').map(({ code }) => code);
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => code.trim().split(/\n+(?=\w)/));

test('every block is of a kind that is tried here', () => {
  expect(programs.length).toBeGreaterThan(5);
  expect(blocks.every(({ language }) => language === 'ts' || language === 'sh')).toBe(true);
});

describe('the programs', () => {
  const files = programs.map((_, index) => `program-${index + 1}.ts`);
  let build: PackageBuild;
  let folder: string;
  let service: MockServer;

  beforeAll(async () => {
    build = await buildForScripts();
    service = await createMock({ clock: 'realtime', speed: 100 }).listen();
    vi.stubEnv('CLIPWRIGHT_BASE_URL', service.baseUrl);
    vi.stubEnv('CLIPWRIGHT_API_KEY', 'test');
    // Inside the repository, where packages are found, and where git does not look.
    await mkdir(join(root, 'examples/output'), { recursive: true });
    folder = await mkdtemp(join(root, 'examples/output/readme-'));
    await Promise.all(files.map((file, index) => writeFile(join(folder, file), programs[index] ?? '')));
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
    await service.close();
    await build.remove();
  });

  test('have no type error', { timeout: 60_000 }, () => {
    expect(typeErrors(files.map((file) => join(folder, file)))).toEqual([]);
  });

  test.each(files)('%s runs, and prints what it says', { timeout: 20_000 }, async (file) => {
    const { exitCode, stdout, stderr } = await runScript(build, join(folder, file));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const promised = [...(programs[files.indexOf(file)] ?? '').matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => line);
    if (promised.length > 0) expect(stdout.trimEnd().split('\n')).toEqual(promised);
  });
});

describe('the commands', () => {
  const clipwright = commandLine();

  test('are those that are tried here and in the checks of the whole package', () => {
    const others = commands.filter((command) => !/^curl /.test(command));
    expect(others).toEqual([
      'npm ci && npm run demo',
      'npm ci && npm test',
      'npm install clipwright',
      'npx clipwright mock --seed-file examples/second-inaugural.vtt',
    ]);
  });

  test.skipIf(!hasCurl)('with curl are answered', { timeout: 20_000 }, async () => {
    const mock = await clipwright.serve('--seed-file', join(root, 'examples/second-inaugural.vtt'));
    const [, PROJECT_ID] = await mock.printed(/Seeded project (\S+) /);
    const origin = new URL(mock.baseUrl).origin;
    const answers: unknown[] = [];
    for (const command of commands.filter((each) => /^curl /.test(each))) {
      const { stdout } = await promisify(exec)(command.replace('http://127.0.0.1:4010', origin), {
        env: { ...process.env, PROJECT_ID },
      });
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toEqual([
      expect.objectContaining({ name: 'Talk' }),
      expect.objectContaining({
        captions: [expect.anything(), expect.objectContaining({ text: 'At this second appearing' })],
      }),
      expect.objectContaining({ batch: expect.objectContaining({ failed_count: 0 }) }),
      { now: expect.any(String) },
    ]);
  });
});

function typeErrors(files: string[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, options);
  const diagnostics = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  return diagnostics.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}
