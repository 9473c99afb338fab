import type { Mock, MockOptions } from 'clipwright/mock';
import { tour } from '../../cli/support/tour.ts';
import { type OpenTransport, openInProcess } from '../../support/transports.ts';

/** Calls every endpoint once, with an Idempotency-Key, and returns the responses. */
export async function callEverything(
  { baseUrl, fetch }: Pick<OpenTransport, 'baseUrl' | 'fetch'>,
  apiKey = 'test',
): Promise<string[]> {
  const responses: string[] = [];
  await tour(async ({ name, method, path, body }) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `key-${name}`,
    };
    const response = await fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    responses.push(`${name} ${response.status} ${text}`);
    return JSON.parse(text);
  });
  return responses;
}

/** Creates a mock whose state has a value in every field: ended, failed, held and running jobs, batches and webhooks. */
export async function richMock(options: MockOptions = {}): Promise<Mock> {
  const transport = openInProcess({ clock: 'manual', deliver: () => new Response(), ...options });
  const { mock } = transport;
  await mock.jobs.next({ status: 'held', seconds: 1 });
  await mock.jobs.next({ status: 'failed', error: 'No face in view.' });
  await callEverything(transport);
  await mock.clock.advance(1);
  await callEverything(transport, 'other');
  await mock.clock.advance(4);
  return mock;
}
