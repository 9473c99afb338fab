import { API_PATH, assumptions } from '../assumptions.ts';
import { curlExample } from '../http/curl.ts';
import type { ResponseData } from '../http/response.ts';

/**
 * The page that says what this is. Everyone who reaches the mock can read it, so it shows nothing that is not public.
 *
 * @param anyKey Whether any API key is accepted; otherwise those that are remain unsaid.
 */
export function serveHomePage({ pathname, origin }: URL, anyKey: boolean): ResponseData | undefined {
  if (pathname !== '/') return undefined;
  return { status: 200, headers: homePageHeaders, body: html(origin + API_PATH, anyKey) };
}

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}
pre,code{font:.9em/1.5 ui-monospace,monospace}
pre{padding:.75rem 1rem;border:1px solid GrayText;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}`;

const homePageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // The hash is that of the style above. Nothing else is loaded or run.
  'content-security-policy':
    "default-src 'none'; style-src 'sha256-xAmdbRXbKDQAivMoh1Xgl2CmVUoIxhT1gx4GdkMT7JY='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** With an empty icon, so that a browser does not ask for one, which would be a request that tests see. */
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
<p>An in-memory implementation of the whole API, for development and tests. What you create is kept here alone.</p>
<h2>Call it</h2>
<p>The base URL is <code>${escapeHtml(baseUrl)}</code>. ${keyHtml(anyKey)}</p>
<pre><code>${escapeHtml(curlExample(baseUrl, anyKey ? assumptions.defaultApiKey.value : '<API key>'))}</code></pre>
<h2>Look at it</h2>
<p><a href="/_mock/">The console</a> shows what happens, and changes it: from this machine only.</p>
<h2>Read more</h2>
<ul>
<li><a href="/openapi.json">The API as OpenAPI 3.1</a></li>
<li><a href="/_mock/openapi.json">What tests can do to the mock, as OpenAPI 3.1</a>: from this machine only</li>
<li><a href="/docs/errors">Error codes</a></li>
<li><a href="/docs/licenses">Licenses</a> of the media</li>
</ul>
</main>
</html>
`;
}

function keyHtml(anyKey: boolean): string {
  return anyKey
    ? `Any API key works, such as <code>${assumptions.defaultApiKey.value}</code>: each has a workspace of its own.`
    : 'It accepts the API keys that it was started with: each has a workspace of its own.';
}

/** The host of a request may contain any of these, except the angle brackets. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
