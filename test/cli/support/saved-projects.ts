import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** A folder that is removed when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function create(baseUrl: string, name = 'Talk', key?: string): Promise<string> {
  return Object(await post(`${baseUrl}/projects`, { name: name || 'x' }, key)).id;
}

/** Returns the response's body, and throws if the response is an error. */
export async function post(url: string | URL, body: object, key = 'sk_k7Qz'): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json();
}

/** Returns the ids that the mock does not know. */
export async function unknownProjects(baseUrl: string, ids: readonly string[]): Promise<string[]> {
  const state = await (await fetch(new URL('/_mock/state', baseUrl))).text();
  const known = new Set(state.match(/[\da-f]{8}-[\da-f-]{27}/g));
  return ids.filter((id) => !known.has(id));
}
