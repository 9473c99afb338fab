// A page of another origin uses the standalone mock as a browser app would: plain fetch, with preflights.
// Needs Chromium: Debian's, or the one that CHROMIUM_PATH names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { validate } from '../../../src/contract/validate.ts';
import { tour } from '../../cli/support/tour.ts';

const command = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const headers = { authorization: 'Bearer browser', 'content-type': 'application/json' };

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

const mock = spawn(process.execPath, [command, 'mock', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const log = [];
const lines = createInterface(mock.stdout).on('line', (line) => log.push(line));
const [baseUrl] = await once(lines, 'line', { signal: AbortSignal.timeout(10_000) });
const { origin } = new URL(baseUrl);

const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>App</title>'));
await once(site.listen(0, '127.0.0.1'), 'listening');

try {
  await checkAll(await browser.newPage());
} finally {
  await browser.close();
  site.close();
  mock.kill();
}

async function checkAll(page) {
  await page.goto(`http://127.0.0.1:${site.address().port}/`);
  check('the page is of another origin than the mock', (await page.evaluate(() => location.origin)) !== origin);

  const called = new Set();
  await tour(async ({ name, method, path, body }) => {
    const key = endpoints[name].idempotent ? { 'idempotency-key': `browser:${name}` } : {};
    const answer = await fetchIn(page, baseUrl + path, { method, headers: { ...headers, ...key }, body });
    const faults = answer.ok ? validate(endpoints[name].response, answer.body) : [answer];
    check(`${name} answers`, faults.length === 0, faults);
    called.add(name);
    return answer.body;
  });
  check('these are all operations', called.size === Object.keys(endpoints).length, [...called]);
  check(
    'browsers asked before they sent',
    log.some((line) => line.startsWith('OPTIONS /api/v1/projects 204')),
    log,
  );

  const named = {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'browser:named' },
    body: '{"name":"Kept"}',
  };
  const [first, second] = [
    await fetchIn(page, `${baseUrl}/projects`, named),
    await fetchIn(page, `${baseUrl}/projects`, named),
  ];
  check('an Idempotency-Key gets the same project twice', first.ok && first.body.id === second.body.id, second);
  check('x-request-id can be read', /^req-\d+$/.test(first.requestId), first);

  const bad = await fetchIn(page, `${baseUrl}/projects`, { method: 'POST', headers, body: '{}' });
  check('a 400 tells its parameter', bad.status === 400 && bad.body.error.param === 'name', bad);
  const anonymous = await fetchIn(page, `${baseUrl}/projects/${first.body.id}/jobs`, {});
  check('a 401 can be read', anonymous.status === 401 && anonymous.body.error.code === 'unauthorized', anonymous);

  const state = await fetchIn(page, `${origin}/_mock/state`, { headers });
  check('/_mock/state cannot be read', state.rejected !== undefined, state);
  await fetchIn(page, `${origin}/_mock/reset`, { method: 'POST', mode: 'no-cors' });
  const jobs = await fetchIn(page, `${baseUrl}/projects/${first.body.id}/jobs`, { headers });
  check('/_mock/reset does nothing', log.some((line) => line.startsWith('POST /_mock/reset 403')) && jobs.ok, jobs);
}

function fetchIn(page, url, init) {
  return page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        const { ok, status } = response;
        const requestId = response.headers.get('x-request-id');
        return { ok, status, requestId, body: await response.json().catch(() => null) };
      } catch (error) {
        return { ok: false, rejected: String(error) };
      }
    },
    [url, init],
  );
}

function check(title, holds, seen) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${title}`);
  if (holds) return;
  process.exitCode = 1;
  console.log(JSON.stringify(seen, null, 2));
}
