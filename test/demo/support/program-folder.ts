import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'clipwright/mock';
import { afterAll } from 'vitest';
import { root } from './programs.ts';

/** Writes programs, by file name, into a folder that is removed after the tests of a file. Returns its path. */
export function folderOf(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
  // Node resolves the programs' imports from this link.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const [file, code] of Object.entries(programs)) writeFileSync(join(folder, file), code);
  return folder;
}

/** Serves a mock with a project, and sets the environment variables that programs read. Returns a cleanup function. */
export async function serveProject(): Promise<() => Promise<void>> {
  const mock = createMock({ clock: 'realtime', speed: 100 });
  const captions = readFileSync(join(root, 'examples/second-inaugural.vtt'), 'utf8');
  const { id } = await mock.seed.project({ name: 'Speech', captions });
  const server = await mock.listen();
  const { env } = process;
  process.env = { ...env, CLIPWRIGHT_BASE_URL: server.baseUrl, CLIPWRIGHT_API_KEY: 'test', PROJECT_ID: id };
  return async () => {
    process.env = env;
    await server.close();
  };
}
