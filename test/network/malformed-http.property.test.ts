import { createMock } from 'clipwright/mock';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isFull, runs } from '../support/amount.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { exchange } from './support/exchange.ts';

const usualHeaders = ['Host: 127.0.0.1', 'Authorization: Bearer test', 'Content-Type: application/json'];
const requestLine = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('POST /api/v1/projects HTTP/1.1', 'GET /api/v1/projects/x/jobs HTTP/1.1') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'GET',
      'GET /',
      'GET / HTTP/9.9',
      'GET /api/v1/projects HTTP/1.0',
      'G\0T / HTTP/1.1',
      'POST  /api/v1/projects  HTTP/1.1',
      'POST http://[::1 HTTP/1.1',
      'POST http://user:pass@evil.example/_mock/reset HTTP/1.1',
      'GET //evil.example/_mock/state HTTP/1.1',
      'GET /../../_mock/../etc/passwd HTTP/1.1',
      'GET /\xff\xfe HTTP/1.1',
      'GET /%zz%00 HTTP/1.1',
      'TRACE / HTTP/1.1',
      'CONNECT evil.example:443 HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'PRI * HTTP/2.0',
      `GET /${'x'.repeat(20_000)} HTTP/1.1`,
      '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    ),
  },
);
const header = fc.constantFrom(
  'Host: evil.example',
  'Host:',
  'Host: [',
  'Content-Length: 11',
  'Content-Length: 5',
  'Content-Length: 500',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Expect: 100-continue',
  'Expect: nonsense',
  ' folded: x',
  'no colon',
  'X: \0',
  'X: \x7f\xff',
  `X: ${'x'.repeat(17_000)}`,
  Array.from({ length: 3000 }, (_, n) => `X${n}: y`).join('\r\n'),
  'Idempotency-Key: \xe9\xe9\xe9\xe9\xe9\xe9\xe9\xe9',
);
/** Bodies that do not create a project. */
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{"name":""}',
    '{"name":',
    'b\r\n{"name":""}\r\n0\r\n\r\n',
    'fffffffff\r\n{"name":""}\r\n',
    '-1\r\nx\r\n',
    'zz\r\n',
    '5;x=y\r\n{"na\r\n0\r\n\r\n',
  ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const message = fc
  .tuple(requestLine, fc.boolean(), fc.array(header, { maxLength: 3 }), body)
  .map(
    ([start, normal, more, rest]) => `${[start, ...(normal ? usualHeaders : []), ...more].join('\r\n')}\r\n\r\n${rest}`,
  );

test('connections with malformed HTTP leave the mock running and unchanged', async () => {
  const mock = createMock();
  await seedShortSpeech(mock);
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const before = mock.snapshot();
  const statuses = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }), async (messages, cut) => {
      const bytes = messages.join('');
      const response = await exchange(server, cut === 0 ? bytes.slice(0, bytes.length / 2) : bytes);
      for (const [head, status = ''] of response.matchAll(/^HTTP\/1\.1 (\d+)(?:.*?\r\n\r\n|)/gms)) {
        // Anyone can load the page at `/`, so its 200 is expected.
        if (head.includes('\r\ncontent-security-policy: ')) continue;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(['500', '200', '201', '202'], response).not.toContain(status);
      }
    }),
    { numRuns: runs(2000) },
  );
  expect(mock.snapshot()).toEqual(before);
  expect(
    await exchange(server, `GET /docs HTTP/1.1\r\n${usualHeaders.join('\r\n')}\r\nConnection: close\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 /);
  // A full run must show rejections for different reasons.
  if (isFull) expect([...statuses.keys()]).toEqual(expect.arrayContaining(['400', '404', '431']));
});
