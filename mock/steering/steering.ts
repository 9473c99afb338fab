import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { assumptions } from '../assumptions.ts';
import { authenticate } from '../auth.ts';
import { type HttpProblem, invalid } from '../problem.ts';
import { problemResponse } from '../problem-response.ts';
import { type BodyLimits, readJsonBody, readText } from '../request-body.ts';
import { readQuery, requireValidBody } from '../request-validation.ts';
import { createRouter } from '../router.ts';
import { clockRows } from './clock.ts';
import { deliveryRows } from './deliveries.ts';
import { faultRows } from './faults.ts';
import { jobRows } from './jobs.ts';
import { requestRows } from './requests.ts';
import type { Steered, SteeringRow } from './row.ts';
import { seedRows } from './seed.ts';
import { stateRows } from './state.ts';

/** Where the mock is steered over HTTP. */
export const STEERING_PATH = '/_mock';

/** A state can be far larger than a request. */
const bodyLimits: BodyLimits = {
  bytes: 256 * 1024 * 1024,
  depth: assumptions.maxBodyDepth.value,
  values: Number.POSITIVE_INFINITY,
};

/** The length of `{}`, which some send for want of a body. */
const EMPTY_OBJECT = 2;

/** All that can be done to the mock over HTTP. */
export const steeringRows: readonly SteeringRow[] = [
  ...stateRows,
  ...clockRows,
  ...seedRows,
  ...requestRows,
  ...deliveryRows,
  ...faultRows,
  ...jobRows,
];

const findRoute = createRouter(
  Object.fromEntries(steeringRows.map((row) => [`${row.method} ${row.path}`, row])),
  STEERING_PATH,
);

/** Steers a mock over HTTP with the powers that it has in process; narrowed to the workspace of the API key, if one is sent. */
export function createSteering(steered: Steered): (request: Request, url: URL) => Promise<Response> {
  return async (request, { pathname, searchParams }) => {
    try {
      const { row, path } = findRoute(request.method, pathname);
      if (searchParams.has('apiKey')) throw misplacedKey('query');
      const query = readQuery(row, searchParams) ?? {};
      if (!row.body) await requireNoBody(request, pathname);
      const body = row.body && (await readJsonBody(request, bodyLimits));
      if (Object.hasOwn(Object(body), 'apiKey')) throw misplacedKey('body');
      if (row.body) requireValidBody(row.path, row.body, body);
      // What is meant as a key and is none must not reach everybody's workspaces.
      const scope = request.headers.has('authorization') ? { apiKey: authenticate(request.headers, undefined) } : {};
      return Response.json((await row.run(steered, { body, query, id: path.id ?? '', scope })) ?? {});
    } catch (error) {
      const problem = error instanceof ConfigurationError ? invalid(error.option, error.message) : error;
      return problemResponse(problem, request);
    }
  };
}

/** What stands in it would be ignored, a wish to narrow the call among it. Not every way in tells how long it is. */
async function requireNoBody(request: Request, pathname: string): Promise<void> {
  const told = Number(request.headers.get('content-length'));
  if (told <= EMPTY_OBJECT && (await readText(request, bodyLimits.bytes)).length <= EMPTY_OBJECT) return;
  throw invalid(null, `${pathname} takes no body. An API key is sent as "Authorization: Bearer …".`);
}

/** Ignored, it would let a call that is meant for one workspace reach all of them; an address is logged along the way. */
function misplacedKey(place: 'query' | 'body'): HttpProblem {
  return invalid('apiKey', `An API key is sent as "Authorization: Bearer …", never in the ${place}.`);
}
