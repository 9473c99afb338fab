// A page of another origin uses the standalone mock as a browser app would: plain fetch, with preflights, and its files.
import { endpoints } from '../../../src/contract/endpoints.ts';
import { validate } from '../../../src/contract/validate.ts';
import { tour } from '../../cli/support/tour.ts';
import { check } from './checks.mjs';

const headers = { authorization: 'Bearer browser', 'content-type': 'application/json' };

export async function checkStandalone(page, { baseUrl, log }) {
  const { origin } = new URL(baseUrl);
  check({
    title: 'the page is of another origin than the mock',
    holds: (await page.evaluate(() => location.origin)) !== origin,
  });
  await checkOperations(page, baseUrl, log);
  await checkResponses(page, baseUrl);
  await checkControl(page, baseUrl, log);
  await checkFiles(page, baseUrl, log);
}

async function checkOperations(page, baseUrl, log) {
  const called = new Set();
  await tour(async ({ name, method, path, body }) => {
    const key = endpoints[name].idempotent ? { 'idempotency-key': `browser:${name}` } : {};
    const response = await fetchIn(page, baseUrl + path, { method, headers: { ...headers, ...key }, body });
    const faults = response.ok ? validate(endpoints[name].response, response.body) : [response];
    check({ title: `${name} responds`, holds: faults.length === 0, seen: faults });
    called.add(name);
    return response.body;
  });
  const all = called.size === Object.keys(endpoints).length;
  check({ title: 'these are all operations', holds: all, seen: [...called] });
  const asked = log.some((line) => line.startsWith('OPTIONS /api/v1/projects 204'));
  check({ title: 'browsers asked before they sent', holds: asked, seen: log });
}

async function checkResponses(page, baseUrl) {
  const create = (body, more) =>
    fetchIn(page, `${baseUrl}/projects`, { method: 'POST', headers: { ...headers, ...more }, body });
  const key = { 'idempotency-key': 'browser:named' };
  const [first, second] = [await create('{"name":"Kept"}', key), await create('{"name":"Kept"}', key)];
  const same = first.ok && first.body.id === second.body.id;
  check({ title: 'an Idempotency-Key gets the same project twice', holds: same, seen: second });
  check({ title: 'x-request-id can be read', holds: /^req-\d+$/.test(first.requestId), seen: first });

  const bad = await create('{}');
  const named = bad.status === 400 && bad.body.error.param === 'name';
  check({ title: 'a 400 tells its parameter', holds: named, seen: bad });
  const anonymous = await fetchIn(page, `${baseUrl}/projects/${first.body.id}/jobs`, {});
  const told = anonymous.status === 401 && anonymous.body.error.code === 'unauthorized';
  check({ title: 'a 401 can be read', holds: told, seen: anonymous });
}

async function checkControl(page, baseUrl, log) {
  const { origin } = new URL(baseUrl);
  const { body } = await fetchIn(page, `${baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Stays"}' });
  const state = await fetchIn(page, `${origin}/_mock/state`, { headers });
  check({ title: '/_mock/state cannot be read', holds: state.rejected !== undefined, seen: state });
  await fetchIn(page, `${origin}/_mock/reset`, { method: 'POST', mode: 'no-cors' });
  const jobs = await fetchIn(page, `${baseUrl}/projects/${body.id}/jobs`, { headers });
  const refused = log.some((line) => line.startsWith('POST /_mock/reset 403')) && jobs.ok;
  check({ title: '/_mock/reset does nothing', holds: refused, seen: jobs });
}

async function checkFiles(page, baseUrl, log) {
  const { origin } = new URL(baseUrl);
  const post = async (path, body) =>
    (await fetchIn(page, baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).body;
  const jobOf = async (projectId) =>
    (await fetchIn(page, `${baseUrl}/projects/${projectId}/jobs`, { headers })).body.jobs[0];

  const { batch } = await post('/clips', {
    source: { video_site_url: 'https://videos.example/talk' },
    export: { auto_export: true },
  });
  const sound = await post('/generate-sound', { prompt: 'rain' });
  const project = await post('/projects', { name: 'x' });
  // Not by the page, which must not control the mock.
  await fetch(`${origin}/_mock/clock`, { method: 'POST', body: '{"advance_seconds":60}', headers });
  const [clip] = batch.clips;
  const addresses = {
    video: (await jobOf(clip.project_id)).download_url,
    sound: (await jobOf(sound.project_id)).download_url,
    images: [project.thumbnail_url, ...clip.qa_preview_urls],
    zip: batch.zip_download_url,
  };
  for (const result of await page.evaluate((urls) => window.checkMedia(urls), addresses)) check(result);
  for (const folder of ['exports', 'sounds']) {
    const ranged = log.some((line) => line.startsWith(`GET /media/${folder}/`) && line.includes(' 206 '));
    check({ title: `the player asked for ranges of ${folder}`, holds: ranged, seen: log.slice(-20) });
  }
  const { range } = await fetchIn(page, addresses.video, { headers: { range: 'bytes=0-1' } });
  check({ title: 'Content-Range can be read', holds: /^bytes 0-1\/\d+$/.test(range), seen: range });
}

function fetchIn(page, url, init) {
  return page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        const { ok, status } = response;
        const [requestId, range] = ['x-request-id', 'content-range'].map((name) => response.headers.get(name));
        return { ok, status, requestId, range, body: await response.json().catch(() => null) };
      } catch (error) {
        return { ok: false, rejected: String(error) };
      }
    },
    [url, init],
  );
}
