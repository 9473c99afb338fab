import { violationsOf } from '../console/axe.mjs';
import { report } from './report.mjs';

const pages = [
  '',
  'guides/errors-and-retries.html',
  'performance.html',
  'api/timeline.html',
  'reference/clipwright/',
  'reference/clipwright/interfaces/Timeline.html',
  'examples/shorts/',
];

/** Checks that a visitor sees what the package is, how to install it, code and a link to begin, without scrolling. */
export async function checkFirstScreen(page, site) {
  await page.goto(site.url);
  const { height } = page.viewportSize();
  for (const selector of ['h1', '.pitch p', '.pitch .vp-code-group', '.actions a', '.first > .language-ts']) {
    const box = await page.locator(selector).first().boundingBox();
    report(`${selector} is on the first screen`, box && box.y + box.height <= height ? [] : [JSON.stringify(box)]);
  }
}

/** Checks pages in two widths and two color schemes for foreign requests, errors, sideways scrolling and accessibility. */
export async function checkLayout(browser, site) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [380, 1440]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      for (const path of pages) {
        const page = await context.newPage();
        const title = `/${path}, ${colorScheme}, ${width} wide`;
        report(title, await lookAt(page, site, path, colorScheme));
        await page.close();
      }
      await context.close();
    }
  }
}

async function lookAt(page, site, path, colorScheme) {
  const wrong = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) wrong.push(request.url());
  });
  page.on('response', (response) => {
    // Browsers request the favicon by themselves.
    if (!response.ok() && !response.url().endsWith('/favicon.ico'))
      wrong.push(`${response.url()} ${response.status()}`);
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const { wider, brightness } = await page.evaluate(measure);
  wrong.push(...(await violationsOf(page)).map(([id, ...elements]) => `axe-core: ${id}: ${elements.join(' ')}`));
  if (wider > 0) wrong.push(`${wider} pixels wider than the window`);
  if (brightness > 128 !== (colorScheme === 'light')) wrong.push(`the background is not ${colorScheme}`);
  return wrong;
}

/** Runs in the page. */
function measure() {
  const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
  return {
    wider: document.documentElement.scrollWidth - innerWidth,
    brightness: channels.slice(0, 3).reduce((sum, channel) => sum + Number(channel), 0) / 3,
  };
}
