import { report } from './report.mjs';

/** Checks the sidebar of the reference, and the links to the pages before and after a guide. */
export async function checkNavigation(page, site) {
  await page.goto(`${site.url}reference/clipwright/`);
  const modules = await page.$$eval('.VPSidebarItem.level-0 > .item .text', (all) =>
    all.map(({ textContent }) => textContent.trim()),
  );
  report('the sidebar lists the modules by import name, in the expected order', differences(modules, moduleNames));
  await page.goto(`${site.url}guides/pagination.html`);
  const [before, after] = await page.$$eval('.VPDocFooter .title', (all) => all.map(({ textContent }) => textContent));
  report('a guide links to the guides before and after it', before && after ? [] : ['A link is missing.']);
}

/** Checks that each query finds the expected section or page among the first three results. */
export async function checkSearch(page, site) {
  await page.goto(`${site.url}guides/pagination.html`, { waitUntil: 'networkidle' });
  for (const [query, title] of Object.entries(wanted)) {
    const found = await search(page, query);
    report(`a search for "${query}" finds "${title}"`, found.slice(0, 3).includes(title) ? [] : found.slice(0, 5));
  }
}

const moduleNames = [
  'clipwright',
  'clipwright/webhooks',
  'clipwright/webhooks/redis',
  'clipwright/webhooks/sql',
  'clipwright/captions',
  'clipwright/node',
  'clipwright/mock',
  'clipwright/mock/remote',
  'clipwright/msw',
  'clipwright/vitest',
  'clipwright/jest',
  'clipwright/playwright',
];

/** The expected section or page for each query. */
const wanted = {
  'cancel a job': 'Long-running jobs › Stop waiting, or cancel the work',
  'how to retry': 'Errors and retries › Retry a failed call',
  'webhook secret': 'Receiving webhooks › Change the secret',
  'Jobs.cancel': 'Long-running jobs › Stop waiting, or cancel the work',
  'rate limit': 'Production › Rate limits',
  upload: 'A shorts pipeline › From a video to files › Can I upload a video file?',
  retry: 'Errors and retries › Retry a failed call',
  429: 'Errors and retries › Retry a failed call',
  playwright: 'Playwright',
  trim: "Edit captions and timeline › Trim silence off an item's end",
  'retime a word': 'Edit captions and timeline › Retime a word',
  'cancel a job when my user leaves': 'Long-running jobs › Stop waiting, or cancel the work',
  'why is my signature wrong': 'Receiving webhooks › What is refused',
  toWebVtt: 'toWebVtt()',
};

/** Searches, and returns the path of headings to each result. */
async function search(page, query) {
  await page.click('.VPNavBarSearch button');
  await page.fill('.search-input', query);
  // The search waits for a pause in typing.
  await page.waitForTimeout(600);
  const found = await page.$$eval('.results .result .titles', (all) =>
    all.map((titles) => [...titles.querySelectorAll('.title .text')].map(({ textContent }) => textContent).join(' › ')),
  );
  await page.keyboard.press('Escape');
  return found;
}

function differences(actual, expected) {
  return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [`found: ${actual.join(', ')}`];
}
