import { globSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Mock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { type Ids, sampleCalls, seedIds } from '../support/sample-calls.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';

forEachTransport('endpoints', (open) => {
  test.each(Object.entries(sampleCalls))('the client can call %s', async (name, call) => {
    const transport = await open();
    const ids = await seedIds(transport);
    expect(await call(transport.client(), ids)).toBeDefined();
    expect((await transport.mock.requests).at(-1)).toMatchObject({ endpoint: name });
    expect((await transport.mock.requests).every(({ status }) => status !== null && status < 300)).toBe(true);
  });
});

test.each(Object.entries(sampleCalls))('%s sets updatedAt only if it edits a project', async (_, call) => {
  const transport = openInProcess({ clock: 'manual' });
  const { mock } = transport;
  const ids = await seedIds(transport);
  const before = savedProject(mock, ids);
  mock.clock.advance(60);
  await call(transport.client(), ids);
  const after = savedProject(mock, ids);
  expect(after.updatedAt).toBe(isDeepStrictEqual(before.content, after.content) ? before.updatedAt : mock.clock.now());
});

test('each endpoint is called by a test in test/mock/', () => {
  const folder = new URL('./', import.meta.url);
  const tests = globSync('**/*.test.ts', { cwd: folder }).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const untested = Object.keys(sampleCalls).filter((name) => !tests.some((text) => text.includes(`.${name}(`)));
  expect(untested.map((name) => `no test in test/mock/ calls client.${name}`)).toEqual([]);
});

function savedProject(mock: Mock, ids: Ids) {
  const projects = mock.snapshot().workspaces.flatMap((workspace) => workspace.projects);
  // Starting a job for a project does not edit the project.
  const { updatedAt, jobIds, ...content } = projects.find(({ id }) => id === ids.project) ?? {};
  return { updatedAt, content };
}
