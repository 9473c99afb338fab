// Opens Chromium, from Debian or at CHROMIUM_PATH, and serves the project's files to it.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export async function openPages(project) {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const site = await openSite(project);
  return {
    /** Returns the results of the suite in a page of the site with the `script`, or in a page whose `url` loads the suite. */
    async resultsOf({ script, imports, url = site.url, serverUrl }) {
      const page = await browser.newPage();
      const errors = [];
      page.on('pageerror', (error) => errors.push(error));
      await page.goto(url);
      if (imports) await page.addScriptTag({ type: 'importmap', content: JSON.stringify({ imports }) });
      if (script) await page.addScriptTag({ type: 'module', url: script });
      try {
        await page.waitForFunction(() => 'runSuite' in globalThis, null, { timeout: 300_000 });
      } catch (cause) {
        throw new Error(`The page has not loaded: ${errors.join('\n')}`, { cause });
      }
      return page.evaluate((server) => globalThis.runSuite(server), serverUrl);
    },
    async close() {
      await browser.close();
      site.close();
    },
  };
}

async function openSite(folder) {
  const server = createServer(async ({ url }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    const body = await readFile(join(folder, url)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/javascript' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() };
}
