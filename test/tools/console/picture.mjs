// Makes the pictures of the console in the README and on the site, for both color schemes:
// `node test/tools/with.mjs code test/tools -- node test/tools/console/picture.mjs`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openBrowser } from './console-page.mjs';

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const captions = `WEBVTT

00:00.000 --> 00:02.600
Four score and seven years ago

00:02.600 --> 00:05.400
our fathers brought forth on this continent

00:05.400 --> 00:07.600
a new nation, conceived in liberty,

00:07.600 --> 00:10.000
and dedicated to the proposition
`;

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const { openMock, openConsole, close } = openBrowser(browser);
try {
  const opened = await openMock({ port: 4010 });
  const { id } = await opened.mock.seed.project({ name: 'The Gettysburg Address', captions });
  for (const colorScheme of ['light', 'dark']) {
    const page = await openConsole(opened, { at: `projects/${id}?t=3.1`, width: 900, height: 620, colorScheme });
    await page.locator('.bar.word', { hasText: 'fathers' }).click();
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
    await writeFile(`${folder}console-${colorScheme}.webp`, data, 'base64');
  }
} finally {
  await close();
  await browser.close();
}
