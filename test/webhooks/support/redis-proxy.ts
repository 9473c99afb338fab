import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A fixed address for a Redis server that can be replaced by another, as in hosted services. */
export interface RedisProxy {
  readonly port: number;
  /** Closes all connections. New connections go to the server on this port. */
  switchTo(port: number): void;
  close(): void;
}

/** Forwards connections to the server on a local port. */
export async function startProxy(firstPort: number): Promise<RedisProxy> {
  let target = firstPort;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    // Cast: the address of a server that listens on TCP is always an object.
    port: (server.address() as AddressInfo).port,
    switchTo(port) {
      target = port;
      closeConnections();
    },
    close() {
      server.close();
      closeConnections();
    },
  };
}
