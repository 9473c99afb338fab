import type { ActiveCallFault, ActiveFault, ProjectContent, RequestRecord } from 'clipwright/mock';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { faultKinds } from '../../faults/fault-kinds.ts';
import { nthId } from '../../state/ids.ts';
import type { MockStore } from '../data/mock-store.ts';
import { DEFAULT_KEY } from '../data/workspaces.ts';
import { bodyLoss, literal } from './code.ts';
import { historyOf, isAfterService, type RequestHistory } from './history.ts';

export type Runner = 'node:test' | 'vitest';

const rows: Readonly<Record<string, Endpoint>> = endpoints;

/** The mock's ids are version 5 UUIDs. */
const identifier = /[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;

/** The maximum number of ids to generate in the search for the ids in the code. */
const MOST_IDENTIFIERS = 100_000;

/**
 * Generates a test with its own mock. The test repeats everything that changed the request's workspace, then makes the
 * call and asserts its status. The same seed and the same calls produce the same ids.
 *
 * @throws Error that says why no test can be generated.
 */
export async function testOf(request: RequestRecord, store: MockStore, runner: Runner): Promise<string> {
  requireReproducible(request);
  const { steps, isWhole, apiKey }: RequestHistory = hasReachedService(request)
    ? await historyOf(request, store)
    : { steps: [], isWhole: true };
  const lines = [
    ...(isWhole ? [] : [INCOMPLETE]),
    ...steps.map((step) => `await ${'project' in step ? seedCode(step) : callCode(step)};`),
    ...(isRefused(request, 429) ? [`await ${FIRST_CALL};`] : []),
    ...(kindOf(request) === undefined ? [] : [faultCode(request, store.values.faults.value ?? [])]),
    '',
    ...assertions(request),
  ];
  const { seed } = store.about;
  const code = lines.map((line) => line && `  ${line}`).join('\n');
  return program(request, seed, inDefaultWorkspace(code, seed, apiKey), runner);
}

const INCOMPLETE = '// Something is missing here: the log has dropped earlier writes, or a snapshot was restored.';

/** A call that uses up a rate limit of one request. */
const FIRST_CALL = "mock.fetch(mock.baseUrl + '/projects/none/jobs', { headers: { authorization: 'Bearer test' } })";

function requireReproducible(request: RequestRecord): void {
  const { why, status, endpoint } = request;
  if (status === null && why?.by === 'service') throw new Error('The mock itself failed: there is nothing to assert.');
  const loss = bodyLoss(request);
  // If no endpoint has the path, the response does not depend on the body.
  if (loss !== undefined && endpoint !== null) throw new Error(loss);
}

/** Returns false for a 401, a 429 and a fault before the service. A test of these needs no earlier requests. */
function hasReachedService(request: RequestRecord): boolean {
  if (kindOf(request) !== undefined) return isAfterService(request);
  return !isRefused(request, 401) && !isRefused(request, 429);
}

function isRefused({ why, status }: RequestRecord, by: number): boolean {
  return why?.by === 'service' && status === by;
}

function program(request: RequestRecord, seed: string, code: string, runner: Runner): string {
  const options = [
    ...(code.search(identifier) < 0 ? [] : [`seed: ${JSON.stringify(seed)}`]),
    // Without this option, the events of later calls would be sent over the network.
    ...(code.includes('webhooks.register') ? ['deliver: () => new Response()'] : []),
    ...(isRefused(request, 401) && 'authorization' in request.headers ? ["apiKeys: ['another-key']"] : []),
    ...(isRefused(request, 429) ? ["rateLimit: '1/60s'"] : []),
  ];
  const timeout = isTimeout(request) ? `, timeout: ${TIMEOUT_MS}` : '';
  const client = `new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0${timeout} })`;
  const usesClient = code.includes('client.');
  return `import assert from 'node:assert/strict';
import { test } from '${runner}';
${usesClient ? "import { Clipwright } from 'clipwright';\n" : ''}import { createMock } from 'clipwright/mock';

test(${JSON.stringify(titleOf(request))}, async () => {
  const mock = createMock(${options.length > 0 ? `{ ${options.join(', ')} }` : ''});
${usesClient ? `  const client = ${client};\n` : ''}${code}
});
`;
}

function titleOf(request: RequestRecord): string {
  const { endpoint, method, url, status, replayed } = request;
  const call = endpoint ?? `${method} ${new URL(url).pathname}`;
  const error = errorOf(request);
  return `${call} ${error ? `fails with ${error}` : `responds with ${status}`}${replayed ? ' again' : ''}`;
}

/** The errors for faults that leave no usable response. */
const errors: Readonly<Record<string, { readonly client: string; readonly fetch: string }>> = {
  drop: { client: 'ConnectionError', fetch: 'TypeError' },
  cut: { client: 'ConnectionError', fetch: 'TypeError' },
  malformed: { client: 'ResponseValidationError', fetch: 'SyntaxError' },
  stall: { client: 'TimeoutError', fetch: 'TimeoutError' },
  delay: { client: 'TimeoutError', fetch: 'TimeoutError' },
};

/** The timeout of a call that shall not wait for the whole response, in milliseconds. */
const TIMEOUT_MS = 500;

/** Returns the name of the error that the call gets if a fault left no usable response. */
function errorOf(request: RequestRecord): string | undefined {
  return errors[kindOf(request) ?? '']?.[isForFetch(request) ? 'fetch' : 'client'];
}

const isTimeout = (request: RequestRecord) => errorOf(request) === 'TimeoutError';

/** Returns the kind of the fault that a test needs. For a client that gave up, it is a delay. */
function kindOf({ why }: RequestRecord): string | undefined {
  return why?.by === 'client' ? 'delay' : why?.fault?.kind;
}

function seedCode({ project: { name, description }, seeded }: ProjectContent): string {
  const options = { name, ...(description && { description }), ...(seeded?.captions && { captions: seeded.captions }) };
  return `mock.seed.project(${literal(options, '  ')})`;
}

/** @throws Error when the fault that was applied to the request is no longer known. */
function faultCode(request: RequestRecord, faults: readonly ActiveFault[]): string {
  const known = kindOf(request) === 'delay' ? undefined : faults.find(({ id }) => id === request.fault);
  const { id: _, hits: _hits, left: _left, scope: _scope, ...kind } = known ?? derivedFault(request);
  return `mock.faults.add(${literal({ ...kind, match: { endpoint: request.endpoint }, times: 1 }, '  ')});`;
}

/** Returns a fault that causes again what happened to a request, if the fault that caused it is not known. */
function derivedFault(request: RequestRecord): Partial<ActiveCallFault> {
  const { status } = request;
  const kind = kindOf(request);
  const fault = isAfterService(request) ? { when: 'after' as const } : {};
  if (kind === 'status' && status !== null) return { ...fault, status };
  // The delay only needs to be longer than the timeout of the test's client.
  if (kind === 'delay') return { ...fault, delay: 4 * TIMEOUT_MS };
  if (kind !== undefined && faultKinds.calls[kind]?.type === 'flag') return { ...fault, [kind]: true };
  throw new Error('The fault that hit this request is no longer in force, so its fields are unknown.');
}

function assertions(request: RequestRecord): string[] {
  const { status, why, replayed } = request;
  const call = callCode(request);
  const isFetch = isForFetch(request);
  const error = errorOf(request);
  if (status === null || error)
    return [`await assert.rejects(async () => ${isFetch ? `(await ${call}).json()` : call}, { name: '${error}' });`];
  if (isFetch) {
    const param = why?.by === 'service' && request.method !== 'HEAD' ? JSON.stringify(why.param) : undefined;
    return [
      `const response = await ${call};`,
      `assert.equal(response.status, ${status});`,
      ...(param === undefined ? [] : [`assert.equal((await response.json()).error.param, ${param});`]),
    ];
  }
  if (status >= 400) {
    const error = why?.by === 'service' ? { status, code: why.code, param: why.param } : { status };
    return [`await assert.rejects(async () => ${call}, ${literal(error)});`];
  }
  // The client can reject a response that a fault has changed.
  if (why) return [`await ${call}.catch(() => {});`, `assert.equal(mock.requests.at(-1).fault, 'fault-1');`];
  return [
    `await ${call};`,
    `assert.equal(mock.requests.at(-1).status, ${status});`,
    ...(replayed ? ['assert.equal(mock.requests.at(-1).replayed, true);'] : []),
  ];
}

/** Whether the test must use `fetch`, because the client has no method for the call, or could reject its input. */
function isForFetch(request: RequestRecord): boolean {
  const { endpoint, headers, query, unknownFields } = request;
  if (endpoint === null || !('authorization' in headers) || isRefused(request, 400)) return true;
  // The client could reject what another program has sent and the service has not checked.
  const isOther = !headers['user-agent']?.startsWith('clipwright/');
  return (isOther && !hasReachedService(request)) || unknownFields.some((name) => name in query);
}

function callCode(request: RequestRecord): string {
  const { endpoint, url, path, query, body, idempotencyKey } = request;
  if (endpoint === null || isForFetch(request)) return fetchCode(request);
  const row = rows[endpoint];
  // The contract has no entry for an endpoint that is called by a job's URL.
  if (!row) return `client.${endpoint}(new URL(${JSON.stringify(new URL(url).pathname)}, mock.baseUrl).href)`;
  const input = row.body ? [body] : row.query && Object.keys(query).length > 0 ? [query] : [];
  const options = row.idempotent && idempotencyKey !== null ? [{ idempotencyKey }] : [];
  return `client.${endpoint}(${[...Object.values(path), ...input, ...options].map((each) => literal(each, '  ')).join(', ')})`;
}

function fetchCode(request: RequestRecord): string {
  const { method, url, headers, body } = request;
  const { pathname, search } = new URL(url);
  const sent = Object.entries(headers).filter(([name]) => name === 'content-type' || name === 'idempotency-key');
  const init = {
    method,
    headers: { ...('authorization' in headers && { authorization: 'Bearer test' }), ...Object.fromEntries(sent) },
    ...(body !== null && { body: JSON.stringify(body) }),
  };
  const signal = isTimeout(request) ? `{$1signal: AbortSignal.timeout(${TIMEOUT_MS}),$1` : '{$1';
  const options = literal(init, '  ').replace(/^{(\s+)/, signal);
  return `mock.fetch(new URL(${JSON.stringify(pathname + search)}, mock.baseUrl), ${options})`;
}

/** Replaces ids of the workspace with the default API key's ids, so that the code can use the default API key. */
function inDefaultWorkspace(code: string, seed: string, apiKey = DEFAULT_KEY): string {
  const wanted = new Set(apiKey === DEFAULT_KEY ? [] : code.match(identifier));
  let translated = code;
  for (let n = 1; wanted.size > 0 && n <= MOST_IDENTIFIERS; n += 1) {
    const id = nthId(seed, apiKey, n);
    if (wanted.delete(id)) translated = translated.replaceAll(id, nthId(seed, DEFAULT_KEY, n));
  }
  return translated;
}
