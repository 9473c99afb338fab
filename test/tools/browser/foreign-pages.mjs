// Checks that pages of a foreign origin cannot change anything in the standalone mock: through its API, its control
// API, or its own webhook deliveries.
import { report } from './report.mjs';

export const FOREIGN_HOST = 'evil.example';

const headers = { authorization: 'Bearer victim', 'content-type': 'application/json' };

export async function checkForeignPages(page, site, { baseUrl }) {
  const { origin, port } = new URL(baseUrl);
  const webhook = { url: `${origin}/_mock/events`, events: ['project.created'] };
  const post = (path, body) => fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/_mock/seed', { name: 'Stays' });

  await unchanged(origin, 'a page of a foreign origin', async () => {
    await page.goto(new URL(site.url.replace('127.0.0.1', FOREIGN_HOST)).href);
    const rejected = await page.evaluate(attackFromElsewhere, { origin, webhook });
    report({ title: 'a foreign page can read no response', pass: rejected.every((each) => each), actual: rejected });
  });

  await unchanged(origin, 'a page that rebinds its name to the mock', async () => {
    await page.goto(`http://${FOREIGN_HOST}:${port}/docs/errors`);
    const statuses = await page.evaluate(attackAsSameOrigin, { webhook });
    const refused = statuses.every((status) => status === 403);
    report({ title: 'a page that rebinds its name gets 403', pass: refused, actual: statuses });
  });

  await checkOwnDeliveries(origin, post, webhook);
}

async function unchanged(origin, title, attack) {
  const before = await everything(origin);
  await attack();
  const after = await everything(origin);
  report({ title: `${title} changes nothing`, pass: before === after, actual: { before, after } });
}

/** Returns the whole state of the mock except its time, because time passes without requests. */
async function everything(origin) {
  const read = async (path) => (await fetch(`${origin}/_mock/${path}`)).json();
  const { workspaces } = await read('state');
  const states = workspaces.map(({ now: _, ...state }) => state);
  const { requests } = await read('requests');
  // The browser itself requests this icon, without an Origin, for a page that the mock serves.
  const others = requests.filter(({ url }) => new URL(url).pathname !== '/favicon.ico');
  return JSON.stringify([states, others, await read('deliveries'), await read('faults')]);
}

/** Runs in the page, and returns whether each request was rejected before the page could read a response. */
async function attackFromElsewhere({ origin, webhook }) {
  const api = `${origin}/api/v1`;
  const headers = { authorization: 'Bearer victim', 'content-type': 'application/json' };
  const attempts = [
    [`${api}/projects`, { method: 'POST', headers, body: '{"name":"Mine"}' }],
    [`${api}/webhooks`, { method: 'POST', headers, body: JSON.stringify(webhook) }],
    [`${api}/projects/x/jobs`, { headers }],
    [`${origin}/_mock/state`, {}],
    [`${origin}/_mock/reset`, { method: 'POST' }],
    [`${origin}/_mock/events`, { method: 'POST', headers, body: '{"type":"job.complete"}' }],
  ];
  const isRejected = ([url, init]) =>
    fetch(url, init).then(
      () => false,
      () => true,
    );
  const rejected = await Promise.all(attempts.map(isRejected));

  // Browsers send these requests without a preflight, but the page cannot read their responses.
  for (const path of ['/api/v1/projects', '/api/v1/webhooks', '/_mock/reset', '/_mock/events', '/_mock/clock']) {
    await fetch(origin + path, { method: 'POST', mode: 'no-cors', body: JSON.stringify(webhook) });
    await fetch(origin + path, { mode: 'no-cors' });
    await new Promise((resolve) => {
      const image = new Image();
      image.onerror = resolve;
      image.src = origin + path;
    });
  }
  await new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'target' });
    const form = Object.assign(document.createElement('form'), { method: 'POST', target: 'target' });
    form.action = `${origin}/_mock/reset`;
    document.body.append(frame, form);
    // Set the handler only now, because the empty frame has already fired `load`.
    frame.onload = resolve;
    form.submit();
  });
  // A sandboxed frame sends the origin `null`.
  await new Promise((resolve) => {
    addEventListener('message', resolve, { once: true });
    const frame = Object.assign(document.createElement('iframe'), { sandbox: 'allow-scripts' });
    frame.srcdoc = `<script>
      const post = (path) => fetch('${origin}' + path, { method: 'POST', mode: 'no-cors', body: '{}' });
      Promise.allSettled(['/api/v1/projects', '/_mock/reset'].map(post)).then(() => parent.postMessage('done', '*'));
    </script>`;
    document.body.append(frame);
  });
  return rejected;
}

/** Runs in a page that has the same origin as the mock. */
async function attackAsSameOrigin({ webhook }) {
  const headers = { authorization: 'Bearer victim', 'content-type': 'application/json' };
  const post = (path, body) => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const responses = await Promise.all([
    post('/api/v1/projects', { name: 'Mine' }),
    post('/api/v1/webhooks', webhook),
    post('/_mock/reset'),
    post('/_mock/events', { type: 'job.complete' }),
    fetch('/_mock/state'),
    fetch('/_mock/state', { headers }),
  ]);
  return responses.map(({ status }) => status);
}

/** Checks a webhook whose URL is the mock itself. Any program on this machine may register one. */
async function checkOwnDeliveries(origin, post, webhook) {
  await post('/api/v1/webhooks', webhook);
  await post('/api/v1/projects', { name: 'Talk' });
  await fetch(`${origin}/_mock/settled`);
  const { deliveries } = await (await fetch(`${origin}/_mock/deliveries`)).json();
  const reasons = deliveries.map(({ reason }) => reason);
  const refused = reasons.length === 1 && /^Not sent: .* is the mock itself\.$/.test(reasons[0]);
  report({ title: 'a delivery to the mock itself is not sent', pass: refused, actual: reasons });
}
