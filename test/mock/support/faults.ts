import { expect } from 'vitest';
import type { OpenTransport } from '../../support/transports.ts';

/** The machine may be busy. */
export const patiently = { timeout: 10_000 };

/** A raw call: the status and bytes as they came, and nothing sent again. */
export function createProject({ baseUrl, fetch }: OpenTransport, signal?: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/projects`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: '{"name":"x"}',
    ...(signal && { signal }),
  });
}

/** What comes of a response before it stalls: status, announced length, text. Ends it then, which rejects the reading. */
export async function firstPart(transport: OpenTransport): Promise<[number, string | null, string]> {
  const caller = new AbortController();
  const response = await createProject(transport, caller.signal);
  const reader = response.body?.getReader();
  const part = await reader?.read();
  const rest = reader?.read();
  caller.abort(new Error('enough'));
  await expect(rest).rejects.toThrow('enough');
  return [response.status, response.headers.get('content-length'), new TextDecoder().decode(part?.value)];
}

export function projectsOf(mock: OpenTransport['mock']): unknown[] {
  return mock.snapshot().workspaces.flatMap(({ projects }) => projects.map(({ id }) => id));
}
