import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createMock, type ListenOptions, type MockOptions } from 'clipwright/mock';
import { expect, onTestFinished, test } from 'vitest';
import { hasCurl } from '../support/has-curl.ts';

async function listen(options: MockOptions = {}, listenOptions: ListenOptions = {}) {
  const mock = createMock(options);
  const server = await mock.listen(listenOptions);
  onTestFinished(() => server.close());
  const { origin } = new URL(server.baseUrl);
  return { mock, server, origin, page: (headers = {}) => fetch(origin, { headers }) };
}

test('the home page explains how to call the mock, and its links work', async () => {
  const { mock, server, origin, page } = await listen();
  const response = await page();
  const html = await response.text();

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(html).toContain(`<code>${server.baseUrl}</code>`);
  expect(html).toContain('Any API key works, such as <code>test</code>');
  const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);
  expect(links).toEqual(['/_mock/', '/openapi.json', '/_mock/openapi.json', '/docs/errors', '/docs/licenses']);
  for (const path of links) expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
  // The mock does not log the pages that a person opens, because the log is for the requests of tests.
  expect(mock.requests).toHaveLength(0);
});

test('the home page has no scripts, loads nothing, and obeys its content security policy', async () => {
  const response = await (await listen()).page();
  const html = await response.text();
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');

  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(html).not.toMatch(/<script|\son\w+=|javascript:|style=/);
  expect(html).toContain('color-scheme:light dark');
});

test.skipIf(!hasCurl)('the home page’s curl command works when it is pasted into a shell', async () => {
  const html = await (await (await listen()).page()).text();
  const [, line = ''] = /<pre><code>(.*)<\/code>/.exec(html) ?? [];
  const unescaped = line.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${unescaped} --silent`]);

  expect(JSON.parse(stdout)).toMatchObject({ name: 'Talk' });
});

test('the home page does not show the API keys that the mock accepts', async () => {
  const html = await (await (await listen({ apiKeys: ['sk_first', 'sk_second'] })).page()).text();

  expect(html).not.toContain('sk_');
  expect(html).toContain('The mock accepts the API keys that it was started with');
  expect(html).toContain('Bearer &#60;API key&#62;');
});

test('a request from a page of another origin gets 403 instead of the home page', async () => {
  expect((await (await listen()).page({ origin: 'https://app.example' })).status).toBe(403);
});

test.each([`x'"&;$(id)`, 'x`id`'])(
  'the home page escapes the Host %j in HTML and in the curl command',
  async (host) => {
    const { server } = await listen({}, { cors: ['*'] });
    const html = await pageFor(server.port, host);

    expect(html).toContain('<code>http://x');
    const shown = html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
    expect(shown).toContain(`curl 'http://${host.replaceAll("'", `'\\''`)}/api/v1/projects' -H `);
    const withoutTags = html.replace(/<[a-z!/][^>]*>/gi, '');
    expect(withoutTags).not.toMatch(/["']/);
  },
);

/** Requests the home page with a Host header. Uses `node:http`, because `fetch` cannot set this header. */
async function pageFor(port: number, host: string): Promise<string> {
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/', headers: { host } }, resolve).on('error', reject).end();
  });
  return text(response);
}
