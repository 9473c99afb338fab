// Opens mocks and their consoles in a browser. Every page is watched for errors and for requests to other origins.
import { Clipwright } from '../../../dist/node/index.js';
import { createMock } from '../../../dist/node/mock.js';
import { report } from './report.mjs';

/** A timeout that only a hanging page reaches, even on a busy machine. */
const HANGS_MS = 60_000;

export function openBrowser(browser) {
  const closers = [];

  /** Opens a mock in this process and a client. `post` sends requests that the client would reject. */
  async function openMock({ port = 0, ...options } = {}) {
    const mock = createMock({ deliver: () => new Response(), ...options });
    const server = await mock.listen({ port });
    closers.push(() => server.close());
    const { baseUrl } = server;
    const client = new Clipwright({ apiKey: 'test', baseUrl, maxRetries: 0 });
    return { mock, server, baseUrl, client, address: new URL('/_mock/', baseUrl).href, post: poster(baseUrl) };
  }

  /** Opens a page of the console at a route. */
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

/** Reports errors, requests to other origins, and violations of the Content-Security-Policy. */
function watch(page, origin) {
  page.on('pageerror', (error) => fail('the page throws nothing', String(error)));
  page.on('dialog', (dialog) => fail('the page opens no dialog', dialog.message()).then(() => dialog.dismiss()));
  page.on('console', (message) => {
    // Ignore failed requests, because the page itself tells the user about them.
    if (message.type() !== 'error' || /Failed to load resource|ERR_CONNECTION/.test(message.text())) return;
    fail('the page logs no error, and no violation of its policy', message.text());
  });
  page.on('request', (request) => {
    const isOwn = /^(data|blob):/.test(request.url()) || new URL(request.url()).origin === origin;
    if (!isOwn) fail('the page sends nothing to other origins', request.url());
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
    // Wait until the view is rendered.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, `#/${route}`);
}

/** Goes to a view by its link in the navigation. */
export function openView(page, name) {
  return page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
}

/** Waits until a condition holds. Returns false after a timeout. */
export async function becomes(condition) {
  const end = Date.now() + HANGS_MS;
  for (;;) {
    if (await condition()) return true;
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Reports whether an element becomes visible. */
export async function shows(title, locator) {
  const actual = await locator
    .first()
    .waitFor()
    .then(() => undefined, String);
  report({ title, pass: actual === undefined, actual });
}
