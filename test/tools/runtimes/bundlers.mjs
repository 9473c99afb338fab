import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { node24, onNode24, versioned } from './tools.mjs';

export const bundlerCells = [
  ...['Vite', 'webpack', 'esbuild', 'rollup'].flatMap((title) => [
    { name: versioned(title), on: 'Chromium', run: (context) => inChromium(title.toLowerCase(), context) },
    { name: versioned(title), on: node24, run: (context) => onNode(title.toLowerCase(), context) },
  ]),
  {
    name: versioned('Metro'),
    on: node24,
    note: 'With the transforms of React Native, but run on Node instead of Hermes.',
    run: metroOnNode,
  },
];

async function inChromium(bundler, { project, pages, serverUrl }) {
  const script = await bundle(bundler, project, 'page.mjs', 'browser');
  return pages.resultsOf({ script: `/${script}`, serverUrl });
}

async function onNode(bundler, context) {
  return onNode24([await bundle(bundler, context.project, 'main.mjs', 'node')], context);
}

async function metroOnNode(context) {
  const script = await bundle('metro', context.project, 'main.mjs', 'node', 'main.js');
  return onNode24(['run-script.mjs', script], context);
}

/** Makes a bundle, and returns its path in the project. */
async function bundle(bundler, project, entry, platform, name = entry) {
  const program = fileURLToPath(new URL('bundle.mjs', import.meta.url));
  const file = `bundles/${bundler}/${platform}/${name}`;
  const args = [program, bundler, join(project, entry), join(project, file), platform];
  await promisify(execFile)(process.execPath, args, { cwd: project });
  return file;
}
