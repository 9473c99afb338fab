// Checks the mock in a browser: the standalone mock with an app and with attackers from other origins, and a mock inside a
// page behind msw's service worker. Needs Chromium, from Debian or at CHROMIUM_PATH.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { checkForeignPages, FOREIGN_HOST } from './foreign-pages.mjs';
import { report } from './report.mjs';
import { openSite } from './site.mjs';
import { checkStandalone } from './standalone.mjs';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
// Resolve a public host name to this machine, as an attacker's name server can do.
const args = ['--no-sandbox', `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`];
const browser = await chromium.launch({ executablePath, args });
const mock = await startMock();
const site = await openSite();

try {
  // Check the attacks first, because later the mock has jobs, which change its state without requests.
  await checkForeignPages(await browser.newPage(), site, mock);
  await checkStandalone(await openPage(), mock);
  const page = await openPage();
  for (const result of await page.evaluate(() => window.checkServiceWorker())) report(result);
} finally {
  await browser.close();
  site.close();
  mock.stop();
}

async function openPage() {
  const page = await browser.newPage();
  page.on('pageerror', (error) => report({ title: 'the page throws nothing', pass: false, actual: String(error) }));
  await page.goto(site.url);
  return page;
}

async function startMock() {
  const command = fileURLToPath(new URL('../../../dist/node/cli.js', import.meta.url));
  const mock = spawn(process.execPath, [command, 'mock', '--port', '0', '--verbose'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log = [];
  const lines = createInterface(mock.stdout).on('line', (line) => log.push(line));
  const [baseUrl] = await once(lines, 'line');
  return { baseUrl, log, stop: () => mock.kill() };
}
