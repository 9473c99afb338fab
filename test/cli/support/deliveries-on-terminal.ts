import { createMock, type Mock } from 'clipwright/mock';
import { onTestFinished } from 'vitest';

/** A listening mock that has made three deliveries. */
export async function mockWithDeliveries(deliver: () => Response | Promise<Response> = () => new Response()) {
  const mock = createMock({ deliver });
  const server = await mock.listen();
  onTestFinished(() => server.close());
  await register(mock);
  for (const type of events) mock.emit(type);
  await mock.settled();
  return { mock, server, args: ['listen', '--mock', server.baseUrl] };
}

const events = ['export.ready', 'job.complete', 'job.failed'] as const;

function register({ fetch, baseUrl }: Mock): Promise<Response> {
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'http://app.test/hook', events });
  return fetch(`${baseUrl}/webhooks`, { method: 'POST', headers, body });
}
