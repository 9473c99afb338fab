import { Cluster, Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel } from 'redis';
import { redisDedupe } from '../../src/webhooks/redis.ts';

redisDedupe(new Redis());
redisDedupe(new Cluster([]));
redisDedupe(createClient());
redisDedupe(createClient({ RESP: 3 }));
redisDedupe(createClientPool());
redisDedupe(createCluster({ rootNodes: [] }));
redisDedupe(createSentinel({ name: 'main', sentinelRootNodes: [] }));
// @ts-expect-error: not a Redis client.
redisDedupe({ get: () => undefined });
// @ts-expect-error: not an option.
redisDedupe(new Redis(), { ttl: 5 });
