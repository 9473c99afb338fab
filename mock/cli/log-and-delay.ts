import { setTimeout as wait } from 'node:timers/promises';
import type { Handle } from '../node/server.ts';

/** Holds every request up for so many milliseconds, and prints a line about it: no query and no header, which may hold secrets. */
export function logAndDelay(latency: number): (request: Request, handle: Handle) => Promise<Response> {
  return async (request, handle) => {
    const begun = performance.now();
    const log = (outcome: string | number) => {
      const milliseconds = (performance.now() - begun).toFixed(1);
      console.log(`${request.method} ${new URL(request.url).pathname} ${outcome} ${milliseconds} ms`);
    };
    try {
      if (latency > 0) await wait(latency, undefined, { signal: request.signal });
      const response = await handle(request);
      log(response.status);
      return response;
    } catch (error) {
      log('no answer');
      throw error;
    }
  };
}
