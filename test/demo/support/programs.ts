import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMock, type MockServer } from 'clipwright/mock';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runScript } from './run-script.ts';

/** A fenced block of a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }));
}

/** Whether a program runs until it is stopped: those of the documents take a port from their environment. */
export function isServer(code: string): boolean {
  return code.includes('process.env.PORT');
}

/** Whether a program is run by a test runner of its own. */
function isForRunner(code: string): boolean {
  return /from '(clipwright\/(vitest|playwright)|@playwright\/test)'/.test(code);
}

/**
 * Registers tests that the programs, by file name, have no type error, run, and print what their comments `// → …` say.
 * Servers, and tests for a runner other than node:test, are only checked for type errors.
 * The environment of the programs has the base URL of a mock, an API key for it, and the id of a project as PROJECT_ID.
 */
export function testPrograms(programs: Readonly<Record<string, string>>): void {
  const files = Object.keys(programs);
  let folder: string;
  let server: MockServer;

  beforeAll(async () => {
    server = await startMock();
    // Inside the repository, where packages are found, and where git does not look.
    await mkdir(join(root, 'examples/output'), { recursive: true });
    folder = await mkdtemp(join(root, 'examples/output/programs-'));
    await Promise.all(Object.entries(programs).map(([file, code]) => writeFile(join(folder, file), code)));
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
    await server.close();
  });

  test('have no type error', { timeout: 60_000 }, () => {
    expect(typeErrors(files.map((file) => join(folder, file)))).toEqual([]);
  });

  const isProgram = (code: string) => !isServer(code) && !isForRunner(code);
  test.each(files.filter((file) => isProgram(programs[file] ?? '')))(
    'include %s, which runs, and prints what its comments say',
    { timeout: 20_000 },
    async (file) => {
      const { exitCode, stdout, stderr } = await runScript(join(folder, file));
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const promised = [...(programs[file] ?? '').matchAll(/^ *\/\/ → (.*)$/gm)].map(([, line]) => line);
      if (promised.length > 0) expect(stdout.trimEnd().split('\n')).toEqual(promised);
    },
  );
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function startMock(): Promise<MockServer> {
  const mock = createMock({ clock: 'realtime', speed: 100 });
  const captions = await readFile(join(root, 'examples/second-inaugural.vtt'), 'utf8');
  const { id } = await mock.seed.project({ name: 'Speech', captions });
  const server = await mock.listen();
  vi.stubEnv('CLIPWRIGHT_BASE_URL', server.baseUrl);
  vi.stubEnv('CLIPWRIGHT_API_KEY', 'test');
  vi.stubEnv('PROJECT_ID', id);
  return server;
}

export function typeErrors(files: string[], overrides: ts.CompilerOptions = {}): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, { ...options, ...overrides });
  const diagnostics = files.flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)));
  return diagnostics.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}
