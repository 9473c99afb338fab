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
