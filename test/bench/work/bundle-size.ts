import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { benchFolder } from '../lib/programs.ts';
import { atMost, type Goal, type Table, toRow } from '../lib/table.ts';

const programs: Readonly<Record<string, readonly [code: string, goal?: Goal]>> = {
  'clipwright: the client': ["export { Clipwright } from 'clipwright';", atMost(37)],
  'clipwright: one error class': ["export { RateLimitError } from 'clipwright';", atMost(0.7)],
  'clipwright: one guard': ["export { isErrorNamed } from 'clipwright';", atMost(0.7)],
  'clipwright: idempotencyKey': ["export { idempotencyKey } from 'clipwright';", atMost(0.7)],
  'ky and zod/mini': [
    "import ky from 'ky'; import { looseObject, string } from 'zod/mini'; export const get = async (url) => looseObject({ id: string() }).parse(await ky(url).json());",
  ],
  'openapi-fetch': ["export { default } from 'openapi-fetch';"],
  mux: ["export { default } from '@mux/mux-node';"],
  stripe: ["export { default } from 'stripe';"],
  openai: ["export { default } from 'openai';"],
  '@octokit/core': ["export { Octokit } from '@octokit/core';"],
};

/** Measures the bundle size of each client for a browser, only once because the size is exact. */
export async function bundleSize(): Promise<Table> {
  const rows = [];
  for (const [name, [code, goal]] of Object.entries(programs)) {
    rows.push(toRow(name, await kilobytesOf(code), null, goal));
  }
  return {
    title: 'Bundle size',
    method: 'A program that contains only this, bundled for a browser by esbuild, minified and gzipped.',
    unit: 'KB',
    rows,
  };
}

async function kilobytesOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: benchFolder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1000;
}
