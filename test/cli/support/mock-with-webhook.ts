import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { onTestFinished } from 'vitest';
import type { KnownEventType } from '../../../src/contract/event.ts';

/** A mock in this process that listens during one test. */
export interface ReachableMock {
  readonly mock: Mock;
  readonly baseUrl: string;
  /** Registers a webhook with this API key, and returns its id. */
  register(events: readonly KnownEventType[], apiKey?: string, url?: string): Promise<string>;
}

/** Starts a mock for one test. By default, every delivery gets a 200. */
export async function reachableMock(options: MockOptions = {}): Promise<ReachableMock> {
  const mock = createMock({ deliver: () => new Response(), ...options });
  const server = await mock.listen();
  onTestFinished(() => server.close());
  return { mock, baseUrl: server.baseUrl, register: (...given) => register(mock, ...given) };
}

async function register(
  mock: Mock,
  events: readonly KnownEventType[],
  apiKey = 'test',
  url = 'http://app.test/hook?token=hush',
): Promise<string> {
  const response = await mock.fetch(`${mock.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events }),
  });
  return (await response.json()).id;
}
