import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './report.mjs';

/** Checks the sidebar, because the link checker cannot see its links, which a script makes. */
export async function checkNavigation(page, site, folder) {
  await page.goto(`${site.url}index.html`);
  await page.waitForSelector('#tsd-nav-container li a');
  const links = await page.$$eval('#tsd-nav-container a', (all) => all.map(({ href }) => href));
  const files = links.map((link) => decodeURI(new URL(link).pathname.slice(1)));
  report(
    `all ${files.length} links of the sidebar lead to pages`,
    files.filter((file) => !existsSync(join(folder, file))),
  );
  const titles = await page.$$eval('#tsd-nav-container > li > details > summary', (all) =>
    all.map(({ textContent }) => textContent.trim()),
  );
  report('the sidebar ends with examples, reference and HTTP API', differences(titles.slice(-3), lastSections));
  const modules = await page.$$eval('#tsd-nav-container summary a[href*="/modules/"]', (all) =>
    all.map(({ textContent }) => textContent.trim()),
  );
  report('the modules have the names that people import, in their order', differences(modules, moduleNames));
}

/** Checks that each query finds the expected title first. */
export async function checkSearch(page, site) {
  for (const [query, title] of Object.entries(firstResults)) {
    await page.goto(`${site.url}index.html`);
    const found = await search(page, query);
    report(`a search for "${query}" finds "${title}" first`, found[0] === title ? [] : found);
  }
}

const lastSections = ['Examples', 'API reference', 'HTTP API'];

const moduleNames = [
  'clipwright',
  'clipwright/webhooks',
  'clipwright/webhooks/redis',
  'clipwright/captions',
  'clipwright/node',
  'clipwright/mock',
  'clipwright/mock/remote',
  'clipwright/msw',
  'clipwright/vitest',
  'clipwright/jest',
  'clipwright/playwright',
];

const firstResults = {
  retry: 'Errors and retries',
  429: 'Errors and retries',
  'webhook secret': 'Receiving webhooks',
  playwright: 'Playwright',
  trim: 'Edit captions and timeline',
  'retime a word': 'Edit captions and timeline',
  'cancel a job when my user leaves': 'Long-running jobs',
  'why is my signature wrong': 'Receiving webhooks',
  toWebVtt: 'clipwright/captions.toWebVtt',
};

async function search(page, query) {
  await page.click('#tsd-search-trigger');
  await page.fill('#tsd-search-input', query);
  await page.waitForSelector('#tsd-search-results li, #tsd-search-status div');
  return page.$$eval('#tsd-search-results li .text', (all) => all.map(({ textContent }) => textContent.trim()));
}

function differences(actual, expected) {
  return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [`found: ${actual.join(', ')}`];
}
