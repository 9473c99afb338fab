import { serveConsole } from '../console/serve/serve.ts';
import { CONTROL_PATH } from '../control/routes.ts';
import { preflight } from '../http/cors.ts';
import { errorResponseData, forbidden } from '../http/errors.ts';
import type { RequestData, Sender } from '../http/request.ts';
import type { Respond, ResponseData } from '../http/response.ts';
import type { SourceTranscripts } from '../services/source-transcripts.ts';
import type { Store } from '../state/store.ts';
import type { Pipeline } from './pipeline.ts';
import type { ServePublicFile } from './public-files.ts';
import { type Resets, ResettableRequest } from './resets.ts';

export interface RespondDeps {
  readonly store: Store;
  readonly transcripts: SourceTranscripts;
  readonly servePublicFile: ServePublicFile;
  readonly pipeline: Pipeline;
  readonly resets: Resets;
}

/** Creates the function that responds to every request: to the control API, a file or the API. */
export function createRespond(
  { store, transcripts, servePublicFile, pipeline, resets }: RespondDeps,
  control: (request: RequestData, url: URL) => Promise<ResponseData>,
): Respond {
  const respondFromControl = async (request: RequestData, url: URL) => {
    await transcripts.load();
    const page = reads(request) ? await serveConsole(url) : undefined;
    if (page) return withBodyFor(request, page);
    if (!reads(request)) store.countChange();
    return control(request, url);
  };
  const respondFromService = async (request: ResettableRequest, url: URL, sender: Sender) => {
    await transcripts.load();
    if (request.method === 'OPTIONS') return preflight(request);
    const file = await servePublicFile(request, url);
    const response = file ?? (sender.mayOnlyReadFiles ? refused(request) : await pipeline(request, url, sender));
    const onReset: ResponseData['onReset'] = (end) => request.onReset(end);
    return withBodyFor(request, response.truncated === 'stall' ? { ...response, onReset } : response);
  };
  return async (request, url, sender) => {
    if (url.pathname.startsWith(CONTROL_PATH)) return respondFromControl(request, url);
    const resettable = new ResettableRequest(request, resets);
    try {
      return await respondFromService(resettable, url, sender);
    } finally {
      resettable.release();
    }
  };
}

function reads({ method }: RequestData): boolean {
  return method === 'GET' || method === 'HEAD';
}

function withBodyFor({ method }: RequestData, response: ResponseData): ResponseData {
  return method === 'HEAD' ? { ...response, body: null } : response;
}

function refused(request: RequestData): ResponseData {
  const refusal = forbidden('A page of another origin that does not send its Origin can load only the mock’s files.');
  return errorResponseData(refusal, request);
}
