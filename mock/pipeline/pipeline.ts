import type { ZodMiniType } from 'zod/mini';
import { API_PATH, assumptions } from '../assumptions.ts';
import { describeFault } from '../faults/call-fault-effects.ts';
import type { Faults } from '../faults/faults.ts';
import { api } from '../http/api.ts';
import { authenticate } from '../http/auth.ts';
import { corsHeaders } from '../http/cors.ts';
import { errorResponseData, forbidden, invalid } from '../http/errors.ts';
import { fieldTree } from '../http/field-tree.ts';
import type { Sender } from '../http/request.ts';
import { readJsonBody } from '../http/request-body.ts';
import { parseQuery, requireValidBody, requireValidQuery } from '../http/request-validation.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import { createRouter } from '../http/router.ts';
import { findUnknownFields } from '../http/unknown-fields.ts';
import type { MockSettings } from '../options.ts';
import type { RequestLog } from '../records/request-log.ts';
import { createContext, type ServiceDeps } from '../services/context.ts';
import { serve } from '../services/table.ts';
import { isoTime } from '../time/clock.ts';
import { type AdmittedExchange, applyFaults, Exchange, keyOf, reasonOf, recordOf } from './exchange.ts';
import { conflict, findRemembered, fingerprint, readIdempotencyKey, remember } from './idempotency.ts';
import type { OpenRequest } from './open-requests.ts';
import { createPublicFileServer } from './public-files.ts';
import type { RateLimiter } from './rate-limit.ts';
import { addWarnings, didYouMean, fieldWarning, valueWarnings, WarningLog } from './warnings.ts';

type PipelineSettings = Pick<MockSettings, 'apiKeys' | 'maxBodyBytes' | 'unknownFields' | 'follower'>;

export interface PipelineDeps extends ServiceDeps, PipelineSettings {
  readonly limiter: RateLimiter;
  readonly faults: Faults;
  readonly log: RequestLog;
}

const findRoute = createRouter(api, API_PATH);

/** Responds to requests for files and to the API. Records API requests, and file requests that fail or meet a fault. */
export type Pipeline = (request: OpenRequest, url: URL, sender: Sender) => Promise<ResponseData>;

export function createPipeline(deps: PipelineDeps): Pipeline {
  const servePublicFile = createPublicFileServer(deps);
  const warnings = new WarningLog();
  return async (request, url, sender) => {
    const exchange = new Exchange(request, url, sender);
    let isRecorded = true;
    try {
      const served = servePublicFile(exchange);
      const file = served && (await served);
      isRecorded = file ? file.status >= 400 || exchange.fault !== null : !sender.mayOnlyReadFiles;
      if (file) exchange.response = file;
      else if (isRecorded) exchange.response = await respond(exchange, deps);
      else exchange.response = errorResponseData(forbidden(ONLY_FILES), request);
    } finally {
      // Read the body even if the request was rejected early, so that its record contains the body.
      if (exchange.route?.row.body) await readBody(exchange, deps).catch(() => {});
      if (isRecorded) conclude(exchange, deps, warnings);
    }
    return exchange.response;
  };
}

const ONLY_FILES = 'A page of another origin can load only the mock’s files, unless it sends its Origin.';

/** Adds the request id to the response, and records the request. */
function conclude(exchange: Exchange, deps: PipelineDeps, warnings: WarningLog): void {
  // Nothing is awaited below this check, because a request that a reset has ended must not be recorded.
  exchange.request.throwIfEnded();
  const id = deps.log.newId();
  if (exchange.response) {
    const headers = { ...exchange.response.headers, ...corsHeaders, 'x-request-id': id };
    exchange.response = { ...exchange.response, headers, isRecorded: true };
  }
  const why = reasonOf(exchange);
  const { route, response, replayed } = exchange;
  if (route && response) exchange.response = deps.follower.apply(route.name, response, replayed);
  const apiKey = keyOf(exchange);
  const recorded = recordOf(exchange, id, why, isoTime(deps.times.now(apiKey)));
  deps.log.add(apiKey, recorded);
  deps.changes.tell(apiKey ?? null, () => ({ type: 'request', request: recorded }));
  if (route) warnings.log(route.name, exchange.warnings);
}

/** Runs the steps of a request: auth, rate limit, faults, validation, replay or service, commit, faults again. */
async function respond(exchange: Exchange, deps: PipelineDeps): Promise<ResponseData> {
  let response: ResponseData;
  try {
    exchange.request.throwIfEnded();
    admit(exchange, deps);
    exchange.request.throwIfGivenUp();
    const instead = deps.faults.isEmpty ? undefined : await applyCallFaults(exchange, deps);
    if (instead) return instead;
    readParameters(exchange, deps);
    if (exchange.route.row.body) await readValidBody(exchange, deps);
    exchange.request.throwIfEnded();
    // There is no `await` from here to the commit, so requests do not interleave and idempotency needs no lock.
    deps.jobs.endDue();
    response = replayOrServe(exchange, deps);
  } catch (error) {
    response = errorResponseData(error, exchange.request);
  }
  if (exchange.replay && response.status < 500) remember({ ...exchange.replay, response }, deps.store);
  exchange.commit?.();
  return deps.faults.isEmpty ? response : ((await applyCallFaults(exchange, deps, response)) ?? response);
}

function admit(exchange: Exchange, deps: PipelineDeps): asserts exchange is AdmittedExchange {
  const { request, url } = exchange;
  exchange.route = findRoute(request.method, url.pathname);
  // Parse the query before any step can reject the request, because rejected requests are also recorded.
  if (url.search !== '') exchange.query = parseQuery(exchange.route.row, url.searchParams);
  exchange.apiKey = authenticate(request.headers, deps.apiKeys);
  deps.limiter.take(exchange.apiKey);
  const { path } = exchange.route;
  const { jobs } = deps.store.workspace(exchange.apiKey).state;
  exchange.project = path.projectId ?? jobs.get(path.jobId ?? '')?.projectId;
}

/** Applies `before` faults, or `after` faults if there is a `response`. Returns the response of a fault, if any. */
async function applyCallFaults(exchange: Exchange, deps: PipelineDeps, response?: ResponseData) {
  const { route, apiKey, project } = exchange;
  if (!route || apiKey === undefined || (response && response.status >= 300)) return undefined;
  // Read the body now, because the client may give up while a fault delays the request.
  if (route.row.body) readBody(exchange, deps).catch(() => {});
  const taken = deps.faults.takeForCall({ endpoint: route.name, apiKey, project, response });
  return applyFaults(taken, exchange, response, describeFault);
}

function readParameters(exchange: AdmittedExchange, deps: PipelineDeps): void {
  const { row } = exchange.route;
  exchange.idempotencyKey = row.idempotent ? readIdempotencyKey(exchange.request.headers) : undefined;
  if (exchange.url.search !== '') checkUnknownFields(row.query, exchange.query, exchange, deps);
  if (row.query) requireValidQuery(row.query, exchange.query, exchange.url.searchParams);
}

async function readValidBody(exchange: AdmittedExchange, deps: PipelineDeps): Promise<void> {
  const { row } = exchange.route;
  await readBody(exchange, deps);
  checkUnknownFields(row.body, exchange.body, exchange, deps);
  requireValidBody(row, exchange.body);
}

/**
 * Finds unknown fields. Call this before validation, because validation would report a misspelled field as missing.
 *
 * @throws HttpError 400 about the first unknown field if the option `unknownFields` is `'fail'`.
 */
function checkUnknownFields(
  schema: ZodMiniType | undefined,
  value: unknown,
  { route, unknownFields, warnings }: AdmittedExchange,
  deps: PipelineDeps,
): void {
  const found = findUnknownFields(schema ? fieldTree(schema) : {}, value);
  unknownFields.push(...found.map(({ path }) => path));
  const [first] = found;
  if (first && deps.unknownFields === 'fail') {
    const path = first.path.slice(0, 200);
    throw invalid(path, `${path} is not a field of ${route.name}.${didYouMean(first.similar)}`);
  }
  warnings.push(...found.map(fieldWarning));
}

/** Reads the body on the first call. Later calls return the same promise. */
function readBody(exchange: Exchange, { maxBodyBytes }: PipelineDeps): Promise<void> {
  exchange.reading ??= readJsonBody(exchange.request, {
    bytes: maxBodyBytes,
    depth: assumptions.maxBodyDepth.value,
    // Validation passes each invalid value as an argument of a single call, so more values could overflow the stack.
    values: assumptions.maxBodyValues.value,
  }).then((body) => {
    exchange.body = body;
  });
  return exchange.reading;
}

function replayOrServe(exchange: AdmittedExchange, deps: PipelineDeps): ResponseData {
  const { request, url, sender, route, apiKey, idempotencyKey: key, body } = exchange;
  const workspace = deps.store.workspace(apiKey);
  if (route.row.method !== 'GET') deps.store.requireRoomFor(workspace);
  if (key !== undefined) {
    const replay = {
      workspace,
      key,
      fingerprint: fingerprint(request.method, url.pathname, body),
      at: deps.times.now(apiKey),
      cause: exchange.cause,
    };
    const earlier = findRemembered(replay);
    exchange.firstUse = earlier?.cause;
    if (earlier?.isConflict) throw conflict();
    exchange.replayed = earlier !== undefined;
    if (earlier) return earlier.response;
    exchange.replay = replay;
  }
  const { cause, project } = exchange;
  const { context, commit } = createContext(workspace, { origin: url.origin, sender, cause, project }, deps);
  const input = { path: route.path, query: route.row.query && exchange.query, body: route.row.body && body };
  const { status, headers, body: result } = serve(route.name, input, context);
  // Add these warnings after the service has run, because the service rejects some unknown values itself.
  exchange.warnings.push(...valueWarnings(route.name, body));
  addWarnings(result, exchange.warnings);
  if (route.row.method !== 'GET') exchange.commit = commit;
  // Cast: `result` is unknown here, but no service returns shared memory.
  const json = result instanceof Uint8Array ? (result as Uint8Array<ArrayBuffer>) : JSON.stringify(result);
  return jsonResponseData(status, json, headers);
}
