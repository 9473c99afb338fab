import { CONTROL_PATH } from '../../control/routes.ts';
import type { ResponseData } from '../../http/response.ts';

/** The path of the console's page. Its files are served below this path. */
const PAGE_PATH = `${CONTROL_PATH}/`;
const FILES_PATH = `${PAGE_PATH}console/`;

/** Serves the console. Its files are loaded when it is first opened. Returns undefined for other paths. */
export async function serveConsole({ pathname }: URL): Promise<ResponseData | undefined> {
  if (pathname === CONTROL_PATH) return { status: 308, headers: { ...headers, location: PAGE_PATH }, body: null };
  if (pathname === PAGE_PATH) return file('console.html', page);
  if (!pathname.startsWith(FILES_PATH)) return undefined;
  const { consoleFiles } = await import('./console-files.js');
  const name = pathname.slice(FILES_PATH.length);
  return Object.hasOwn(consoleFiles, name) ? file(name, consoleFiles[name] ?? '') : undefined;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const;

function file(name: string, body: string): ResponseData {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  return { status: 200, headers: { ...headers, 'content-type': type }, body };
}

/** The page's HTML. Its empty icon keeps browsers from requesting an icon. */
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Clipwright mock</title>
<link rel="stylesheet" href="console/console.css">
<script type="module" src="console/console.js"></script>
<div id="console"></div>
<noscript>The console needs JavaScript. Without it, control is described at <a href="openapi.json">openapi.json</a>.</noscript>
</html>
`;
