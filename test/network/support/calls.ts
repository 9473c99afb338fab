import { type CallOptions, Clipwright, type ClipwrightOptions } from 'clipwright';
import { beforeEach, vi } from 'vitest';
import { apiKey } from '../../client/support/stub.ts';

/** A call with each HTTP method of the API, and two with POST: one with and one without an Idempotency-Key. */
export const calls = {
  GET: (client: Clipwright, options?: CallOptions) => client.timeline.at('p1', { time_seconds: 0 }, options),
  'POST with key': (client: Clipwright, options?: CallOptions) => client.projects.create({ name: 'Ä talk' }, options),
  'POST without key': (client: Clipwright, options?: CallOptions) =>
    client.audio.generateSound({ prompt: 'Rain' }, options),
  PATCH: (client: Clipwright, options?: CallOptions) => client.timeline.updateZoom('p1', 't1', { scale: 2 }, options),
} as const;

export type CallKind = keyof typeof calls;

export const callKinds = Object.keys(calls) as CallKind[];

/** The kinds of calls that the client retries after any transient failure. */
export const retryable: readonly CallKind[] = ['GET', 'POST with key'];

export function clientOf({ baseUrl }: { readonly baseUrl: string }, options: ClipwrightOptions = {}): Clipwright {
  return new Clipwright({ apiKey, baseUrl, ...options });
}

/** Mocks `Math.random` in all tests of a file, so that every backoff delay is 0 ms. */
export function withoutBackoff(): void {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
}
