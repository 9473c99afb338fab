import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookHandler, type ExportReadyEvent, toNodeListener } from 'clipwright/webhooks';

export interface Receiver {
  readonly url: string;
  /** The first `export.ready` with a valid signature. */
  readonly firstExport: Promise<ExportReadyEvent>;
  close(): void;
}

/** Listens for signed events on a free port of this machine. */
export async function startReceiver(secret: string): Promise<Receiver> {
  const server = createServer();
  const firstExport = new Promise<ExportReadyEvent>((resolve) => {
    server.on('request', toNodeListener(createWebhookHandler({ secret, on: { 'export.ready': resolve } })));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    firstExport,
    close() {
      server.close();
      // Close the connections that the service keeps open.
      server.closeAllConnections();
    },
  };
}
