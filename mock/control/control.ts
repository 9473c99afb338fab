import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { authenticate } from '../http/auth.ts';
import { errorResponseData } from '../http/error-response.ts';
import { forbidden, HttpError, invalid } from '../http/http-error.ts';
import type { RequestData } from '../http/request.ts';
import { type BodyLimits, readJsonBody, readText } from '../http/request-body.ts';
import { readQuery, requireValidBody } from '../http/request-validation.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import { createRouter } from '../http/router.ts';
import { type ControlTarget, controlHandlers } from './handlers.ts';
import { requireKnownFields, requireNoQuery } from './known-fields.ts';
import { CONTROL_PATH, type ControlName, THROWN_HEADER } from './routes.ts';
import { type ControlEndpoint, controlTable } from './table.ts';

/** A state can be far larger than a request. */
const bodyLimits: BodyLimits = {
  bytes: 256 * 1024 * 1024,
  depth: assumptions.maxBodyDepth.value,
  values: Number.POSITIVE_INFINITY,
};

/** The length of `{}`, which some clients send instead of no body. */
const EMPTY_OBJECT_LENGTH = 2;

/** A client that gets more headers than it takes cannot read the response. Longer messages are in the body alone. */
const MAX_THROWN_LENGTH = 8192;

const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

const findRoute = createRouter<ControlName, ControlEndpoint>(controlTable, CONTROL_PATH);

/**
 * Controls a mock over HTTP as in process; limited to the workspace of the API key, if one is sent.
 *
 * @param apiKeys The accepted keys; undefined where any non-empty key is accepted.
 */
export function createControl(
  target: ControlTarget,
  apiKeys: readonly string[] | undefined,
): (request: RequestData, url: URL) => Promise<ResponseData> {
  return async (request, { origin, pathname, searchParams }) => {
    try {
      requireNoDelivery(request);
      const { name, row, path } = findRoute(request.method, pathname);
      const query = readControlQuery(row, pathname, searchParams);
      const body = await readControlBody(row, pathname, request);
      // An Authorization header without a key is refused: if it were ignored, the request would reach all workspaces.
      const scope = request.headers.has('authorization') ? { apiKey: authenticate(request.headers, apiKeys) } : {};
      // Cast: the row's schemas have checked the body and the query.
      const after = request.headers.get('last-event-id') ?? undefined;
      const call = { body, query, id: path.id ?? '', apiKeys, origin, after, signal: request.signal, scope } as never;
      const result = await controlHandlers[name](target, call);
      if (result instanceof ReadableStream) return { status: 200, headers: streamHeaders, body: null, stream: result };
      return jsonResponseData(200, JSON.stringify(result ?? {}));
    } catch (error) {
      const response = errorResponseData(refusalOf(error), request);
      return error instanceof ConfigurationError ? withThrown(response, error) : response;
    }
  };
}

function readControlQuery(row: ControlEndpoint, pathname: string, search: URLSearchParams): unknown {
  if (search.has('apiKey')) throw misplacedKey('query');
  // Where there is a query, it is a filter, which refuses unknown fields itself.
  if (!row.query) requireNoQuery(search, pathname);
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

/** An error of the API that is the cause of what a test gets in process says more than a 400. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  return error.cause instanceof HttpError ? error.cause : invalid(error.option, error.message);
}

/** What the same call throws in process, for a remote mock to throw it, too. */
function withThrown(response: ResponseData, { option, message }: ConfigurationError): ResponseData {
  const thrown = encodeURIComponent(JSON.stringify({ option, message }));
  if (thrown.length > MAX_THROWN_LENGTH) return response;
  return { ...response, headers: { ...response.headers, [THROWN_HEADER]: thrown } };
}

/** The mock's own deliveries come from this machine, so anyone who can register a webhook could control the mock by them. */
function requireNoDelivery({ headers }: RequestData): void {
  if (!headers.has(assumptions.deliveryHeader.value)) return;
  throw forbidden(
    `${CONTROL_PATH} accepts no webhook deliveries: remove the header ${assumptions.deliveryHeader.value}.`,
  );
}

/** A body would be ignored, and an API key in it, too. Not every transport gives its length. */
async function requireNoBody(request: RequestData, pathname: string): Promise<void> {
  const contentLength = Number(request.headers.get('content-length'));
  if (contentLength <= EMPTY_OBJECT_LENGTH && (await readText(request, bodyLimits.bytes)).length <= EMPTY_OBJECT_LENGTH)
    return;
  throw invalid(null, `${pathname} takes no body. An API key is sent as "Authorization: Bearer …".`);
}

/** If it were ignored, a request for one workspace would reach all of them. Besides, URLs are often logged. */
function misplacedKey(place: 'query' | 'body'): HttpError {
  return invalid('apiKey', `An API key is sent as "Authorization: Bearer …", never in the ${place}.`);
}
