import { createMock, type Mock, type MockServer } from 'clipwright/mock';
import { onTestFinished } from 'vitest';
import { controlAt, MockStore } from '../../../mock/console/data/mock-store.ts';

/** The console's store for a listening mock, without the page. */
export interface ConsoleStore {
  readonly mock: Mock;
  readonly store: MockStore;
  readonly server: MockServer;
  create(name: string, apiKey?: string): Promise<string>;
}

export async function consoleStore(): Promise<ConsoleStore> {
  const mock = createMock();
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const control = controlAt(new URL(server.baseUrl).origin);
  const store = new MockStore(control, await control.call('about'));
  onTestFinished(() => store.close());
  return { mock, store, server, create: (name, apiKey) => create(server.baseUrl, name, apiKey) };
}

async function create(baseUrl: string, name: string, apiKey = 'test'): Promise<string> {
  const response = await fetch(`${baseUrl}/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return (await response.json()).id;
}
