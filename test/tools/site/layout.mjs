import { report } from './report.mjs';

const pages = [
  'index.html',
  'documents/Errors_and_retries.html',
  'documents/Performance.html',
  'documents/HTTP__timeline.html',
  'modules/clipwright.html',
  'interfaces/clipwright.Timeline.html',
  'source/src/resources/timeline.ts.html',
];

/** Checks pages in two widths and two color schemes: no requests to other hosts, no errors, no horizontal scrolling. */
export async function checkLayout(browser, site) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [380, 1440]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const wrong = await Promise.all(
        pages.map(async (path) => lookAt(await context.newPage(), site, path, colorScheme)),
      );
      report(`${pages.length} pages, ${colorScheme}, ${width} wide`, wrong.flat());
      await context.close();
    }
  }
}

async function lookAt(page, site, path, colorScheme) {
  const wrong = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:'))
      wrong.push(`${path}: ${request.url()}`);
  });
  page.on('response', (response) => {
    // Browsers request the favicon by themselves.
    if (!response.ok() && !response.url().endsWith('/favicon.ico'))
      wrong.push(`${path}: ${response.url()} ${response.status()}`);
  });
  page.on('pageerror', (error) => wrong.push(`${path}: ${error}`));
  await page.goto(site.url + path, { waitUntil: 'load' });
  await page.waitForFunction(() => getComputedStyle(document.body).display !== 'none');
  const { wider, brightness } = await page.evaluate(measure);
  if (wider > 0) wrong.push(`${path}: ${wider} pixels wider than the window`);
  if (brightness > 128 !== (colorScheme === 'light')) wrong.push(`${path}: the background is not ${colorScheme}`);
  return wrong;
}

/** Runs in the page. */
function measure() {
  const channels = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? [];
  const body = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? channels;
  return {
    wider: document.documentElement.scrollWidth - innerWidth,
    brightness: body.slice(0, 3).reduce((sum, channel) => sum + Number(channel), 0) / 3,
  };
}
