import { createMock, type Mock, type MockOptions, type MockScope, type MockSnapshot } from 'clipwright/mock';
import { connectMock, type RemoteMock } from 'clipwright/mock/remote';
import { onTestFinished } from 'vitest';
import { shortSpeech } from '../../../support/speech.ts';

/** An in-process mock or a remote mock. Both accept the same calls. */
export type AnyMock = Mock | RemoteMock;

/** The values that a call can use: ids from the workspace `mine`, and a saved state. */
export interface Known {
  readonly project: string;
  readonly job: string;
  readonly delivery: string;
  readonly fault: string;
  /** An earlier snapshot. It has the workspaces that the call restores. */
  readonly saved: MockSnapshot;
}

/** A call of one member of a mock. */
export type Call = (mock: AnyMock, scope: MockScope, known: Known) => unknown;

/** The workspaces that a call is for, and how the call selects them. */
export const reaches = {
  'all workspaces': { connection: {}, scope: {} },
  'the workspace in the call': { connection: {}, scope: { apiKey: 'mine' } },
  'the workspace of the connection': { connection: { apiKey: 'mine' }, scope: {} },
} as const satisfies Record<string, { connection: MockScope; scope: MockScope }>;

/**
 * Opens an in-process mock and a remote mock with the same content. Returns a function that makes a call on each mock.
 * For each mock, this function returns the result or error of the call, and the mock's state after the call.
 */
export async function openTwins(reach: keyof typeof reaches = 'all workspaces') {
  const { connection, scope } = reaches[reach];
  const wholeScope = { ...connection, ...scope };
  const { mock: local, known } = await furnish(wholeScope);
  const { mock: served } = await furnish(wholeScope);
  const { remote, origin } = await serve(served, connection);
  const localOrigin = new URL(local.baseUrl).origin;
  return async (call: Call) => ({
    inProcess: plain(await outcomeOf(() => call(local, wholeScope, known), local)),
    remote: plain(await outcomeOf(() => call(remote, scope, known), served), (json) =>
      json.replaceAll(origin, localOrigin),
    ),
  });
}

/** Starts a mock that listens until the test ends, and connects a remote mock to it. */
export async function connected(options: MockOptions = {}, connection: MockScope = {}) {
  const mock = createMock(options);
  return { mock, ...(await serve(mock, connection)) };
}

async function serve(mock: Mock, connection: MockScope) {
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const { baseUrl } = server;
  return { baseUrl, origin: new URL(baseUrl).origin, remote: await connectMock(baseUrl, connection) };
}

/** Creates a mock with two workspaces, which have different times and data of every kind. */
async function furnish(scope: MockScope): Promise<{ mock: Mock; known: Known }> {
  const mock = createMock({ clock: 'manual', deliver: () => new Response(), webhookSecret: 'whsec_same' });
  for (const apiKey of ['mine', 'theirs']) {
    await post(mock, apiKey, '/webhooks', { url: 'https://app.example/', events: ['job.complete'] });
    mock.seed.project({ name: 'Møøn 漢字', captions: shortSpeech, apiKey });
    await post(mock, apiKey, '/generate-sound', { prompt: 'rain' });
    mock.emit('job.complete', {}, { apiKey });
    mock.faults.add({ status: 503, headers: { 'retry-after': '1' }, match: { endpoint: 'jobs.list' }, apiKey });
    mock.jobs.next({ status: 'held', seconds: 5, times: 2, apiKey });
  }
  mock.clock.advance(1, { apiKey: 'theirs' });
  await mock.settled();
  const known = knownOf(mock, scope);
  // Change the mock after its state was saved, so that a restore has an effect.
  await post(mock, 'mine', '/projects', { name: 'Later' }, { 'x-clipwright-console': '1' });
  await post(mock, '', '/projects', { name: 'Refused' });
  return { mock, known };
}

/** Sends a request without a client, because each mock would need two clients. */
async function post(mock: Mock, apiKey: string, path: string, body: object, headers: object = {}): Promise<void> {
  const all = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers };
  await mock.fetch(mock.baseUrl + path, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

function knownOf(mock: Mock, scope: MockScope): Known {
  const mine = { apiKey: 'mine' };
  return {
    project: mock.state.projects(mine)[0]?.id ?? '',
    job: mock.state.jobs(mine)[0]?.job_id ?? '',
    delivery: mock.deliveries.matching(mine)[0]?.id ?? '',
    fault: mock.faults.list(mine)[0]?.id ?? '',
    saved: mock.snapshot(scope),
  };
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: object;
  readonly cause?: object;
}

async function outcomeOf(call: () => unknown, mock: Mock) {
  const outcome: Outcome = await (async () => ({ value: await call() }))().catch(partsOf);
  await mock.settled();
  const left = {
    state: mock.snapshot(),
    faults: mock.faults.list(),
    // The outcomes of jobs do not contain an API key, so they are listed separately for each key.
    outcomes: [{}, { apiKey: 'mine' }].map((scope) => mock.jobs.listNext(scope)),
    requests: mock.requests.length,
    deliveries: mock.deliveries.map(({ id, attempts }) => [id, attempts.length]),
  };
  return { outcome, left };
}

function partsOf(reason: unknown): Outcome {
  const { name, option, message, cause } = Object(reason);
  const { code, param, status } = Object(cause);
  return { error: { name, option, message }, cause: { code, param, status } };
}

/** Converts a value to JSON and back, because an in-process mock can return the very values that it was given. */
function plain<Value>(value: Value, edit = (json: string) => json): Value {
  return JSON.parse(edit(JSON.stringify(value)));
}
