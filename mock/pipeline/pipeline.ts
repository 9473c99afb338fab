import type { Endpoint } from '../../src/contract/endpoint.ts';
import { HttpError } from '../api/http-error.ts';
import { successStatus } from '../api/success-status.ts';
import { type ApiName, api } from '../api/table.ts';
import { API_PATH, assumptions } from '../assumptions.ts';
import { applyFault } from '../faults/apply-fault.ts';
import type { Faults, FaultTarget } from '../faults/faults.ts';
import { type Answer, jsonResponse } from '../http/answer.ts';
import { authenticate } from '../http/auth.ts';
import { TruncatedResponse } from '../http/connection-dropped.ts';
import { withCors } from '../http/cors.ts';
import { errorBody, errorResponse } from '../http/error-response.ts';
import { readJsonBody } from '../http/request-body.ts';
import { readQuery, requireValidBody } from '../http/request-validation.ts';
import { createRouter, type Route } from '../http/router.ts';
import { type RequestLog, shownHeaders } from '../records/request-log.ts';
import { type Input, serve } from '../services/dispatch.ts';
import { newContext, type ServiceDeps } from '../services/service-context.ts';
import type { Workspace } from '../state/workspace.ts';
import { isoTime } from '../time/clock.ts';
import { fingerprint, readIdempotencyKey, recall, remember } from './idempotency.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What the pipeline works with. */
export interface PipelineDeps extends ServiceDeps {
  readonly limiter: RateLimiter;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly apiKeys: readonly string[] | undefined;
  readonly maxBodyBytes: number;
}

interface Call {
  readonly request: Request;
  readonly url: URL;
  apiKey: string | undefined;
  name: ApiName | null;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  replayed: boolean;
  /** The last fault that hit it. */
  fault: string | null;
}

type ApiRoute = Route<ApiName, Endpoint>;

const findRoute = createRouter<ApiName, Endpoint>(api, API_PATH);

/**
 * The pipeline of an API request: route, auth, rate limit, faults, read and validate, replay or conflict, service,
 * remember, emit, faults.
 */
export function createPipeline(parts: PipelineDeps): (request: Request, url: URL) => Promise<Response> {
  return async (request, url) => {
    const call = newCall(request, url);
    let sent: Response | undefined;
    try {
      sent = await answer(call, parts).catch((error: unknown) => errorResponse(error, request));
      return sent;
    } catch (error) {
      if (error instanceof TruncatedResponse) sent = error.response;
      throw error;
    } finally {
      if (isUnread(call)) await readBody(call, parts).catch(() => {});
      // Not before: after a reset in the meantime, requests are numbered anew.
      const id = parts.log.newId();
      if (sent) label(sent, id);
      record(call, id, sent?.status ?? null, parts);
    }
  };
}

function newCall(request: Request, url: URL): Call {
  const query = Object.fromEntries(url.searchParams);
  return { request, url, apiKey: undefined, name: null, path: {}, query, body: null, replayed: false, fault: null };
}

function label(response: Response, id: string): void {
  response.headers.set('x-request-id', id);
  withCors(response);
}

async function answer(call: Call, parts: PipelineDeps): Promise<Response> {
  const { request, url } = call;
  const route = findRoute(request.method, url.pathname);
  call.name = route.name;
  call.path = route.path;
  call.apiKey = authenticate(request.headers, parts.apiKeys);
  parts.limiter.take(call.apiKey, parts.clock.wallNow());

  const risk = {
    endpoint: route.name,
    apiKey: call.apiKey,
    project: projectOf(route, parts.store.workspace(call.apiKey)),
  };
  const faulty = await applyFaults(call, risk, parts);
  if (faulty) return faulty;

  const key = route.row.idempotent ? readIdempotencyKey(request.headers) : undefined;
  const input = await readInput(route, call, parts);
  // Nothing awaits from here to the answer, so that no two requests interleave.
  parts.jobs.endDue();
  const workspace = parts.store.workspace(call.apiKey);
  const work = () => perform(route, input, workspace, url.origin, parts);
  const done = key === undefined ? work() : withIdempotency(key, call, workspace, parts, work);
  return (await applyFaults(call, risk, parts, done)) ?? jsonResponse(done);
}

/** The project that a path names, itself or by a job. */
function projectOf({ path }: ApiRoute, { state }: Workspace): string | undefined {
  return path.projectId ?? state.jobs.get(path.jobId ?? '')?.projectId;
}

/** What is sent instead of an answer; undefined where the call goes on. */
async function applyFaults(
  call: Call,
  risk: FaultTarget,
  { faults }: PipelineDeps,
  answer?: Answer,
): Promise<Response | undefined> {
  if (answer && answer.status >= 300) return undefined;
  const accepted = answer && { accepted: answer.body };
  for (const fault of faults.takeForCall({ ...risk, ...accepted })) {
    call.fault = fault.id;
    const instead = await applyFault(fault, call.request.signal, answer);
    if (instead) return instead;
  }
  return undefined;
}

async function readInput({ row, path }: ApiRoute, call: Call, parts: PipelineDeps): Promise<Input> {
  const query = readQuery(row, call.url.searchParams);
  call.query = query ?? call.query;
  if (!row.body) return { path, query, body: undefined };
  await readBody(call, parts);
  requireValidBody(row, call.body);
  return { path, query, body: call.body };
}

async function readBody(call: Call, { maxBodyBytes }: PipelineDeps): Promise<void> {
  call.body = await readJsonBody(call.request, {
    bytes: maxBodyBytes,
    depth: assumptions.maxBodyDepth.value,
    // Were all of many more values wrong, the validation would pass them all as arguments, and overflow the stack.
    values: assumptions.maxBodyValues.value,
  });
}

/** A call that a fault or a limit answered is looked for by its input like any other; what cannot be read stays unknown. */
function isUnread({ request, name }: Call): boolean {
  return name !== null && api[name].body !== undefined && !request.bodyUsed && !request.signal.aborted;
}

function perform(
  { name, row }: ApiRoute,
  input: Input,
  workspace: Workspace,
  origin: string,
  parts: PipelineDeps,
): Answer {
  const { context, accept } = newContext(workspace, origin, parts);
  try {
    const result = serve(name, input, context);
    if (row.method !== 'GET') accept();
    return { status: successStatus[name], body: JSON.stringify(result) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, body: JSON.stringify(errorBody(error, origin)) };
  }
}

function withIdempotency(
  key: string,
  call: Call,
  workspace: Workspace,
  parts: PipelineDeps,
  work: () => Answer,
): Answer {
  const now = parts.clock.now();
  const print = fingerprint(call.request.method, call.url.pathname, call.body);
  const known = recall(workspace.state, key, print, now);
  if (known) {
    call.replayed = true;
    return known;
  }
  const done = work();
  remember(workspace.state, key, { ...done, fingerprint: print, rememberedAt: now });
  parts.store.keep(workspace);
  return done;
}

function record(call: Call, id: string, status: number | null, { log, clock }: PipelineDeps): void {
  const { request, apiKey, name, path, query, body, replayed, fault } = call;
  log.add(apiKey, {
    id,
    at: isoTime(clock.now()),
    method: request.method,
    url: request.url,
    endpoint: name,
    path,
    query,
    headers: shownHeaders(request.headers),
    body,
    idempotencyKey: request.headers.get('idempotency-key'),
    status,
    replayed,
    fault,
  });
}
