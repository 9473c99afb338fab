import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataMiddleware } from '../node/server.ts';

/** Middleware that delays and logs each request, without its query and headers, which may contain secrets. */
export function logAndDelay(latencyMs: number): DataMiddleware {
  return async (request, handle) => {
    const start = performance.now();
    const log = (outcome: string | number) => {
      const milliseconds = (performance.now() - start).toFixed(1);
      // Not by `console.log`, which takes as long as the whole response.
      process.stdout.write(`${request.method} ${new URL(request.url).pathname} ${outcome} ${milliseconds} ms\n`);
    };
    try {
      if (latencyMs > 0) await wait(latencyMs, undefined, { signal: request.signal });
      const response = await handle();
      log(response.status);
      return response;
    } catch (error) {
      log('no response');
      throw error;
    }
  };
}
