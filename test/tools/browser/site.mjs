// The site of the application that the check opens in a browser: a page, its bundle, and msw's worker script.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the built package with the installed `msw` and `fflate`, and serves the site on a free port. */
export async function openSite() {
  const files = {
    '/': [
      'text/html',
      '<!doctype html><meta charset="utf-8"><title>App</title><script type="module" src="/app.js"></script>',
    ],
    '/app.js': ['text/javascript', await bundled('page/app.mjs')],
    '/mockServiceWorker.js': [
      'text/javascript',
      await readFile(pathOf(import.meta.resolve('msw/mockServiceWorker.js'))),
    ],
  };
  const server = createServer(({ url }, response) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [pathOf(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    // The package declares that its chunks have no side effects, so esbuild drops imports of chunks and warns about it.
    logOverride: { 'ignored-bare-import': 'silent' },
    alias: {
      clipwright: pathOf(new URL('../../../dist/index.js', import.meta.url)),
      'clipwright/mock': pathOf(new URL('../../../dist/mock.js', import.meta.url)),
      'clipwright/msw': pathOf(new URL('../../../dist/msw.js', import.meta.url)),
    },
  });
  return outputFiles[0].contents;
}

function pathOf(url) {
  return fileURLToPath(url);
}
