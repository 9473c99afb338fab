// Checks the console in a browser: by mouse, by keyboard, with axe-core in each view, and against hostile data and pages.
// Needs Chromium and Firefox, from Debian or at CHROMIUM_PATH and FIREFOX_PATH. Names on the command line select parts.
import { chromium } from 'playwright-core';
import { openBrowser } from './console-page.mjs';
import { report } from './report.mjs';

/** Each part is a file with a function `check`, which opens its own mocks and consoles. */
const parts = [
  'requests',
  'again',
  'why',
  'copied',
  'deliveries',
  'jobs',
  'faults',
  'state',
  'timeline',
  'words',
  'undo',
  'dragging',
  'kept',
  'keyboard',
  'story',
  'shell',
  'tabs',
  'lost',
  'views',
  'looks',
  'hostile',
  'foreign',
  'firefox',
  'long',
  'size',
];

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const chosen = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (const part of parts) {
    if (chosen.length > 0 && !chosen.includes(part)) continue;
    const { check } = await import(`./parts/${part}.mjs`);
    const opened = openBrowser(browser);
    try {
      await check(opened);
    } catch (error) {
      report({ title: `${part} runs to its end`, pass: false, actual: String(error) });
    } finally {
      await opened.close();
    }
  }
} finally {
  await browser.close();
}
