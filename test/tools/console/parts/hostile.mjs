// What comes from outside is text: names, captions, headers, addresses and bodies.
import { becomes } from '../console-page.mjs';
import { report } from '../report.mjs';

const markup = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';

export async function check({ openMock, openConsole }) {
  const opened = await openMock();
  const { mock, client, post, baseUrl } = opened;
  const captions = `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n&lt;img src=x onerror=window.hit=1&gt; \u202eabc\n`;
  const { id } = await mock.seed.project({ name: `${markup}\u202egnp.exe`, description: markup, captions });
  await client.projects.create({ name: 'm'.repeat(1_000_000) }).catch(() => {});
  await client.webhooks.register({
    url: 'https://app.example/?q=<img src=x onerror=window.hit=1>',
    events: ['project.created'],
  });
  await post('/projects', { name: markup, [markup]: markup });
  await post('/projects', markup);
  await fetch(`${baseUrl}/${encodeURIComponent(markup)}`, {
    headers: { authorization: 'Bearer test', 'x-note': markup },
  });
  const records = mock.requests.map(({ id }) => id);

  const page = await openConsole(opened);
  const routes = ['', 'requests', ...records.map((each) => `requests/${each}`), 'deliveries', 'deliveries/delivery-1'];
  const hostileRoutes = [`requests/${encodeURIComponent(markup)}`, `requests?q=${encodeURIComponent(markup)}`];
  hostileRoutes.push(`faults?endpoint=${encodeURIComponent(markup)}&status=${encodeURIComponent(markup)}`);
  for (const route of [...routes, 'jobs', 'projects', `projects/${id}`, 'faults', 'state', ...hostileRoutes]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${route}`);
    await page.waitForTimeout(150);
    const made = await page.evaluate(() => ({
      hit: window.hit,
      elements: document.querySelectorAll('img[src="x"], #console script').length,
    }));
    const pass = made.hit === undefined && made.elements === 0;
    report({ title: `what is hostile is text: ${route.slice(0, 60) || 'overview'}`, pass, actual: made });
  }
  await page.goto(`${opened.address}#/requests`);
  const answers = await becomes(() => page.evaluate(() => true));
  report({ title: 'a megabyte of text does not stop the page', pass: answers });
}
