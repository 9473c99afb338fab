import { createMock, type Mock, type MockOptions, type MockServer } from 'clipwright/mock';
import { connectMock, type RemoteMock } from 'clipwright/mock/remote';
import { afterEach } from 'vitest';
import type { AwaitedMock } from './awaited-mock.ts';

/** A mock that listens, and is controlled over its socket. */
export interface ServedMock {
  readonly mock: AwaitedMock;
  /** The mock itself. */
  readonly served: Mock;
  readonly baseUrl: string;
  /** Sends what is for the base URL to the socket. */
  readonly fetch: typeof globalThis.fetch;
}

interface Connection {
  readonly server: MockServer;
  readonly remote: RemoteMock;
}

const connections: Promise<Connection>[] = [];

afterEach(async () => {
  for (const connection of connections.splice(0)) await (await connection).server.close();
});

/** Begins to listen at once; what is called meanwhile waits for it. */
export function serveMock(options: MockOptions): ServedMock {
  const served = createMock(options);
  const connection = connect(served);
  connections.push(connection);
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { server } = await connection;
    return globalThis.fetch(redirected(input, served.baseUrl, server.baseUrl), init);
  };
  // Cast: the proxy has what the remote mock has.
  return { mock: awaiting(connection) as AwaitedMock, served, baseUrl: served.baseUrl, fetch };
}

async function connect(mock: Mock): Promise<Connection> {
  const server = await mock.listen();
  return { server, remote: await connectMock(server.baseUrl) };
}

function redirected(input: string | URL | Request, from: string, to: string): string | Request {
  const url = input instanceof Request ? input.url : String(input);
  const target = url.replace(new URL(from).origin, new URL(to).origin);
  return input instanceof Request ? new Request(target, input) : target;
}

const parts = ['seed', 'state', 'clock', 'jobs', 'faults'];
const lists = ['requests', 'deliveries'];

/** The members of a remote mock that is still to be connected. */
function awaiting(connection: Promise<Connection>): object {
  const read = async (name: string) => Reflect.get((await connection).remote, name);
  const call = (path: readonly string[], given: unknown[]) =>
    connection.then(({ remote }) => {
      const owner = path.slice(0, -1).reduce<object>((object, name) => Reflect.get(object, name), remote);
      return Reflect.get(owner, String(path.at(-1))).apply(owner, given);
    });
  const method =
    (path: readonly string[]) =>
    (...given: unknown[]) =>
      call(path, given);
  return new Proxy(
    {},
    {
      get: (_, name: string) => {
        if (lists.includes(name)) return read(name);
        if (!parts.includes(name)) return method([name]);
        return new Proxy({}, { get: (_, member: string) => method([name, member]) });
      },
    },
  );
}
