import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { assert, asyncProperty, constantFrom, oneof, string, uint8Array } from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  isWebhookVerificationError,
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from '../../src/webhooks/index.ts';
import vectors from '../fixtures/webhooks.json' with { type: 'json' };
import { runs } from '../support/amount.ts';
import { unicodeText } from '../support/unicode-text.ts';

const secret = 'whsec_test';
const at = 1_767_323_045;
const event = { id: 'evt_1', type: 'job.complete', created_at: '2026-01-02T03:04:05Z', data: { job_id: 'job_1' } };

describe.each(['node:crypto', 'WebCrypto'])('with %s,', (implementation) => {
  let webhooks: typeof import('../../src/webhooks/index.ts');

  beforeEach(async () => {
    if (implementation === 'WebCrypto') vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    vi.resetModules();
    webhooks = await import('../../src/webhooks/index.ts');
  });
  describe.each(vectors)('the delivery of $name at $timestamp', ({ secret, timestamp, body, signature }) => {
    const check = (change: { body?: string | Uint8Array; signature?: string; timestamp?: string }) => {
      const { body: text, ...headers } = { body, signature, timestamp, ...change };
      return webhooks.verifyWebhook({ body: text, headers: signed(headers), secret, toleranceSeconds: null });
    };

    it('verifies as text and as bytes', async () => {
      expect(await check({})).toEqual(JSON.parse(body));
      expect(await check({ body: Buffer.from(body) })).toEqual(JSON.parse(body));
    });

    it('has the headers that signWebhook returns', async () => {
      expect(await webhooks.signWebhook({ body, secret, timestamp })).toEqual(signed({ signature, timestamp }));
    });

    it('is rejected if any single bit of its signature or timestamp is changed', async () => {
      for (const changed of flips(signature)) {
        expect(await check({ signature: changed.toString('latin1') }).catch(reasonOf)).toBe('no_match');
      }
      for (const changed of flips(timestamp)) {
        expect(await check({ timestamp: changed.toString('latin1') }).catch(reasonOf)).toBe('no_match');
      }
    });

    it('is rejected if any single bit of its body is changed', async () => {
      for (const changed of flips(body)) expect(await check({ body: changed }).catch(reasonOf)).toBe('no_match');
    });
  });

  it('signWebhook returns the HMAC-SHA256 for any secret, timestamp and body', async () => {
    const body = oneof(unicodeText({ maxLength: 300 }), uint8Array({ maxLength: 300 }));
    const secrets = unicodeText({ minLength: 1, maxLength: 100 });
    await assert(
      asyncProperty(secrets, string({ minLength: 1 }), body, async (secret, timestamp, body) => {
        const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
        expect(await webhooks.signWebhook({ body, secret, timestamp })).toEqual(
          signed({ signature: expected, timestamp }),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('verifyWebhook accepts a body signed by signWebhook, but not with another secret', async () => {
    const secrets = unicodeText({ minLength: 1 });
    await assert(
      asyncProperty(secrets, unicodeText(), constantFrom('', 'x'), async (secret, text, suffix) => {
        const body = JSON.stringify({ ...event, data: { text } });
        const headers = await webhooks.signWebhook({ body, secret });
        const verified = webhooks.verifyWebhook({ body, headers, secret: secret + suffix });
        expect(await verified.catch(reasonOf)).toEqual(suffix ? 'no_match' : JSON.parse(body));
      }),
    );
  });
});

describe('headers', () => {
  const { signature, timestamp, body, secret } = vectors[0] as (typeof vectors)[number];
  const forms: [string, WebhookHeaders][] = [
    ['Headers', new Headers(signed({ signature, timestamp }))],
    ['an object', { host: 'a', ...signed({ signature, timestamp }) }],
    ['an object in another case', { 'X-Service-Signature': signature, 'X-SERVICE-TIMESTAMP': timestamp }],
    ['an object of arrays', { 'x-service-signature': [signature], 'x-service-timestamp': [timestamp] }],
    ['an object with gaps', { cookie: undefined, ...signed({ signature, timestamp }) }],
    ['pairs', Object.entries({ Host: 'a', 'X-Service-Signature': signature, 'X-Service-Timestamp': timestamp })],
    [
      'a Map in another case',
      new Map([
        ['X-Service-Signature', signature],
        ['X-Service-Timestamp', timestamp],
      ]),
    ],
    ['an iterator, which can be read once', new Headers(signed({ signature, timestamp })).entries()],
  ];

  it.each(forms)('can be %s', async (_form, headers) => {
    expect(await verifyWebhook({ body, headers, secret, toleranceSeconds: null })).toMatchObject({ id: 'evt_1' });
  });

  it.each(['x-service-signature', 'x-service-timestamp'] as const)('are rejected without %s', async (name) => {
    for (const value of [undefined, '', []]) {
      const headers = { ...signed({ signature, timestamp }), [name]: value };
      const error = await verifyWebhook({ body, headers, secret }).catch((error: unknown) => error);
      expect(error).toMatchObject({ reason: 'missing_header', message: expect.stringContaining(name) });
    }
  });

  it('are rejected if they are undefined', async () => {
    const options = { body, secret } as Parameters<typeof verifyWebhook>[0];
    await expect(verifyWebhook(options)).rejects.toMatchObject({ reason: 'missing_header' });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', `x-service-signature: ${signature}`],
    ['a number', 5],
    ['a function', () => signed({ signature, timestamp })],
    ['a promise', Promise.resolve(new Headers(signed({ signature, timestamp })))],
    ['the flat list of node:http', Object.entries(signed({ signature, timestamp })).flat()],
    ['a list of numbers', [5]],
    ['bytes', Buffer.from('x')],
    ['a whole request', { headers: signed({ signature, timestamp }) }],
  ])('that are %s are rejected with a hint about what to check', async (_, wrong) => {
    // Cast: the types reject this value.
    const headers = wrong as WebhookHeaders;
    await expect(verifyWebhook({ body, headers, secret, toleranceSeconds: null })).rejects.toMatchObject({
      reason: 'missing_header',
      message:
        'The delivery has no x-service-signature header. Check that it comes from the service, that no proxy drops the ' +
        'header, and that `headers` are those of the request and not a promise.',
    });
  });

  it('are rejected with two signatures, even if both are right', async () => {
    const headers = { ...signed({ signature, timestamp }), 'x-service-signature': [signature, signature] };
    expect(await verifyWebhook({ body, headers, secret, toleranceSeconds: null }).catch(reasonOf)).toBe('no_match');
  });

  it('are rejected with an uppercase signature, which the specification does not use', async () => {
    const headers = signed({ signature: signature.toUpperCase(), timestamp });
    expect(await verifyWebhook({ body, headers, secret, toleranceSeconds: null }).catch(reasonOf)).toBe('no_match');
  });
});

describe('secrets', () => {
  it('can be a list in any order', async () => {
    expect(await verifyAt(at, { secret: ['old', secret] })).toEqual(event);
    expect(await verifyAt(at, { secret: [secret, 'new'] })).toEqual(event);
    expect(await verifyAt(at, { secret: ['old', 'new'] }).catch(reasonOf)).toBe('no_match');
  });

  const missing: { given: string | string[] }[] = [{ given: '' }, { given: [] }, { given: [secret, ''] }];
  it.each(missing)('are rejected if they are $given', async ({ given }) => {
    expect(await verifyAt(at, { secret: given }).catch(reasonOf)).toBe('missing_secret');
  });

  it('that are missing are rejected by signWebhook', async () => {
    expect(await signWebhook({ body: '', secret: '' }).catch(reasonOf)).toBe('missing_secret');
  });
});

describe('the timestamp window', () => {
  const timestamps: [string | number, number][] = [
    [at, at],
    [`${at}000`, at],
    [`${at}250`, at + 0.25],
    ['99999999999', 99_999_999_999],
    ['100000000000', 100_000_000],
    ['2026-01-02T03:04:05Z', at],
    ['2026-01-02T03:04:05.5Z', at + 0.5],
    ['2026-01-02T05:04:05+02:00', at],
    ['2026-01-02T03:04Z', at - 5],
  ];

  it.each(timestamps)('extends 300 s before and after the timestamp %s', async (timestamp, seconds) => {
    const within = (now: number) => verifyAt(now, { toleranceSeconds: 300 }, timestamp).catch(reasonOf);
    expect(await within(seconds - 300)).toEqual(event);
    expect(await within(seconds + 300)).toEqual(event);
    expect(await within(seconds - 300.001)).toBe('outside_window');
    expect(await within(seconds + 300.001)).toBe('outside_window');
  });

  it('is 300 s by default', async () => {
    expect(await verifyAt(at + 300, {})).toEqual(event);
    expect(await verifyAt(at + 301, {}).catch(reasonOf)).toBe('outside_window');
  });

  it('causes an error that says whether the timestamp is too old or in the future', async () => {
    await expect(verifyAt(at + 400, {})).rejects.toThrow('400 s old');
    await expect(verifyAt(at - 400, {})).rejects.toThrow("400 s ahead of this machine's clock");
  });

  it.each([null, Number.POSITIVE_INFINITY])('is disabled by %s, even for unreadable timestamps', async (off) => {
    expect(await verifyAt(0, { toleranceSeconds: off })).toEqual(event);
    expect(await verifyAt(0, { toleranceSeconds: off }, 'yesterday')).toEqual(event);
  });

  it.each([Number.NaN, -1])('excludes every delivery if it is set to %s', async (toleranceSeconds) => {
    expect(await verifyAt(at, { toleranceSeconds }).catch(reasonOf)).toBe('outside_window');
  });

  const unreadable = [
    'yesterday',
    '-1767323045',
    '0x5f',
    '1767323045.',
    '20260102T030405',
    '123456789012345',
    '2026-01-02T03:04:05',
  ];
  it.each([...unreadable, '2026-01-02', '2026-13-02T03:04:05Z'])(
    'excludes the unreadable timestamp %s',
    async (timestamp) => {
      expect(await verifyAt(at, {}, timestamp).catch(reasonOf)).toBe('unreadable_timestamp');
    },
  );
});

describe('the body', () => {
  const broken: [string, string][] = [
    ['', 'it must be JSON'],
    ['{', 'it must be JSON'],
    ['null', 'it must be a JSON object'],
    ['[]', 'it must be a JSON object'],
    [JSON.stringify({ ...event, id: 1 }), 'its id must be a non-empty string'],
    // This limit bounds the memory of a store that limits its number of events.
    [JSON.stringify({ ...event, id: 'x'.repeat(1001) }), 'its id must have at most 1000 characters'],
    // A store that encodes ids as UTF-8 could not distinguish these ids.
    ...['\ud800', '\udfff', 'evt_\ud800x', '\udc00\ud800', '\ufffd'].map((id): [string, string] => [
      JSON.stringify({ ...event, id }),
      'its id must not contain a lone surrogate or U+FFFD',
    ]),
    [JSON.stringify({ ...event, type: '' }), 'its type must be a non-empty string'],
    [JSON.stringify({ ...event, created_at: null }), 'its created_at must be a non-empty string'],
    [JSON.stringify({ ...event, data: [] }), 'its data must be an object'],
    [JSON.stringify({ ...event, data: undefined }), 'its data must be an object'],
  ];

  it.each(broken)('is not an event if it is %s', async (body, expected) => {
    const error = await verifyAt(at, { body }).catch((error: unknown) => error);
    expect(error).toMatchObject({
      reason: 'not_an_event',
      message: expect.stringContaining(`The signature is valid, but the body is not an event: ${expected}.`),
    });
  });

  it('can have types and fields that are newer than this package', async () => {
    const newer = { ...event, type: 'project.archived', region: 'eu' };
    expect(await verifyAt(at, { body: JSON.stringify(newer) })).toEqual(newer);
  });

  it.each<[string, unknown]>([
    ['was already parsed', event],
    ['is an ArrayBuffer', new ArrayBuffer(2)],
    ['is a stream', new Response('{}').body],
    ['is a promise', Promise.resolve('{}')],
    ['is missing', undefined],
    ['is null', null],
  ])('that %s is rejected with a hint about how to fix it', async (_, wrong) => {
    // Cast: the types reject this value.
    const body = wrong as string;
    const errors = await Promise.all(
      [
        verifyWebhook({ body, headers: signed({ signature: 'a', timestamp: '1' }), secret }),
        signWebhook({ body, secret }),
      ].map((refused) => refused.catch((error: unknown) => error)),
    );
    const message =
      'The body must be raw: a string or a Uint8Array. ' +
      'In a receiver: `await request.text()`, or `request.body` behind express.raw().';
    expect(errors).toMatchObject(Array(2).fill({ reason: 'parsed_body', message }));
  });
});

describe('an error', () => {
  it('never shows a secret or a signature when it is printed', async () => {
    const { 'x-service-signature': signature } = await signWebhook({ body: '{', secret, timestamp: at });
    const failures = [
      verifyAt(at, { secret: ['another secret', 'whsec_old'] }),
      verifyAt(at + 1000, {}),
      verifyAt(at, {}, 'yesterday'),
      verifyAt(at, { body: '{' }),
      verifyAt(at, { secret: [secret, ''] }),
      verifyWebhook({ body: '', headers: {}, secret }),
    ];
    for (const failure of failures) {
      const error: unknown = await failure.catch((error: unknown) => error);
      expect(error).toBeInstanceOf(WebhookVerificationError);
      expect(isWebhookVerificationError(error)).toBe(true);
      const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)} ${String(error)}`;
      for (const hidden of [secret, 'another secret', 'whsec_old', signature]) expect(shown).not.toContain(hidden);
      expect(shown).toContain('WebhookVerificationError');
    }
  });

  it('is recognized across copies of the package', async () => {
    vi.resetModules();
    const copy = await import('../../src/webhooks/index.ts');
    vi.resetModules();
    const other = await import('../../src/webhooks/index.ts');
    const error = new copy.WebhookVerificationError('no_match', 'x');
    expect(error).not.toBeInstanceOf(other.WebhookVerificationError);
    expect(other.isWebhookVerificationError(error)).toBe(true);
    expect(other.isWebhookVerificationError(new Error('x'))).toBe(false);
  });
});

function signed({ signature, timestamp }: { signature: string; timestamp: string }) {
  return { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
}

/** Verifies a delivery signed at `timestamp` when the receiver's clock shows `now` seconds. */
async function verifyAt(now: number, change: Partial<VerifyWebhookOptions>, timestamp: string | number = at) {
  const { body = JSON.stringify(event) } = change;
  const headers = await signWebhook({ body, secret, timestamp });
  return verifyWebhook({ body, headers, secret, now: () => now * 1000, ...change });
}

/** Yields the text's bytes with one bit flipped, for every bit. For a long text, flips one bit in some of its bytes. */
function* flips(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  const step = Math.ceil(bytes.length / runs(300));
  for (let bit = 0; bit < bytes.length * 8; bit += step === 1 ? 1 : step * 8 + 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = changed.readUInt8(bit >> 3) ^ (1 << (bit & 7));
    yield changed;
  }
}

function reasonOf(error: { reason?: WebhookVerificationReason }): WebhookVerificationReason | undefined {
  return error.reason;
}
