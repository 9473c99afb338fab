import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { isNotFound } from './tasks.ts';

/** Starts a mock in this process. Its state is saved in the folder, so that a later run can continue. */
export async function startMock(folder: string): Promise<AsyncDisposable & { readonly client: Clipwright }> {
  const mock = createMock({ clock: 'realtime' });
  const file = join(folder, 'mock.json');
  try {
    mock.restore(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  const server = await mock.listen();
  return {
    client: new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl }),
    async [Symbol.asyncDispose]() {
      await mkdir(folder, { recursive: true });
      await writeFile(file, JSON.stringify(mock.snapshot()));
      await server.close();
    },
  };
}
