import {
  afterEach,
  beforeEach,
  describe,
  expect,
  expectTypeOf,
  it,
  type MockInstance,
  onTestFinished,
  vi,
} from 'vitest';
import {
  createWebhookHandler,
  signWebhook,
  type WebhookHandlerOptions,
  type WebhookRejection,
} from '../../src/webhooks/index.ts';

const secret = 'whsec_very_secret';
const valid = JSON.stringify({ id: 'evt_1', type: 'job.complete', created_at: '2026-01-02T03:04:05Z', data: {} });

describe('onRejected', () => {
  const refused: [WebhookRejection['reason'], number, () => Promise<Request>, string][] = [
    ['missing_header', 401, async () => post(valid), 'x-service-signature'],
    ['no_match', 401, () => signed(valid, { secret: 'another' }), 'Check that the secret is this webhook'],
    ['unreadable_timestamp', 401, () => signed(valid, { timestamp: 'noon' }), '"noon"'],
    ['outside_window', 401, () => signed(valid, { timestamp: 1 }), 'replay'],
    ['not_an_event', 400, () => signed('[]', {}), 'must be a JSON object'],
    ['body_too_large', 413, () => signed(valid.padEnd(1001), {}), '1000 bytes'],
    ['method_not_allowed', 405, async () => new Request('https://a.test/'), 'not by GET. If a redirect'],
  ];
  it.each(refused)('is called with %s when the response is %i', async (reason, status, request, text) => {
    const onRejected = vi.fn();
    const response = await handler({ onRejected })(await request());
    expect(response.status).toBe(status);
    expect(onRejected.mock.calls).toEqual([[{ reason, message: expect.stringContaining(text) }]]);
  });

  it('is called with body_too_slow after 30 seconds, when the response is 408', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const onRejected = vi.fn();
    const cancel = vi.fn();
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode(valid));
    const request = post(new ReadableStream({ start, cancel }), await signWebhook({ body: valid, secret }));
    const response = handler({ onRejected })(request);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await response).status).toBe(408);
    expect(cancel).toHaveBeenCalledOnce();
    expect(onRejected.mock.calls).toEqual([[{ reason: 'body_too_slow', message: 'The body took longer than 30 s.' }]]);
  });

  it('is called with parsed_body when the body was already parsed', async () => {
    const onRejected = vi.fn();
    const request = post('{}');
    await request.json();
    await expect(handler({ onRejected })(request)).rejects.toMatchObject({ reason: 'parsed_body' });
    expect(onRejected.mock.calls).toEqual([
      [{ reason: 'parsed_body', message: expect.stringContaining('request.clone()') }],
    ]);
  });

  it('is not called for accepted deliveries, or when an event’s handler throws', async () => {
    const onRejected = vi.fn();
    await handler({ onRejected })(await signed(valid, {}));
    const onOther = () => Promise.reject(new Error('the disk is full'));
    expect((await handler({ onRejected, onOther, onError: vi.fn() })(await signed(valid, {}))).status).toBe(500);
    expect(onRejected).not.toHaveBeenCalled();
  });

  it('receives the sender’s text truncated and without control characters', async () => {
    const onRejected = vi.fn();
    const timestamp = `\x9b31m\u0085${'9'.repeat(10_000)}`;
    expect((await handler({ onRejected })(await signed(valid, { timestamp }))).status).toBe(401);
    expect((await handler({ onRejected })(new Request('https://a.test/', { method: 'A'.repeat(5000) }))).status).toBe(
      405,
    );
    const messages: string[] = onRejected.mock.calls.map(([{ message }]) => message);
    expect(messages.map(({ length }) => length)).toEqual([2048, 2048]);
    expect(messages[0]).toContain('"\\u009b31m\\u00859999');
  });

  it('has a parameter of the type WebhookRejection', () => {
    createWebhookHandler({
      secret,
      onRejected: async (rejection) => expectTypeOf(rejection).toEqualTypeOf<WebhookRejection>(),
    });
  });
});

describe('without onRejected, the console', () => {
  let warn: MockInstance<typeof console.warn>;
  const wrong = async () => handler()(await signed(valid, { secret: 'another' }));

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    warn = vi.spyOn(console, 'warn').mockReturnValue();
    // The first line of a new minute also counts rejections of earlier tests.
    vi.setSystemTime('2100-01-01T00:00:00Z');
    await wrong();
    await handler()(post(valid));
    vi.setSystemTime('2100-01-01T00:01:00Z');
    warn.mockClear();
  });
  afterEach(() => {
    warn.mockRestore();
  });

  it('shows the reason and the message, but neither a secret nor a signature', async () => {
    const request = await signed(valid, { secret: 'another' });
    const response = await handler()(request);
    const message = await response.text();
    expect(warn.mock.calls).toEqual([[`clipwright: refused a webhook delivery (no_match): ${message}`]]);
    expect(message).not.toContain(secret);
    expect(message).not.toContain(request.headers.get('x-service-signature'));
  });

  it('shows at most five rejections per minute and reason across all handlers', async () => {
    for (let i = 0; i < 20; i++) await wrong();
    expect(warn).toHaveBeenCalledTimes(5);
    expect(warn.mock.calls[3]).toEqual([expect.not.stringContaining('only counted')]);
    expect(warn.mock.calls[4]).toEqual([
      expect.stringMatching(/ Further ones are only counted until the minute ends\.$/),
    ]);
    await handler()(post(valid));
    expect(warn).toHaveBeenCalledTimes(6);
  });

  it('shows once in the next minute how many rejections were omitted', async () => {
    for (let i = 0; i < 20; i++) await wrong();
    warn.mockClear();
    vi.setSystemTime('2100-01-01T00:01:59.999Z');
    await wrong();
    expect(warn).not.toHaveBeenCalled();
    vi.setSystemTime('2100-01-01T00:02:00Z');
    await wrong();
    await wrong();
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/ Since the last of these lines, 16 more were refused\.$/)],
      [expect.not.stringContaining('more')],
    ]);
  });

  it('shows rejections after the clock is set back', async () => {
    for (let i = 0; i < 20; i++) await wrong();
    warn.mockClear();
    vi.setSystemTime('2099-01-01T00:00:00Z');
    await wrong();
    expect(warn).toHaveBeenCalledOnce();
  });
});

function handler(options: Partial<WebhookHandlerOptions> = {}) {
  return createWebhookHandler({ secret, maxBytes: 1000, ...options });
}

async function signed(body: string, how: { secret?: string; timestamp?: string | number }): Promise<Request> {
  return post(body, await signWebhook({ body, secret, ...how }));
}

function post(body: string | ReadableStream, headers: HeadersInit = {}): Request {
  // `duplex` is required for a stream, but missing in the DOM types.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('https://receiver.test/webhooks', init);
}
