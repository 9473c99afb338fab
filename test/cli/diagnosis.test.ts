import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { diagnose } from '../../mock/cli/verify/diagnosis.ts';

const secret = 'whsec_Zp3';
const timestamp = '1767225600';
const event = { id: 'evt_1', type: 'job.complete', created_at: '2026-01-01T00:00:00.000Z', data: { name: 'Ünlucky' } };
const body = JSON.stringify(event);
const signature = hmac(`${timestamp}.${body}`);

describe('the diagnosis names', () => {
  test.each([
    [
      'a line break that `echo` has added',
      { body: `${body}\n` },
      'The body ends with a line break that was not signed.',
    ],
    ['a Windows line break', { body: `${body}\r\n` }, 'The body ends with a line break that was not signed.'],
    ['a byte order mark', { body: `\ufeff${body}` }, 'The body starts with a byte order mark that was not signed.'],
    ['JSON that was indented', { body: JSON.stringify(event, null, 4) }, 'parsed and serialized again'],
    ['an upper-case signature', { signature: signature.toUpperCase() }, 'The signature is in upper case'],
    ['whitespace around the signature', { signature: ` ${signature}\n` }, 'The signature has whitespace around it.'],
    ['a prefix of the signature', { signature: `sha256=${signature}` }, 'The signature has a prefix'],
    ['base64 signature', { signature: Buffer.from(signature, 'hex').toString('base64') }, 'The signature is in base64'],
    ['base64url', { signature: Buffer.from(signature, 'hex').toString('base64url') }, 'The signature is in base64'],
    ['whitespace around the timestamp', { timestamp: ` ${timestamp}` }, 'The timestamp has whitespace around it.'],
    ['time in milliseconds', { timestamp: `${timestamp}000` }, 'The timestamp was signed as 1767225600, the same time'],
    ['an ISO date', { timestamp: '2026-01-01T00:00:00Z' }, 'The timestamp was signed as 1767225600, the same time'],
    ['a secret with a line break', { secret: `${secret}\n` }, 'The secret has whitespace or a line break around it'],
    ['a secret in quotes', { secret: `"${secret}"` }, 'The secret has quotes around it'],
    ['swapped headers', { signature: timestamp, timestamp: signature }, 'The signature and the timestamp are swapped.'],
  ])('%s', (_, altered, mistake) => {
    const diagnosis = diagnosisOf(altered);

    expect(diagnosis).toContain(mistake);
    expect(diagnosis).toMatch(/ Apart from that, the signature is valid\.$/);
  });

  test.each([
    ['the line break that `$(…)` strips', `${body}\n`, body, 'The body lacks a line break at its end'],
    ['line breaks that became CRLF', '{\n"a":\n1}', '{\r\n"a":\r\n1}', 'were LF when it was signed'],
    ['line breaks that were CRLF', '{\r\n"a":\r\n1}', '{\n"a":\n1}', 'were CRLF when it was signed'],
    ['JSON as the mock delivers it', '{"a": "b","c": [1,2]}', '{"a":"b","c":[1,2]}', 'serialized again'],
    ['JSON as Python writes it', '{"a": [1, 2], "b": "\\u00dc"}', '{"a":[1,2],"b":"Ü"}', 'serialized again'],
    ['JSON as Python writes it without escapes', '{"a": {}, "b": "Ü"}', '{"a":{},"b":"Ü"}', 'serialized again'],
    ['JSON that was indented when it was signed', '{\n  "a": [\n    1\n  ]\n}', '{"a":[1]}', 'serialized again'],
    ['JSON with escapes', '{"name":"\\u00dc\\ud83d\\ude00"}', '{"name":"Ü😀"}', 'serialized again'],
  ])('%s', (_, signed, given, mistake) => {
    const diagnosis = diagnosisOf({ body: given, signature: hmac(`${timestamp}.${signed}`) });

    expect(diagnosis).toContain(mistake);
    expect(diagnosis).toMatch(/ Apart from that, the signature is valid\.$/);
  });

  test('the format in which the timestamp was signed', () => {
    const signedAt = (time: string) => diagnosisOf({ signature: hmac(`${time}.${body}`) });

    expect(signedAt('1767225600000')).toContain('The timestamp was signed as 1767225600000,');
    expect(signedAt('2026-01-01T00:00:00.000Z')).toContain('The timestamp was signed as 2026-01-01T00:00:00.000Z,');
    expect(signedAt('2026-01-01T00:00:00Z')).toContain('The timestamp was signed as 2026-01-01T00:00:00Z,');
  });

  test('the text that was signed, such as only the body', () => {
    expect(diagnosisOf({ signature: hmac(body) })).toMatch(/^Only the body was signed, /);
    expect(diagnosisOf({ signature: hmac(timestamp + body) })).toMatch(
      /^The timestamp and the body were signed without a dot, /,
    );
  });

  test('each of several mistakes exactly once', () => {
    const diagnosis = diagnosisOf({ body: `${body}\n`, secret: ` ${secret}`, signature: signature.toUpperCase() });

    expect(diagnosis.match(/The [^.]+ (?:whitespace|line break|upper case)/g)).toHaveLength(3);
  });
});

const many = Array(50_000).fill(0);
const ofMany = hmac(`${timestamp}.${JSON.stringify(many)}`);

describe('if no mistake is found, the diagnosis', () => {
  test.each([
    ['another secret', { secret: 'another' }],
    ['another body', { body: body.replace('evt_1', 'evt_2') }],
    ['another time', { timestamp: '1767225601' }],
    ['a body that is not text', { body: Buffer.from([0xff, 0x0a]) }],
    ['a body too deeply nested to be serialized again', { body: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['a body with too many values to be serialized again', { body: JSON.stringify(many, null, 1), signature: ofMany }],
  ])('lists the possible causes: %s', (_, altered) => {
    expect(diagnosisOf(altered)).toMatch(
      /^Either this is the secret of another webhook, or the body, the timestamp or /,
    );
  });

  test('names a malformed signature or an empty body', () => {
    expect(diagnosisOf({ signature: signature.slice(1) })).toBe(
      'The signature has 63 digits instead of 64. Give the header exactly as received.',
    );
    expect(diagnosisOf({ signature: `${signature.slice(1)}g` })).toMatch(
      /^The signature has a character that is not a hexadecimal digit\./,
    );
    expect(diagnosisOf({ body: '' })).toMatch(/^The body is empty\. Pipe it in, /);
  });
});

test('the diagnosis creates each variant of the body only once, with any number of secrets and timestamps', () => {
  const body = Buffer.from('{}');
  const toText = vi.spyOn(body, 'toString');
  diagnose({ body, signature, timestamp: ' 1767225600 ', secret: ' "a" ' });
  expect(toText).toHaveBeenCalledTimes(2);
});

test('the diagnosis never shows the secret or the expected signature', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom(signature, timestamp, body, `${body}\n`));
  fc.assert(
    fc.property(fc.record({ body: texts, signature: texts, timestamp: texts }), (altered) => {
      const diagnosis = diagnosisOf(altered);
      expect(diagnosis).not.toContain(secret);
      const expected = hmac(`${altered.timestamp}.${altered.body}`);
      expect(diagnosis.includes(expected)).toBe(false);
    }),
  );
});

function diagnosisOf(altered: { body?: string | Buffer; signature?: string; timestamp?: string; secret?: string }) {
  const given = { body, signature, timestamp, secret, ...altered };
  return diagnose({ ...given, body: Buffer.from(given.body) });
}

function hmac(message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}
