import { API_PATH, assumptions } from '../assumptions.ts';
import { describeEffect, describeFault } from '../faults/call-fault-effects.ts';
import type { Faults } from '../faults/faults.ts';
import { withCors } from '../http/cors.ts';
import { curlExample } from '../http/curl.ts';
import { errorCodes } from '../http/errors.ts';
import { jsonResponseData, type ResponseData } from '../http/response.ts';
import { MEDIA_PATH, PREVIEW } from '../http/urls.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { createMediaServer, type ServedMedia } from '../media/serve.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Store } from '../state/store.ts';
import type { Times } from '../time/times.ts';
import { applyFaults, type Exchange } from './exchange.ts';

interface PublicFileDeps {
  readonly store: Store;
  readonly times: Times;
  readonly jobs: JobRunner;
  readonly faults: Faults;
  /** The accepted API keys; undefined if any key is accepted. */
  readonly apiKeys: readonly string[] | undefined;
}

/**
 * Creates a function that serves the files that need no API key: media, pages, the OpenAPI document. It returns undefined
 * for other paths, and a promise only for media, so that API requests, which also call it, need not wait.
 */
export function createPublicFileServer({ store, times, jobs, faults, apiKeys }: PublicFileDeps) {
  const serveMedia = createMediaServer(store, times);
  const serveMediaFile = async (exchange: Exchange) => {
    const served = await serveMedia(exchange.request, exchange.url.pathname);
    const response = served && ((await applyFileFaults(served, exchange, faults)) ?? served.response);
    return response && withCors(response);
  };
  return (exchange: Exchange): ResponseData | Promise<ResponseData | undefined> | undefined => {
    const { request, url } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    // The file of a job exists only once the job has ended.
    jobs.endDue();
    if (url.pathname.startsWith(MEDIA_PATH)) return serveMediaFile(exchange);
    const file = serveDocs(url.pathname) ?? serveHomePage(url, apiKeys === undefined) ?? serveOpenApi(url);
    return file && withCors(file);
  };
}

/** Applies faults, except to an error, a 304 or a file that the console plays. Returns a fault's response, if any. */
async function applyFileFaults({ file, response }: ServedMedia, exchange: Exchange, faults: Faults) {
  if (!file || response.status >= 300 || exchange.url.searchParams.has(PREVIEW)) return undefined;
  if (file.apiKey !== undefined) exchange.apiKey = file.apiKey;
  exchange.request.fileOwner = file.apiKey;
  return applyFaults(faults.takeForFile({ ...file, response }), exchange, response, (fault) => ({
    ...describeFault(fault, response),
    message: `${describeEffect(fault)}.`,
  }));
}

function serveOpenApi({ pathname, origin }: URL): ResponseData | undefined {
  if (pathname !== '/openapi.json') return undefined;
  return jsonResponseData(200, JSON.stringify(openApiDocument({ serverUrl: origin + API_PATH })));
}

/** Serves the pages of `doc_url` and `license_url`. */
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

/** Serves a page that explains the mock. Anyone can read it, so it does not show the keys in `apiKeys`. */
function serveHomePage({ pathname, origin }: URL, anyKey: boolean): ResponseData | undefined {
  if (pathname !== '/') return undefined;
  return { status: 200, headers: homePageHeaders, body: html(origin + API_PATH, anyKey) };
}

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}
pre,code{font:.9em/1.5 ui-monospace,monospace}
pre{padding:.75rem 1rem;border:1px solid GrayText;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}`;

const homePageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // Allow only the style above, by its hash.
  'content-security-policy':
    "default-src 'none'; style-src 'sha256-xAmdbRXbKDQAivMoh1Xgl2CmVUoIxhT1gx4GdkMT7JY='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** Returns the page. It has an empty icon, so that browsers do not request `/favicon.ico`, which the log would show. */
function html(baseUrl: string, anyKey: boolean): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Clipwright mock</title>
<style>${style}</style>
<main>
<h1>Clipwright mock</h1>
<p>An in-memory implementation of the whole API, for development and tests. It keeps what you create in memory only.</p>
<h2>Call it</h2>
<p>The base URL is <code>${escapeHtml(baseUrl)}</code>. ${keyHtml(anyKey)}</p>
<pre><code>${escapeHtml(curlExample(baseUrl, anyKey ? assumptions.defaultApiKey.value : '<API key>'))}</code></pre>
<h2>Look at it</h2>
<p><a href="/_mock/">The console</a> shows and changes the state of the mock. It works on this machine only.</p>
<h2>Read more</h2>
<ul>
<li><a href="/openapi.json">The API as OpenAPI 3.1</a></li>
<li><a href="/_mock/openapi.json">The control API for tests as OpenAPI 3.1</a>, on this machine only</li>
<li><a href="/docs/errors">Error codes</a></li>
<li><a href="/docs/licenses">Licenses</a> of the media</li>
</ul>
</main>
</html>
`;
}

function keyHtml(anyKey: boolean): string {
  return anyKey
    ? `Any API key works, such as <code>${assumptions.defaultApiKey.value}</code>; each key has its own workspace.`
    : 'The mock accepts the API keys that it was started with; each key has its own workspace.';
}

/** Escapes text for HTML, because the base URL contains the request's host, which may contain `&` and quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
