import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    mockUrl: string;
    receiverUrl: string;
  }
}

/** Starts the mock, and a receiver that accepts no delivery. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cli = fileURLToPath(new URL('../../../dist/node/cli.js', import.meta.url));
  const mock = spawn(process.execPath, [cli, 'mock', '--port', '0', '--clock', 'manual', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [mockUrl] = await once(createInterface(mock.stdout), 'line');
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(503).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  project.provide('mockUrl', String(mockUrl));
  project.provide('receiverUrl', `http://127.0.0.1:${Object(receiver.address()).port}/`);
  return async () => {
    mock.kill('SIGTERM');
    receiver.close();
    await once(mock, 'exit');
  };
}
