import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts an HTTP server for one test, and returns its base URL. */
export async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Returns the base URL of a closed server, whose port refuses connections. */
export async function refusingBaseUrl(): Promise<string> {
  const server = createServer();
  const baseUrl = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return baseUrl;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: the address of a server that listens on a port is always an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}
