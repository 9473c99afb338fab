// Every view, light and dark, wide and narrow: axe-core finds nothing, and nothing needs to be scrolled sideways.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { report } from '../report.mjs';

const views = [
  '',
  'requests',
  'requests/req-1',
  'deliveries',
  'deliveries/delivery-1',
  'jobs',
  'projects',
  'faults',
  'state',
];
const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export async function check({ openMock, openConsole }) {
  const full = await openMock();
  await fill(full);
  const empty = await openMock();
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1440, 380]) {
      const { id } = full.mock.state.projects()[0];
      await checkViews(
        await openConsole(full, { width, colorScheme }),
        [...views, `projects/${id}`],
        `${colorScheme}, ${width}`,
      );
      const page = await openConsole(empty, { width, colorScheme });
      await checkViews(page, views, `empty, ${colorScheme}, ${width}`);
    }
  }
}

/** Some of everything. */
async function fill({ mock, client, post }) {
  await mock.seed.project({ name: 'Talk', captions: 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nFour score\n' });
  await client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created', 'export.ready'] });
  await client.projects.create({ name: `${'long '.repeat(40)}name` });
  await client.audio.generateSound({ prompt: 'rain' });
  await post('/projects', { nam: 'x' });
  mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 503 });
  mock.faults.add({ match: { event: '*', share: 0.5 }, delay: 30_000 });
}

async function checkViews(page, routes, title) {
  // By the debugger, which the policy of the page does not bind.
  await page.evaluate(axe);
  for (const route of routes) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${route}`);
    await page.waitForTimeout(150);
    const menu = page.getByRole('button', { name: /^Menu/ });
    if (route === 'state' && (await menu.isVisible())) await menu.click();
    const { violations } = await page.evaluate(() => window.axe.run());
    const actual = violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))]);
    report({ title: `axe-core finds nothing: ${route || 'overview'}, ${title}`, pass: actual.length === 0, actual });
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const main = document.getElementById('main');
      return Math.max(scrollWidth - clientWidth, main.scrollWidth - main.clientWidth);
    });
    report({ title: `and nothing is too wide`, pass: overflow <= 0, actual: overflow });
  }
}
