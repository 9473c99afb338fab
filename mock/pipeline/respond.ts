import { serveConsole } from '../console/serve/serve.ts';
import type { ControlTarget } from '../control/operation.ts';
import { CONTROL_PATH } from '../control/routes.ts';
import { preflight } from '../http/cors.ts';
import type { RequestData } from '../http/request.ts';
import type { Respond, ResponseData } from '../http/response.ts';
import type { MockSettings } from '../options.ts';
import type { SourceTranscripts } from '../services/source-transcripts.ts';
import type { Store } from '../state/store.ts';
import type { OpenRequests } from './open-requests.ts';
import type { Pipeline } from './pipeline.ts';

export interface RespondDeps {
  readonly store: Store;
  readonly transcripts: SourceTranscripts;
  readonly pipeline: Pipeline;
  readonly openRequests: OpenRequests;
}

/** Creates the function that responds to every request: to the control API, a file or the API. */
export function createRespond(
  { store, transcripts, pipeline, openRequests }: RespondDeps,
  target: ControlTarget,
  settings: MockSettings,
): Respond {
  return async (request, url, sender) => {
    if (url.pathname.startsWith(CONTROL_PATH)) {
      await transcripts.load();
      const page = reads(request) ? await serveConsole(url) : undefined;
      if (page) return withBodyFor(request, page);
      if (!reads(request)) store.countChange();
      const { respondToControl } = await import('../control/control.ts');
      return respondToControl(target, settings, request, url);
    }
    if (request.method === 'OPTIONS') return preflight(request);
    const open = openRequests.begin(request);
    let response: ResponseData | undefined;
    try {
      await transcripts.load();
      response = await pipeline(open, url, sender);
    } finally {
      openRequests.finish(open, response?.truncated === 'stall');
    }
    return withBodyFor(request, response.truncated === 'stall' ? { ...response, ended: open.ended } : response);
  };
}

function reads({ method }: RequestData): boolean {
  return method === 'GET' || method === 'HEAD';
}

function withBodyFor({ method }: RequestData, response: ResponseData): ResponseData {
  return method === 'HEAD' ? { ...response, body: null } : response;
}
