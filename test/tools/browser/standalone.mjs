// Checks that a page of another origin, such as a browser app, can call the standalone mock and load its files.
import { endpoints } from '../../../src/contract/endpoints.ts';
import { validate } from '../../../src/contract/validate.ts';
import { tour } from '../../cli/support/tour.ts';
import { report } from './report.mjs';

const headers = { authorization: 'Bearer browser', 'content-type': 'application/json' };

export async function checkStandalone(page, { baseUrl, log }) {
  const { origin } = new URL(baseUrl);
  report({
    title: 'the page and the mock have different origins',
    pass: (await page.evaluate(() => location.origin)) !== origin,
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
    const issues = response.ok ? validate(endpoints[name].response, response.body) : [response];
    report({ title: `${name} responds`, pass: issues.length === 0, actual: issues });
    called.add(name);
    return response.body;
  });
  const all = called.size === Object.keys(endpoints).length;
  report({ title: 'every endpoint was called', pass: all, actual: [...called] });
  const preflighted = hasLogged(log, 'OPTIONS /api/v1/projects', 204);
  report({ title: 'the browser sent a preflight', pass: preflighted, actual: log });
}

/** Returns whether a line of the log has this request (a pattern) and this status. */
function hasLogged(log, request, status) {
  const line = new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${request} ${status} `);
  return log.some((each) => line.test(each));
}

async function checkResponses(page, baseUrl) {
  const create = (body, more) =>
    fetchIn(page, `${baseUrl}/projects`, { method: 'POST', headers: { ...headers, ...more }, body });
  const key = { 'idempotency-key': 'browser:named' };
  const [first, second] = [await create('{"name":"Kept"}', key), await create('{"name":"Kept"}', key)];
  const same = first.ok && first.body.id === second.body.id;
  report({ title: 'an Idempotency-Key gets the same project twice', pass: same, actual: second });
  report({ title: 'x-request-id can be read', pass: /^req-\d+$/.test(first.requestId), actual: first });

  const bad = await create('{}');
  const named = bad.status === 400 && bad.body.error.param === 'name';
  report({ title: 'a 400 names its parameter', pass: named, actual: bad });
  const anonymous = await fetchIn(page, `${baseUrl}/projects/${first.body.id}/jobs`, {});
  const readable = anonymous.status === 401 && anonymous.body.error.code === 'unauthorized';
  report({ title: 'a 401 can be read', pass: readable, actual: anonymous });
}

async function checkControl(page, baseUrl, log) {
  const { origin } = new URL(baseUrl);
  const { body } = await fetchIn(page, `${baseUrl}/projects`, { method: 'POST', headers, body: '{"name":"Stays"}' });
  const state = await fetchIn(page, `${origin}/_mock/state`, { headers });
  report({ title: '/_mock/state cannot be read', pass: state.rejected !== undefined, actual: state });
  await fetchIn(page, `${origin}/_mock/reset`, { method: 'POST', mode: 'no-cors' });
  const jobs = await fetchIn(page, `${baseUrl}/projects/${body.id}/jobs`, { headers });
  const refused = hasLogged(log, 'POST /_mock/reset', 403) && jobs.ok;
  report({ title: '/_mock/reset does nothing', pass: refused, actual: jobs });
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
  // Advance the clock outside the page, because the page must not control the mock.
  await fetch(`${origin}/_mock/clock`, { method: 'POST', body: '{"advance_seconds":60}', headers });
  const [clip] = batch.clips;
  const fileUrls = {
    video: (await jobOf(clip.project_id)).download_url,
    sound: (await jobOf(sound.project_id)).download_url,
    images: [project.thumbnail_url, ...clip.qa_preview_urls],
    zip: batch.zip_download_url,
  };
  for (const result of await page.evaluate((urls) => window.checkMedia(urls), fileUrls)) report(result);
  for (const folder of ['exports', 'sounds']) {
    const ranged = hasLogged(log, `GET /media/${folder}/\\S+`, 206);
    report({ title: `the player requests ranges of ${folder}`, pass: ranged, actual: log.slice(-20) });
  }
  const { range } = await fetchIn(page, fileUrls.video, { headers: { range: 'bytes=0-1' } });
  report({ title: 'Content-Range can be read', pass: /^bytes 0-1\/\d+$/.test(range), actual: range });
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
