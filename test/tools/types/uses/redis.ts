import { redisDedupe } from 'clipwright/webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';

redisDedupe(new Redis());
redisDedupe(createClient());
