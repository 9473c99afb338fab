import { expect } from 'vitest';
import type { OpenTransport } from '../../support/transports.ts';

/** Sends one request without the client, so that there are no retries. */
export function createProject({ baseUrl, fetch }: OpenTransport, signal?: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/projects`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: '{"name":"x"}',
    ...(signal && { signal }),
  });
}

/** Returns the status, the Content-Length and the text of a response that stalls, and aborts the request. */
export async function firstPart(transport: OpenTransport): Promise<[number, string | null, string]> {
  const controller = new AbortController();
  const response = await createProject(transport, controller.signal);
  const reader = response.body?.getReader();
  const part = await reader?.read();
  const rest = reader?.read();
  controller.abort(new Error('enough'));
  await expect(rest).rejects.toThrow('enough');
  return [response.status, response.headers.get('content-length'), new TextDecoder().decode(part?.value)];
}

export async function projectIdsOf(mock: OpenTransport['mock']): Promise<unknown[]> {
  return (await mock.snapshot()).workspaces.flatMap(({ projects }) => projects.map(({ id }) => id));
}
