import { inTurns, type Measure } from '../lib/in-turns.ts';
import { benchFolder, runNode } from '../lib/programs.ts';
import { atMost, type Extent, type Table } from '../lib/table.ts';

const module = (code: string): Measure => program('module', code);
const script = (code: string): Measure => program('commonjs', code);

const imports: Readonly<Record<string, Measure>> = {
  'bare Node': module(''),
  'clipwright, ESM': module("import 'clipwright';"),
  'clipwright, CommonJS': script("require('clipwright');"),
  'clipwright/webhooks': module("import 'clipwright/webhooks';"),
  'clipwright/mock': module("import 'clipwright/mock';"),
  ky: module("import 'ky';"),
  'zod/mini': module("import 'zod/mini';"),
  undici: module("import 'undici';"),
  'openapi-fetch': module("import 'openapi-fetch';"),
  mux: module("import '@mux/mux-node';"),
  stripe: module("import 'stripe';"),
  openai: module("import 'openai';"),
  '@octokit/core': module("import '@octokit/core';"),
  msw: module("import 'msw';"),
};

const fetch = 'async () => Response.json({ object: "list", data: [], jobs: [] })';
const baseUrl = 'http://localhost/api/v1';

const firstCalls: Readonly<Record<string, Measure>> = {
  'bare Node': module(''),
  clipwright: module(
    `import { Clipwright } from 'clipwright';
    await new Clipwright({ apiKey: 'key', baseUrl: '${baseUrl}', fetch: ${fetch} }).jobs.list('p');`,
  ),
  'clipwright/mock and clipwright': module(
    `import { Clipwright } from 'clipwright'; import { createMock } from 'clipwright/mock';
    const { baseUrl, fetch } = createMock();
    await new Clipwright({ apiKey: 'key', baseUrl, fetch }).projects.create({ name: 'x' });`,
  ),
  ky: module(`import ky from 'ky'; await ky('${baseUrl}/jobs', { fetch: ${fetch} }).json();`),
  'openapi-fetch': module(
    `import createClient from 'openapi-fetch'; await createClient({ baseUrl: '${baseUrl}', fetch: ${fetch} }).GET('/jobs');`,
  ),
  mux: module(
    `import Mux from '@mux/mux-node';
    await new Mux({ tokenId: 'a', tokenSecret: 'b', baseURL: '${baseUrl}', fetch: ${fetch} }).video.assets.list();`,
  ),
  stripe: module(
    `import Stripe from 'stripe';
    await new Stripe('key', { httpClient: Stripe.createFetchHttpClient(${fetch}) }).customers.list();`,
  ),
  openai: module(
    `import OpenAI from 'openai';
    await new OpenAI({ apiKey: 'key', baseURL: '${baseUrl}', fetch: ${fetch} }).models.list();`,
  ),
};

const method =
  'Each program runs in its own process, measured from start to end, minus the time of a process without a program.';

/** Measures the time that an import adds to a process. */
export async function importTime(extent: Extent): Promise<Table> {
  const goals = {
    'clipwright, ESM': atMost(12),
    'clipwright, CommonJS': atMost(12),
    'clipwright/webhooks': atMost(3),
    'clipwright/mock': atMost(25),
  };
  return { title: 'Import', method, unit: 'ms', rows: await overBareNode(imports, extent, goals) };
}

/** Measures an import with a first call, because the call does the work that an import defers. */
export async function importAndFirstCall(extent: Extent): Promise<Table> {
  return { title: 'Import and first call', method, unit: 'ms', rows: await overBareNode(firstCalls, extent, {}) };
}

async function overBareNode(
  candidates: Readonly<Record<string, Measure>>,
  { isShort }: Extent,
  goals: Parameters<typeof inTurns>[1]['goals'],
) {
  const rows = await inTurns(candidates, {
    rounds: isShort ? 1 : 25,
    goals: { ...goals },
    adjust: (value, bare) => value - bare,
  });
  return rows.slice(1);
}

function program(type: 'module' | 'commonjs', code: string): Measure {
  return () => runNode([`--input-type=${type}`, '--eval', code], benchFolder);
}
