import { MEDIA_PATH } from '../api/urls.ts';
import { API_PATH } from '../assumptions.ts';
import { withCors } from '../http/cors.ts';
import type { RequestData } from '../http/request.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { createMediaServer } from '../media/serve.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Store } from '../state/store.ts';
import type { Times } from '../time/times.ts';
import { serveDocs } from './docs-pages.ts';
import { serveHomePage } from './home-page.ts';

/** Serves what needs no API key: media, pages, the OpenAPI document. Undefined for anything else. */
export type ServePublicFile = (request: RequestData, url: URL) => Promise<ResponseData | undefined>;

/** @param anyKey Whether any API key is accepted. */
export function createPublicFileServer(store: Store, times: Times, jobs: JobRunner, anyKey: boolean): ServePublicFile {
  const serveMedia = createMediaServer(store, times);
  return async (request, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    // A file exists once its job is done.
    jobs.endDue();
    // Only a file is waited for: all requests of the API take the same number of turns here, and so keep their order.
    const file = url.pathname.startsWith(MEDIA_PATH)
      ? await serveMedia(request, url.pathname)
      : (serveDocs(url.pathname) ?? serveHomePage(url, anyKey) ?? serveOpenApi(url));
    return file && withCors(file);
  };
}

function serveOpenApi({ pathname, origin }: URL): ResponseData | undefined {
  if (pathname !== '/openapi.json') return undefined;
  return jsonResponseData(200, JSON.stringify(openApiDocument({ serverUrl: origin + API_PATH })));
}
