import { callSafely } from '../core/async/call-safely.ts';
import { onAbort } from '../core/async/cancellation.ts';
import { ConfigurationError } from '../core/errors/configuration-error.ts';

/** The part of an `ioredis` 5 or 6 client or cluster client that we use. */
export interface IoredisClient {
  /** Runs a script. Its keys come before its arguments. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Exists only in `ioredis` clients. */
  readonly defineCommand: unknown;
}

/** The part that we use of a `redis` 4, 5 or 6 client, pool, sentinel or cluster, which must be connected. */
export interface NodeRedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Exists only in `redis` clients. */
  readonly isOpen: boolean;
}

export type Evaluate = (script: string, key: string, ...args: string[]) => Promise<unknown>;

/** An entry of the stream. `id` is the entry's own id, and `ids` are the identifiers in an event's data. */
export interface StreamEntry {
  readonly id: string;
  readonly ids: readonly string[];
}

export interface StreamReader {
  readonly evaluate: Evaluate;
  /** Returns the entries after an id. Waits up to two seconds for the first. */
  read(stream: string, afterId: string): Promise<readonly StreamEntry[]>;
  /** Whether the connection is open. False while the client reconnects, and after it has given up. */
  isReady(): boolean;
  close(): void;
}

/** Returns the function that runs scripts with a client. Throws {@link ConfigurationError} for other clients. */
export function toEvaluate(client: IoredisClient | NodeRedisClient): Evaluate {
  if (typeof client?.eval === 'function') {
    if ('defineCommand' in client) return (script, key, ...args) => client.eval(script, 1, key, ...args);
    if ('isOpen' in client) return (script, key, ...args) => client.eval(script, { keys: [key], arguments: args });
  }
  throw new ConfigurationError(
    'client',
    'must be a client of ioredis, or of redis 4 or newer, such as new Redis(url).',
  );
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
    // Clients of `redis` do not connect until `connect` is called.
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

  /** Ends the connection. Some clients of `redis` throw or reject if the connection has already ended. */
  function end() {
    void callSafely(() => (own.destroy === undefined ? own.disconnect() : own.destroy()));
  }
}

/** Duplicates a client, with an offline queue in which the first command waits for the connection. */
function duplicate(client: Connection): Connection {
  if (client.xRead !== undefined) return client.duplicate({ disableOfflineQueue: false });
  const settings = { enableOfflineQueue: true };
  return client.isCluster ? client.duplicate([], settings) : client.duplicate(settings);
}

const maxEntries = 1000;

/** How long a read waits for an entry, in milliseconds. Clients usually allow a command more time than this. */
const maxDelay = 2000;

type Connection = (IoredisClient | NodeRedisClient) & {
  duplicate(...settings: object[]): Connection;
  /** True in cluster clients of ioredis, whose settings are the second argument of `duplicate`. */
  readonly isCluster?: boolean;
  /** Only clients of `redis` have `isReady` and `isOpen`. Their cluster clients have no `isReady`. */
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
  // A reply is a list of `[stream, entries]` or of `{ name, messages }`, or an object `{ [stream]: entries }`, or null.
  const [first] = Array.isArray(reply) ? reply : Object.values(reply ?? {});
  const entries: unknown = first?.messages ?? (Array.isArray(reply) ? first?.[1] : first);
  return (Array.isArray(entries) ? entries : []).map((entry) => {
    // An entry is `[id, [name, value]]`, `[id, { name: value }]` or `{ id, message: { name: value } }`.
    const { 0: id = entry.id, 1: fields = entry.message } = entry;
    const text = Array.isArray(fields) ? fields[1] : Object(fields).ids;
    return { id: String(id), ids: parseIds(text) };
  });
}

/** Parses an entry's identifiers. Returns none if another program has added the entry. */
function parseIds(text: unknown): readonly string[] {
  try {
    const ids: unknown = JSON.parse(String(text));
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}
