import type { Clock } from './clock.ts';
import { withCors } from './cors.ts';
import { serveDocs } from './docs-pages.ts';
import type { JobRunner } from './job-runner.ts';
import { API_PATH } from './jobs.ts';
import { createMediaServer } from './media/serve.ts';
import { openApiDocument } from './openapi/document.ts';
import type { Store } from './store.ts';

/** Answers what is read without a key: media, pages about errors, the OpenAPI document. Undefined for anything else. */
export type ServeFile = (request: Request, url: URL) => Response | undefined;

export function createFileServer(store: Store, clock: Clock, jobs: JobRunner): ServeFile {
  const serveMedia = createMediaServer(store);
  return (request, url) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    // A file is there once its job is done.
    jobs.settle();
    const file = serveMedia(request, url.pathname, clock.now()) ?? serveDocs(url.pathname) ?? serveOpenApi(url);
    return file && withCors(file);
  };
}

function serveOpenApi({ pathname, origin }: URL): Response | undefined {
  if (pathname !== '/openapi.json') return undefined;
  return Response.json(openApiDocument({ serverUrl: origin + API_PATH }));
}
