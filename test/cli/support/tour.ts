import { ApiError, type ClipBatch, Clipwright } from 'clipwright';
import { createRouter } from '../../../mock/http/router.ts';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { idsOf, parameterNames, sampleCalls } from '../../support/sample-calls.ts';

/** A request to an endpoint. Any HTTP client can send it. */
export interface TourRequest {
  readonly name: EndpointName;
  readonly method: string;
  /** The path after the base URL, with the query. */
  readonly path: string;
  readonly body: string | undefined;
}

/** Sends a request and returns the parsed body of the response. */
export type Send = (request: TourRequest) => Promise<unknown>;

/** Makes the sample call of every endpoint, one after the other in one project, with `send`. */
export async function tour(send: Send): Promise<void> {
  const client = new Clipwright({
    apiKey: 'tour',
    baseUrl: 'https://tour.test',
    maxRetries: 0,
    fetch: async (input, init) => Response.json(await send(await toTourRequest(new Request(input, init)))),
  });
  let ids = parameterNames;
  for (const [name, call] of Object.entries(sampleCalls)) {
    const result = await call(client, ids).then(undefined, ignoreApiError);
    // Cast: the sample calls have no result type.
    if (name === 'clips.generate') ids = await idsOf(client, (result as ClipBatch).clips[0]?.project_id ?? '');
  }
}

/** Ignores errors of the client, because `send` has already checked the response, but rethrows errors of `send` itself. */
function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

const findRoute = createRouter<EndpointName, { readonly method: string; readonly path: string }>(endpoints);

async function toTourRequest(request: Request): Promise<TourRequest> {
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  return {
    name: findRoute(request.method, pathname).name,
    method: request.method,
    path: pathname + search,
    body: body === '' ? undefined : body,
  };
}
