import { API_PATH } from '../assumptions.ts';
import { withCors } from '../http/cors.ts';
import { errorCodes } from '../http/http-error.ts';
import type { RequestData } from '../http/request.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import { MEDIA_PATH } from '../http/urls.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { createMediaServer } from '../media/serve.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Store } from '../state/store.ts';
import type { Times } from '../time/times.ts';
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

/** Serves the pages that `doc_url` and `license_url` lead to. */
function serveDocs(pathname: string): ResponseData | undefined {
  if (pathname === '/docs/errors') return page('Error codes', Object.entries(errorCodes));
  if (pathname === '/docs/licenses') {
    return page('Licenses', [['CC0-1.0', 'The tones in place of library tracks are in the public domain.']]);
  }
  return undefined;
}

function page(title: string, terms: readonly (readonly [string, string])[]): ResponseData {
  const list = terms
    .map(([term, meaning]) => `<dt id="${term}"><code>${term}</code></dt><dd>${meaning}</dd>`)
    .join('\n');
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><dl>\n${list}\n</dl>\n`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}
