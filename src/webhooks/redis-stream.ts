import { callSafely } from '../core/async/call-safely.ts';
import { onAbort } from '../core/async/cancellation.ts';
import { type Evaluate, type IoredisClient, type NodeRedisClient, toEvaluate } from './redis-client.ts';

/** An entry of the stream: the identifiers that an event names. */
export interface StreamEntry {
  readonly id: string;
  readonly ids: readonly string[];
}

/** A connection that reads a stream. */
export interface StreamReader {
  readonly evaluate: Evaluate;
  /** Returns the entries after an id. Waits up to two seconds for the first. */
  read(stream: string, afterId: string): Promise<readonly StreamEntry[]>;
  /** Whether the connection is open. If not, the client is connecting again, or has given up. */
  isReady(): boolean;
  close(): void;
}

/** Opens a connection with the settings of a client. `report` gets the errors of the connection. */
export async function openReader(
  client: { duplicate(): unknown },
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<StreamReader> {
  // Cast: the client was checked, and a duplicate is a client of the same kind.
  const own = duplicate(client as Connection);
  // Without a listener, ioredis logs each failed attempt to connect, and redis throws.
  own.on('error', report);
  const unlisten = onAbort(signal, end);
  const close = () => {
    unlisten();
    end();
  };
  try {
    signal.throwIfAborted();
    // A client of redis connects only when it is told to.
    if (own.xRead !== undefined) await own.connect();
  } catch (error) {
    close();
    throw error;
  }
  return {
    evaluate: toEvaluate(own),
    async read(stream, afterId) {
      const reply = own.xRead
        ? await own.xRead({ key: stream, id: afterId }, { COUNT: maxEntries, BLOCK: maxDelay })
        : await own.xread('COUNT', maxEntries, 'BLOCK', maxDelay, 'STREAMS', stream, afterId);
      return toEntries(reply);
    },
    isReady: () => own.isReady ?? own.isOpen ?? own.status === 'ready',
    close,
  };

  /** Ends the connection. Some clients of redis throw or reject if it has ended already. */
  function end() {
    void callSafely(() => (own.destroy === undefined ? own.disconnect() : own.destroy()));
  }
}

/** Duplicates a client, but lets the first command wait until the connection is open. */
function duplicate(client: Connection): Connection {
  if (client.xRead !== undefined) return client.duplicate({ disableOfflineQueue: false });
  const settings = { enableOfflineQueue: true };
  return client.isCluster ? client.duplicate([], settings) : client.duplicate(settings);
}

const maxEntries = 1000;

/** In milliseconds. Shorter than the usual limits of clients for one command. */
const maxDelay = 2000;

type Connection = (IoredisClient | NodeRedisClient) & {
  duplicate(...settings: object[]): Connection;
  /** True in cluster clients of ioredis, whose settings are the second argument of `duplicate`. */
  readonly isCluster?: boolean;
  /** Exist only in clients of redis; `isReady` not in those of clusters. */
  readonly isReady?: boolean;
  readonly isOpen?: boolean;
  /** Exists only in clients of ioredis. */
  readonly status?: string;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  disconnect(): unknown;
  /** Replaces `disconnect` in newer clients of redis. */
  destroy?(): unknown;
  /** Exists only in clients of ioredis. */
  xread(...args: (string | number)[]): Promise<unknown>;
  /** Exists only in clients of redis. */
  xRead?(stream: { key: string; id: string }, options: { COUNT: number; BLOCK: number }): Promise<unknown>;
};

/** Returns the entries of a reply, whose form depends on the client and on the protocol. */
function toEntries(reply: unknown): StreamEntry[] {
  // A list of `[stream, entries]` or `{ name, messages }`, or an object with one field; null if no entry came in time.
  const [first] = Array.isArray(reply) ? reply : Object.values(reply ?? {});
  const entries: unknown = first?.messages ?? (Array.isArray(reply) ? first?.[1] : first);
  return (Array.isArray(entries) ? entries : []).map((entry) => {
    // `[id, [name, value]]`, `[id, { name: value }]` or `{ id, message: { name: value } }`.
    const { 0: id = entry.id, 1: fields = entry.message } = entry;
    const text = Array.isArray(fields) ? fields[1] : Object(fields).ids;
    return { id: String(id), ids: parseIds(text) };
  });
}

/** Returns no identifiers for an entry that another program has added. */
function parseIds(text: unknown): readonly string[] {
  try {
    const ids: unknown = JSON.parse(String(text));
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}
