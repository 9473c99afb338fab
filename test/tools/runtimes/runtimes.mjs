import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { printedResults, toolPath, versioned } from './tools.mjs';

const formats = { ESM: 'main.mjs', CommonJS: 'main.cjs' };
const denoRun = ['run', '--allow-env', '--allow-net=127.0.0.1', '--allow-read'];

export const runtimeCells = [
  ...['node-22.12', 'node-22', 'node', 'node-26'].flatMap((folder) =>
    inBothFormats(versioned('Node', folder), `${folder}/bin/node`, []),
  ),
  ...inBothFormats(versioned('Bun'), '.bin/bun', ['run']),
  ...inBothFormats(versioned('Deno'), '.bin/deno', denoRun),
  {
    name: versioned('workerd'),
    modules: 'ESM',
    note: 'Bundled by esbuild, as for Cloudflare Workers.',
    run: onWorkerd,
  },
  {
    name: 'Chromium',
    modules: 'ESM',
    note: 'The installed Chromium, in any version. It loads the unbundled files of the package through an import map.',
    run: inChromium,
  },
];

function inBothFormats(name, path, args) {
  return Object.entries(formats).map(([modules, file]) => ({
    name,
    modules,
    run: (context) => printedResults(toolPath(path), [...args, file], context),
  }));
}

/** Bundles the worker with esbuild, as Cloudflare's own tool does. */
async function onWorkerd({ project, serverUrl }) {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'worker.mjs')],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
  });
  const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: '2026-07-01' });
  try {
    const response = await miniflare.dispatchFetch(`http://localhost/?server=${encodeURIComponent(serverUrl)}`);
    const results = await readJson(response);
    await waitInTwoRequests(miniflare, serverUrl);
    return results;
  } finally {
    await miniflare.dispose();
  }
}

/** Waits in two requests that share one client: in workerd, a request must not await a promise of another request. */
async function waitInTwoRequests(miniflare, serverUrl) {
  const generate = await fetch(`${serverUrl}/clips`, {
    method: 'POST',
    headers: { authorization: 'Bearer worker', 'content-type': 'application/json' },
    body: JSON.stringify({
      source: { video_site_url: 'https://video.example.com/talk' },
      export: { auto_export: true },
    }),
  });
  const { batch } = await readJson(generate);
  const wait = async () => {
    const init = { method: 'POST', body: JSON.stringify(batch) };
    const url = `http://localhost/clips?server=${encodeURIComponent(serverUrl)}`;
    return readJson(await miniflare.dispatchFetch(url, init));
  };
  assert.deepEqual(await Promise.all([wait(), wait()]), [batch.clips.length, batch.clips.length]);
}

async function readJson(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

/** Loads the unbundled files of the package through an import map. */
async function inChromium({ project, pages, serverUrl }) {
  const { exports } = JSON.parse(await readFile(join(project, 'node_modules/clipwright/package.json'), 'utf8'));
  const imports = Object.entries(exports).flatMap(([entry, target]) =>
    target.import ? [[entry.replace('.', 'clipwright'), `/node_modules/clipwright/${target.import.default}`]] : [],
  );
  const packages = { ky: '/node_modules/ky/distribution/index.js', 'zod/mini': '/node_modules/zod/mini/index.js' };
  return pages.resultsOf({ script: '/page.mjs', imports: { ...Object.fromEntries(imports), ...packages }, serverUrl });
}
