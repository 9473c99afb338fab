// A mock that listens, and its console in the browser. What no page of the console may ever do is reported by itself.
import { Clipwright } from '../../../dist/node/index.js';
import { createMock } from '../../../dist/node/mock.js';
import { report } from './report.mjs';

/** No machine is so busy that a page takes longer. */
const HANGS_MS = 60_000;

export function openBrowser(browser) {
  const closers = [];

  /** A mock of this process, a client of it and, in `post`, a program that sends what no client would. */
  async function openMock({ port = 0, ...options } = {}) {
    const mock = createMock({ deliver: () => new Response(), ...options });
    const server = await mock.listen({ port });
    closers.push(() => server.close());
    const { baseUrl } = server;
    const client = new Clipwright({ apiKey: 'test', baseUrl, maxRetries: 0 });
    return { mock, server, baseUrl, client, address: new URL('/_mock/', baseUrl).href, post: poster(baseUrl) };
  }

  /** A page of the console; `at` is its route. */
  async function openConsole(
    { address },
    { at = '', width = 1440, height = 800, colorScheme = 'light', ...more } = {},
  ) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
      ...more,
    });
    closers.push(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    watch(page, new URL(address).origin);
    await page.goto(`${address}#/${at}`);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

  const close = async () => {
    for (const each of closers.toReversed()) await each();
  };
  return { browser, openMock, openConsole, close };
}

/** Reports errors, requests to elsewhere, and what the Content-Security-Policy has kept from happening. */
function watch(page, origin) {
  page.on('pageerror', (error) => fail('the page throws nothing', String(error)));
  page.on('dialog', (dialog) => fail('the page opens no dialog', dialog.message()).then(() => dialog.dismiss()));
  page.on('console', (message) => {
    // A mock that is gone, or that refuses, is shown on the page.
    if (message.type() !== 'error' || /Failed to load resource|ERR_CONNECTION/.test(message.text())) return;
    fail('the page logs no error, and no violation of its policy', message.text());
  });
  page.on('request', (request) => {
    const isOwn = /^(data|blob):/.test(request.url()) || new URL(request.url()).origin === origin;
    if (!isOwn) fail('the page sends nothing to elsewhere', request.url());
  });
}

async function fail(title, actual) {
  report({ title, pass: false, actual });
}

function poster(baseUrl) {
  return (path, body, apiKey = 'test') =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
}

/** Goes to another view, without loading the page again. */
export function goTo(page, route) {
  return page.evaluate(async (hash) => {
    if (location.hash === hash) return;
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = hash;
    await changed;
    // Once it is drawn.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, `#/${route}`);
}

/** Goes to a view by its link. */
export function openView(page, name) {
  return page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
}

/** Whether something becomes true. */
export async function becomes(condition) {
  const end = Date.now() + HANGS_MS;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Reports whether an element shows up. */
export async function shows(title, locator) {
  const actual = await locator
    .first()
    .waitFor()
    .then(() => undefined, String);
  report({ title, pass: actual === undefined, actual });
}
