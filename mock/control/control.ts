import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { forbidden, type HttpError, invalid } from '../api/http-error.ts';
import { assumptions } from '../assumptions.ts';
import { authenticate } from '../http/auth.ts';
import { errorResponse } from '../http/error-response.ts';
import { type BodyLimits, readJsonBody, readText } from '../http/request-body.ts';
import { readQuery, requireValidBody } from '../http/request-validation.ts';
import { createRouter } from '../http/router.ts';
import { requireKnownFields, requireNoQuery } from './known-fields.ts';
import type { ControlTarget } from './route.ts';
import { controlRoutes } from './routes.ts';

/** The path below which a mock is controlled over HTTP. */
export const CONTROL_PATH = '/_mock';

/** A state can be far larger than a request. */
const bodyLimits: BodyLimits = {
  bytes: 256 * 1024 * 1024,
  depth: assumptions.maxBodyDepth.value,
  values: Number.POSITIVE_INFINITY,
};

/** The length of `{}`, which some send for want of a body. */
const EMPTY_OBJECT = 2;

const findRoute = createRouter(
  Object.fromEntries(controlRoutes.map((route) => [`${route.method} ${route.path}`, route])),
  CONTROL_PATH,
);

/** Controls a mock over HTTP as in process; narrowed to the workspace of the API key, if one is sent. */
export function createControl(target: ControlTarget): (request: Request, url: URL) => Promise<Response> {
  return async (request, { pathname, searchParams }) => {
    try {
      requireNoDelivery(request);
      const { row, path } = findRoute(request.method, pathname);
      if (searchParams.has('apiKey')) throw misplacedKey('query');
      // Where there is a query, it is a filter, which refuses unknown fields itself.
      if (!row.query) requireNoQuery(searchParams, pathname);
      const query = readQuery(row, searchParams);
      if (!row.body) await requireNoBody(request, pathname);
      const body = row.body && (await readJsonBody(request, bodyLimits));
      if (Object.hasOwn(Object(body), 'apiKey')) throw misplacedKey('body');
      if (row.body) requireKnownFields(row.body, body);
      requireValidBody(row, body);
      // An Authorization header that holds no key is refused: ignored, the call would reach everybody's workspaces.
      const scope = request.headers.has('authorization') ? { apiKey: authenticate(request.headers, undefined) } : {};
      // Cast: the schemas of the route have let the body and the query through.
      const call = { body, query, id: path.id ?? '', scope } as Parameters<typeof row.run>[1];
      return Response.json((await row.run(target, call)) ?? {});
    } catch (error) {
      const refusal = error instanceof ConfigurationError ? invalid(error.option, error.message) : error;
      return errorResponse(refusal, request);
    }
  };
}

/** Whoever may register a webhook could otherwise control the mock by its own deliveries, which come from this machine. */
function requireNoDelivery({ headers }: Request): void {
  if (!headers.has(assumptions.deliveryHeader.value)) return;
  throw forbidden(
    `${CONTROL_PATH} accepts no webhook deliveries: remove the header ${assumptions.deliveryHeader.value}.`,
  );
}

/** A body would be ignored, and with it an API key that was to narrow the call. Not every transport tells its length. */
async function requireNoBody(request: Request, pathname: string): Promise<void> {
  const told = Number(request.headers.get('content-length'));
  if (told <= EMPTY_OBJECT && (await readText(request, bodyLimits.bytes)).length <= EMPTY_OBJECT) return;
  throw invalid(null, `${pathname} takes no body. An API key is sent as "Authorization: Bearer …".`);
}

/** Ignored, it would let a call that is meant for one workspace reach all of them; and URLs are logged along the way. */
function misplacedKey(place: 'query' | 'body'): HttpError {
  return invalid('apiKey', `An API key is sent as "Authorization: Bearer …", never in the ${place}.`);
}
