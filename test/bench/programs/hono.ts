import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { response } from './response.ts';

const app = new Hono().get('/*', (context) => context.body(response, 200, { 'content-type': 'application/json' }));
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
