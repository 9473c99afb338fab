import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import type { IoredisClient, NodeRedisClient } from '../../../src/webhooks/redis.ts';

/** A connected client of ioredis or redis with default settings. */
export interface OpenClient {
  readonly client: IoredisClient | NodeRedisClient;
  /** Resolves when the client is connected or reconnected, and Redis responds. */
  responds(): Promise<void>;
  /** The number of replicas that have confirmed all writes of this client within a second. */
  wait(): Promise<number>;
  close(): void;
}

/** Functions that open a client, by package name. */
export const openClient: Readonly<Record<'ioredis' | 'redis', (port: number) => Promise<OpenClient>>> = {
  async ioredis(port) {
    const client = new Redis(port);
    // Without a listener, ioredis logs each broken connection, and redis throws.
    client.on('error', () => {});
    return {
      client,
      responds: () => pinged(client),
      wait: () => client.wait(1, 1000),
      close: () => client.disconnect(),
    };
  },
  async redis(port) {
    const client = createClient({ socket: { port } });
    client.on('error', () => {});
    await client.connect();
    return { client, responds: () => pinged(client), wait: () => client.wait(1, 1000), close: () => client.destroy() };
  },
};

async function pinged(client: { ping(): Promise<string> }): Promise<void> {
  const ping = () => client.ping().catch(() => 'the connection broke');
  while ((await ping()) !== 'PONG') await sleep(20);
}
