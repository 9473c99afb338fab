import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { callLines } from '../../mock/console/copied/call-lines.ts';
import { keyDigest } from '../../mock/records/key-digest.ts';

const baseUrl = 'http://127.0.0.1:4010/api/v1';
const secret = 'sk_live_4eC39HqLyjWDarjt';

test.each([
  ['any key works', null],
  ['it is one of those that work', [keyDigest(secret), keyDigest('test')]],
])('where %s, the lines have the one that everybody may know', (_, acceptedKeys) => {
  const { publicKey, curl, program } = callLines(baseUrl, acceptedKeys, undefined);
  expect(publicKey).toBe('test');
  expect(curl).toContain("'Authorization: Bearer test'");
  expect(program).toContain(`new Clipwright({ apiKey: 'test', baseUrl: '${baseUrl}' })`);
});

describe.each([
  ['the workspace of another key is shown', null, secret],
  ['the mock accepts others alone', [keyDigest(secret)], undefined],
])('where %s', (_, acceptedKeys, shownKey) => {
  test('the lines have no key, and take it from the environment', () => {
    const lines = callLines(baseUrl, acceptedKeys, shownKey);
    expect(lines.publicKey).toBeUndefined();
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines.program).toContain(`new Clipwright({ baseUrl: '${baseUrl}' })`);

    const printed = execFileSync('/bin/sh', ['-c', lines.curl.replace('curl', 'printf "%s\\n"')], {
      env: { CLIPWRIGHT_API_KEY: secret },
    });
    expect(String(printed).split('\n')).toContain(`Authorization: Bearer ${secret}`);
  });
});
