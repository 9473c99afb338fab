import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { logChanges } from '../../mock/cli/mock/logging.ts';
import { jsonLog } from './support/log-to.ts';

test('the JSON log prints each event as a JSON object on its own line', async () => {
  const { log, lines } = jsonLog();
  const mock = createMock();
  await mock.fetch(`${mock.baseUrl}/projects/nothing/captions?limit=2`);
  const [request] = mock.requests;
  if (request) log.change({ type: 'request', request });
  log.change({ type: 'reset' });
  log.unrecorded({ method: 'GET', path: '/openapi.json', status: 200, took: 3 });

  expect(linesAsJson(lines())).toEqual([
    { type: 'request', request },
    { type: 'reset' },
    { type: 'unrecorded_request', request: { method: 'GET', path: '/openapi.json', status: 200, took: 3 } },
  ]);
});

test.each(['sk_live_4eC39HqLyjWDarjt', '","method":"', 'a\\"b\\\\c","d'])(
  'a JSON log line does not show the API key %j, and is valid JSON',
  async (key) => {
    const { log, shown, lines } = jsonLog();
    shown.hide(key);
    const mock = createMock();
    await mock.fetch(`${mock.baseUrl}/projects?api_key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-other': key },
      body: JSON.stringify({ name: `a ${key} b`, [key]: [key] }),
    });
    const [request] = mock.requests;
    if (request) log.change({ type: 'request', request });

    const [event] = linesAsJson(lines());
    expect(JSON.stringify(mock.requests)).toContain(JSON.stringify(key).slice(1, -1));
    expect(JSON.stringify(event)).not.toContain(JSON.stringify(key).slice(1, -1));
    expect(event).toMatchObject({ type: 'request', request: { method: 'POST', body: { name: 'a [API key] b' } } });
  },
);

test('the JSON log hides the API key in a webhook’s URL, even after many other keys were used', async () => {
  const { log, shown, lines } = jsonLog();
  const mock = createMock({ deliver: () => new Response() });
  mock.observe(logChanges({ log, shown }));
  const keys = Array.from({ length: 12 }, (_, index) => `sk_live_4eC39HqLyjWDarj${index}`);
  const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  for (const key of keys) {
    shown.hide(key);
    const body = JSON.stringify({ url: `https://app.example/${key}`, events: ['export.ready'] });
    await mock.fetch(`${mock.baseUrl}/webhooks`, { method: 'POST', headers: headersOf(key), body });
  }
  for (const apiKey of keys) mock.emit('export.ready', {}, { apiKey });
  await mock.settled();

  expect(mock.deliveries.map(({ url }) => url)).toEqual(keys.map((key) => `https://app.example/${key}`));
  const urls = lines().flatMap((line) => /"url":"(https:..app.example[^"]*)"/.exec(line)?.[1] ?? []);
  expect(new Set(urls)).toEqual(new Set(['https://app.example/[API key]']));
});

test('the JSON log escapes control characters and line breaks in untrusted text', async () => {
  const hostile = 'a\u001b[2J\r\nb\u0007\u009bc\u2028d\u202ee\u007f\ud800';
  const { log, text, lines } = jsonLog();
  log.unrecorded({ method: hostile, path: hostile, status: 500, took: 0 });

  expect(text()).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_Control}](?<!\n)/u);
  expect(linesAsJson(lines())).toEqual([
    { type: 'unrecorded_request', request: { method: hostile, path: hostile, status: 500, took: 0 } },
  ]);
});

function linesAsJson(lines: readonly string[]): unknown[] {
  expect(lines.at(-1)).toBe('');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
