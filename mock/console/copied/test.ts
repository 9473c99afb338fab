import type { ActiveFault, ProjectContent, RequestRecord } from 'clipwright/mock';
import { refusalAssertions, resultAssertions } from './assertions.ts';
import { clientCall, fetchCall, needsFetch } from './call.ts';
import { contentBefore } from './edits.ts';
import { literal, type Names } from './literal.ts';
import { knownIds, projectIdOf } from './named-ids.ts';
import { idsCode, seededProject } from './seeded-project.ts';
import { faultCode, mockOptions, requestsBefore } from './setup.ts';

/** What a test runs with. */
export type Runner = 'node:test' | 'vitest';

/** What is known of the mock beside the request. */
export interface Surroundings {
  /** All requests, oldest first. */
  readonly requests: readonly RequestRecord[];
  readonly faults: readonly ActiveFault[];
  /** The project that the request is about, as it is now; undefined if there is none. */
  readonly project: ProjectContent | undefined;
}

/**
 * A program that seeds what a request needs, makes its call, and asserts the response.
 *
 * @throws Error that says why there can be none.
 */
export function testOf(request: RequestRecord, surroundings: Surroundings, runner: Runner): string {
  requireReproducible(request);
  const { code, names, isUnchanged } = seeding(request, surroundings);
  const isHit = request.why?.by === 'fault';
  const made = [
    ...preparation(request, surroundings, names),
    ...(isHit ? [faultCode(request, surroundings.faults)] : []),
    '',
    ...callAndAssertions(request, names, isUnchanged),
  ];
  const rest = [...code, ...(names.size > 0 ? idsCode(made.join('\n')) : []), ...made];
  return program(titleOf(request), `const mock = createMock(${mockOptions(request)});`, rest, runner);
}

function program(title: string, first: string, rest: readonly string[], runner: Runner): string {
  const text = rest.join('\n');
  const usesClient = text.includes('client.');
  const client = `const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0 });`;
  const lines = [first, ...(usesClient ? [client] : []), ...rest];
  return `import assert from 'node:assert/strict';
import { test } from '${runner}';
${usesClient ? "import { Clipwright } from 'clipwright';\n" : ''}import { createMock } from 'clipwright/mock';

test(${JSON.stringify(title)}, async () => {
${lines.map((line) => (line === '' ? line : `  ${line}`)).join('\n')}
});
`;
}

function titleOf({ endpoint, method, url, status, replayed }: RequestRecord): string {
  const call = endpoint ?? `${method} ${new URL(url).pathname}`;
  return `${call} ${status === null ? 'gets no response' : `responds with ${status}`}${replayed ? ' again' : ''}`;
}

function requireReproducible({ why, status, body, headers }: RequestRecord): void {
  if (why?.by === 'client') throw new Error('The client did not wait for the response: there is nothing to assert.');
  if (status === null && why?.by === 'service') throw new Error('The mock failed: that cannot be asserted.');
  if (body === null && Number(headers['content-length'] ?? 0) > 0) {
    throw new Error('The body could not be parsed, and so was not kept.');
  }
}

interface Seeding {
  readonly code: readonly string[];
  readonly names: Names;
  /** Whether the seeded project has all that the project had at the time of the request. */
  readonly isUnchanged: boolean;
}

function seeding(request: RequestRecord, { project, requests }: Surroundings): Seeding {
  if (request.path.jobId !== undefined && (request.status ?? 500) < 400) {
    return {
      code: [`const job = await client.audio.generateSound({ prompt: 'rain' });`],
      names: new Map(),
      isUnchanged: false,
    };
  }
  const id = projectIdOf(request);
  if (!project && id !== undefined && request.status !== null && request.status < 400) {
    throw new Error('The mock no longer has the project of this request.');
  }
  // In its workspace there is none, or the options are what it was refused for.
  const isUnknown = /^project_?id$/i.test(request.why?.param ?? '') && request.status === 404;
  if (!project || isUnknown || mockOptions(request) !== '') return { code: [], names: new Map(), isUnchanged: false };
  const { code, names } = seededProject(contentBefore(project, request, requests));
  if (knownIds(request).some((each) => !names.has(each))) {
    throw new Error('The project no longer has, or was not seeded with, an item or a word that this request names.');
  }
  return {
    code: [code],
    names,
    isUnchanged: !requests.slice(requests.indexOf(request)).some((each) => changes(each, id)),
  };
}

function changes(request: RequestRecord, projectId: string | undefined): boolean {
  return request.method !== 'GET' && request.status === 200 && projectIdOf(request) === projectId;
}

function preparation(request: RequestRecord, { requests }: Surroundings, names: Names): string[] {
  const isLimited = request.status === 429 && request.why?.by === 'service';
  const first = `await mock.fetch(\`\${mock.baseUrl}/projects/none/jobs\`, { headers: { authorization: 'Bearer test' } });`;
  return [
    ...(isLimited ? [first] : []),
    ...requestsBefore(request, requests).map((each) => `await ${clientCall(each, names)};`),
  ];
}

function callAndAssertions(request: RequestRecord, names: Names, isUnchanged: boolean): string[] {
  const { status, why } = request;
  const isSeeded = names.size > 0;
  if (needsFetch(request))
    return [`const response = await ${fetchCall(request, names)};`, ...refusedOrNot(request, isSeeded)];
  const call = clientCall(request, names);
  if (status === null) return [`await assert.rejects(async () => ${call}, { name: 'ConnectionError' });`];
  if (status >= 400) {
    const expected = why?.by === 'service' ? { status, code: why.code, param: why.param } : { status };
    return [`await assert.rejects(async () => ${call}, ${literal(expected)});`];
  }
  // What a fault has sent need not be what the client takes.
  if (why) return [`await ${call}.catch(() => {});`, `assert.equal(mock.requests.at(-1).fault, 'fault-1');`];
  return [
    `const answer = await ${call};`,
    `assert.equal(mock.requests.at(-1).status, ${status});`,
    ...(request.replayed ? ['assert.equal(mock.requests.at(-1).replayed, true);'] : []),
    ...resultAssertions(request, isSeeded, isUnchanged),
  ];
}

function refusedOrNot(request: RequestRecord, isSeeded: boolean): string[] {
  const isRefused = request.why?.by === 'service' && request.method !== 'HEAD';
  return isRefused ? refusalAssertions(request, isSeeded) : [`assert.equal(response.status, ${request.status});`];
}
