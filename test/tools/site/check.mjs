// Checks the built documentation site: its links, Markdown copies, search results, and layout in Chromium.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { checkFirstScreen, checkLayout } from './layout.mjs';
import { checkDocumentLinks, checkIndexes, checkSiteLinks } from './links.mjs';
import { checkNavigation, checkSearch } from './navigation.mjs';
import { serve } from './serve.mjs';
import { checkForms } from './try-it.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}docs/api`;

await checkSiteLinks(folder);
await checkDocumentLinks(root);
checkIndexes(folder);

const site = await serve(folder);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await checkNavigation(await browser.newPage(), site);
  await checkSearch(await browser.newPage(), site);
  await checkFirstScreen(await browser.newPage({ viewport: { width: 1440, height: 900 } }), site);
  await checkForms(await browser.newPage(), site);
  await checkLayout(browser, site);
} finally {
  await browser.close();
  site.close();
}
