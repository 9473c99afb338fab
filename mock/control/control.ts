import type { ZodMiniType } from 'zod/mini';
import { fieldsOf } from '../../src/contract/collections.ts';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { knownName } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { authenticate } from '../http/auth.ts';
import { errorResponseData, forbidden, HttpError, invalid } from '../http/errors.ts';
import type { RequestData } from '../http/request.ts';
import { type BodyLimits, readJsonBody, readText } from '../http/request-body.ts';
import { readQuery, requireValidBody } from '../http/request-validation.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import { createRouter } from '../http/router.ts';
import type { MockSettings } from '../options.ts';
import type { ControlCall, ControlEndpoint, ControlTarget } from './operation.ts';
import { CONTROL_PATH, THROWN_HEADER } from './routes.ts';
import { controlTable } from './table.ts';

/** Bodies can be larger than those of API requests, because a snapshot can be large. */
const bodyLimits: BodyLimits = {
  bytes: 256 * 1024 * 1024,
  depth: assumptions.maxBodyDepth.value,
  values: Number.POSITIVE_INFINITY,
};

/** The length of `{}`, which some clients send instead of no body. */
const EMPTY_OBJECT_LENGTH = 2;

/** Clients limit the size of headers, so a longer error is only sent in the body. */
const MAX_THROWN_LENGTH = 8192;

const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

const findRoute = createRouter(controlTable, CONTROL_PATH);

/** Responds to a control request. An API key limits the request to the key's workspace. */
export async function respondToControl(
  target: ControlTarget,
  settings: MockSettings,
  request: RequestData,
  { origin, pathname, searchParams }: URL,
): Promise<ResponseData> {
  try {
    requireNoDelivery(request);
    const { row, path } = findRoute(request.method, pathname);
    const query = readControlQuery(row, pathname, searchParams);
    const body = await readControlBody(row, pathname, request);
    // Reject an Authorization header without a key. If it were ignored, the request would reach all workspaces.
    const scope = request.headers.has('authorization')
      ? { apiKey: authenticate(request.headers, settings.apiKeys) }
      : {};
    const after = request.headers.get('last-event-id') ?? undefined;
    const call = { body, query, id: path.id ?? '', settings, origin, after, signal: request.signal, scope };
    // Cast: the operation's schemas have checked the body and the query.
    const result = await row.handle(target, call as ControlCall<never, never>);
    if (result instanceof ReadableStream) return { status: 200, headers: streamHeaders, body: null, stream: result };
    return jsonResponseData(200, JSON.stringify(result ?? {}));
  } catch (error) {
    const response = errorResponseData(refusalOf(error), request);
    return error instanceof ConfigurationError ? withThrown(response, error) : response;
  }
}

function readControlQuery(row: ControlEndpoint, pathname: string, search: URLSearchParams): unknown {
  if (search.has('apiKey')) throw misplacedKey('query');
  const [name] = search.keys();
  // If the operation has a query, the method of the mock rejects unknown parameters.
  if (!row.query && name !== undefined) throw invalid(name, `${pathname} takes no query.`);
  return readQuery(row, search);
}

async function readControlBody(row: ControlEndpoint, pathname: string, request: RequestData): Promise<unknown> {
  if (!row.body) return requireNoBody(request, pathname);
  const body = await readJsonBody(request, bodyLimits);
  if (Object.hasOwn(Object(body), 'apiKey')) throw misplacedKey('body');
  requireKnownFields(row.body, body);
  requireValidBody(row, body);
  return body;
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  return error.cause instanceof HttpError ? error.cause : invalid(error.option, error.message);
}

/** Adds the error thrown by the method, so that a remote mock can throw the same error. */
function withThrown(response: ResponseData, { option, message }: ConfigurationError): ResponseData {
  const thrown = encodeURIComponent(JSON.stringify({ option, message }));
  if (thrown.length > MAX_THROWN_LENGTH) return response;
  return { ...response, headers: { ...response.headers, [THROWN_HEADER]: thrown } };
}

/** Rejects webhook deliveries, because a webhook with the mock's own URL could control the mock. */
function requireNoDelivery({ headers }: RequestData): void {
  if (!headers.has(assumptions.deliveryHeader.value)) return;
  throw forbidden(
    `${CONTROL_PATH} accepts no webhook deliveries: remove the header ${assumptions.deliveryHeader.value}.`,
  );
}

/** Rejects a request with a body. If the transport does not give the body's length, reads the body to measure it. */
async function requireNoBody(request: RequestData, pathname: string): Promise<void> {
  const contentLength = Number(request.headers.get('content-length'));
  if (contentLength <= EMPTY_OBJECT_LENGTH && (await readText(request, bodyLimits.bytes)).length <= EMPTY_OBJECT_LENGTH)
    return;
  throw invalid(null, `${pathname} takes no body. Send the API key as "Authorization: Bearer …".`);
}

/** Returns the error for an API key in the query or body. An ignored key would give access to all workspaces. */
function misplacedKey(place: 'query' | 'body'): HttpError {
  return invalid('apiKey', `Send the API key as "Authorization: Bearer …", not in the ${place}.`);
}

/** Rejects unknown fields. The schemas accept them, like the service does, but in a control request they are mistakes. */
function requireKnownFields(schema: ZodMiniType, given: unknown): void {
  const fields = fieldsOf(schema);
  if (fields === undefined) return;
  const check = knownName('a field of this request', Object.keys(fields));
  for (const name of Object.keys(Object(given))) {
    const message = check(name);
    if (message) throw invalid(name, `${name} ${message}.`);
  }
}
