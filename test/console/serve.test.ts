import { createMock } from 'clipwright/mock';
import { expect, onTestFinished, test } from 'vitest';

async function openMock() {
  const mock = createMock();
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const { origin } = new URL(server.baseUrl);
  return { mock, get: (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init }) };
}

test('the page can only load its own files, and cannot be framed', async () => {
  const { get } = await openMock();
  const response = await get('/_mock/');

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = new Set(response.headers.get('content-security-policy')?.split('; '));
  const expected = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"];
  for (const each of [...expected, "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(each);
  }
  expect([...policy].join()).not.toContain('unsafe');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test('every file of the page is served with its type and the same headers', async () => {
  const { get } = await openMock();
  const page = await (await get('/_mock/')).text();
  const files = [...page.matchAll(/(?:href|src)="(console\/[^"]+)"/g)].map(([, file]) => file);
  expect(files.toSorted()).toEqual(['console/console.css', 'console/console.js']);

  for (const file of files) {
    const response = await get(`/_mock/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(file?.endsWith('.js') ? 'text/javascript' : 'text/css');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await response.text()).length).toBeGreaterThan(1000);
  }
});

test('a HEAD request for the page or a file of it gets the headers without a body', async () => {
  const { get } = await openMock();
  for (const path of ['/_mock/', '/_mock/console/console.js']) {
    const response = await get(path, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('the address without a trailing slash redirects to the page', async () => {
  const { get } = await openMock();
  const response = await get('/_mock');
  expect([response.status, response.headers.get('location')]).toEqual([308, '/_mock/']);
});

test.each(['nothing.js', 'constructor', '__proto__', '../package.json', ''])(
  'the file %j does not exist',
  async (name) => {
    const { get } = await openMock();
    expect((await get(`/_mock/console/${encodeURIComponent(name)}`)).status).toBe(404);
  },
);

test('a POST does not get the page, and requests for the page are not recorded', async () => {
  const { mock, get } = await openMock();
  expect((await get('/_mock/', { method: 'POST' })).status).not.toBe(200);
  await get('/_mock/');
  expect(mock.requests).toHaveLength(0);
});

test('pages of other origins cannot load the console', async () => {
  const { get } = await openMock();
  for (const path of ['/_mock/', '/_mock/console/console.js']) {
    expect((await get(path, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  }
});
