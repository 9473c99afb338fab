import { describe, expect, test } from 'vitest';
import { commandLine } from './support/command-line.ts';
import { reachableMock } from './support/mock-with-webhook.ts';

const { run, startCli } = commandLine();

const key = 'sk_live_4eC39HqLyjWDarjt';

describe('clipwright listen without --forward', () => {
  test('prints the latest past deliveries, then each new attempt, and does not register a webhook', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    const webhook = `webhook ${await register(['job.complete', 'export.ready'])}`;
    for (let count = 0; count < 12; count += 1) mock.emit('job.complete');
    await mock.settled();
    const { printed, stop } = startCli(['listen', '--mock', baseUrl]);
    await printed(/delivery-12/);
    mock.emit('export.ready');
    await mock.settled();
    await mock.redeliver('delivery-1');
    await printed(/attempt 2/);
    const { stdout, ...ended } = await stop('SIGTERM');

    const earlier = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `job.complete · delivery-${number} · attempt 1`);
    expect(withoutTimes(stdout)).toEqual([
      `Watching the deliveries of ${baseUrl}`,
      ...[...earlier, 'export.ready · delivery-13 · attempt 1', 'job.complete · delivery-1 · attempt 2'].map(
        (text) => `--> http://app.test/hook 200 ${text} · ${webhook}`,
      ),
    ]);
    expect(ended).toEqual({ code: 0, stderr: '' });
    expect(mock.state.webhooks()).toHaveLength(1);
  });

  test('with --events and --last, prints only the selected deliveries', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    await register(['job.complete', 'job.failed', 'export.ready']);
    for (const type of ['job.complete', 'job.failed', 'export.ready'] as const) mock.emit(type);
    await mock.settled();
    const args = ['listen', '--mock', baseUrl, '--events', 'job.complete,job.failed', '--last', '1'];
    const { printed, stop } = startCli(args);
    await printed(/delivery-2/);
    for (const type of ['export.ready', 'job.complete'] as const) mock.emit(type);
    await printed(/delivery-5/);
    const { stdout } = await stop('SIGTERM');

    expect(stdout.match(/delivery-\d/g)).toEqual(['delivery-2', 'delivery-5']);
  });

  test('with --json, prints JSON lines without the API key', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    await register(['job.failed'], key);
    mock.emit('job.failed', { error: `a\u001b[2J${key}` }, { apiKey: key });
    await mock.settled();
    const { printed, stop } = startCli(['listen', '--mock', baseUrl, '--api-key', key, '--json']);
    await printed(/delivery-1/);
    await mock.redeliver('delivery-1');
    await printed(/("at".*){2}\n/);
    mock.reset();
    await printed(/"reset"/);
    const { stdout } = await stop('SIGTERM');

    const delivery = { id: 'delivery-1', event: { data: { error: 'a\u001b[2J[API key]' } } };
    expect(linesOf(stdout).map((line) => JSON.parse(line))).toMatchObject([
      { type: 'listening', baseUrl },
      { type: 'delivery', delivery: { ...delivery, attempts: [{}] } },
      { type: 'delivery', delivery: { ...delivery, attempts: [{}, {}] } },
      { type: 'reset' },
    ]);
    expect(stdout).not.toContain(key);
    expect(stdout).not.toContain('\u001b');
  });

  test('says after a reset that nothing is forwarded any more', async () => {
    const { mock, baseUrl } = await reachableMock();
    const { printed } = startCli(['listen', '--mock', baseUrl, '--forward', 'http://127.0.0.1:1/']);
    await printed(/^Forwarding /m);
    mock.reset();

    await printed(/^The mock was reset\.\nNothing is forwarded any more, because the webhook is gone: start `listen`/m);
  });
});

describe('clipwright deliveries', () => {
  test('lists the newest deliveries, oldest first', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    const webhook = `webhook ${await register(['job.complete', 'export.ready'])}`;
    for (const type of ['export.ready', 'job.complete', 'export.ready', 'export.ready'] as const) mock.emit(type);
    await mock.settled();
    const list = async (...args: string[]) => (await run(['deliveries', '--mock', baseUrl, ...args])).stdout;

    expect(withoutTimes(await list('--events', 'export.ready', '--last', '2'))).toEqual([
      `--> http://app.test/hook 200 export.ready · delivery-3 · attempt 1 · ${webhook}`,
      `--> http://app.test/hook 200 export.ready · delivery-4 · attempt 1 · ${webhook}`,
    ]);
    expect(linesOf(await list())).toHaveLength(4);
    expect(linesOf(await list('--json')).map((line) => JSON.parse(line))).toEqual(
      mock.deliveries.map((delivery) => ({ type: 'delivery', delivery })),
    );
    expect(await list('--api-key', 'other')).toBe('The mock has no matching deliveries of this API key.\n');
    expect(await list('--api-key', 'other', '--json')).toBe('');
  });

  test('with an id, shows everything about a delivery except the secret and the query', async () => {
    const { mock, baseUrl, register } = await reachableMock({ webhookSecret: 'whsec_Zp3' });
    await register(['job.failed'], key);
    mock.emit('job.failed', { error: key }, { apiKey: key });
    await mock.settled();
    const args = ['deliveries', 'delivery-1', '--mock', baseUrl, '--api-key', key];
    const { code, stdout } = await run(args);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^delivery-1 delivered\n {2}Event {4}job\.failed /);
    expect(stdout).toContain('\n        "error": "[API key]"\n');
    expect(stdout).toMatch(/\n {2}Attempt 1 \S+ 200\n[\s\S]* {4}x-service-signature: [\da-f]{64}\n/);
    for (const secret of [key, 'whsec_Zp3', 'hush']) expect(stdout).not.toContain(secret);
    expect(JSON.parse((await run([...args, '--json'])).stdout)).toMatchObject({ delivery: { id: 'delivery-1' } });
  });

  test('rejects an unknown id, and says which command lists the ids', async () => {
    const { mock, baseUrl, register } = await reachableMock();
    await register(['job.failed']);
    mock.emit('job.failed');
    const message =
      'clipwright: The mock has no delivery with this id for this API key. ' +
      '`clipwright deliveries` lists the known deliveries.\n';

    for (const args of [
      ['deliveries', 'delivery-2'],
      ['redeliver', 'delivery-2'],
      ['redeliver', '..'],
      ['redeliver', 'delivery-1', '--api-key', 'other'],
    ]) {
      expect(await run([...args, '--mock', baseUrl])).toEqual({ code: 1, stdout: '', stderr: message });
    }
  });

  test('rejects list options together with an id', async () => {
    const { baseUrl } = await reachableMock();
    const { code, stderr } = await run(['deliveries', 'delivery-1', '--last', '1', '--mock', baseUrl]);

    expect([code, stderr]).toEqual([
      2,
      'clipwright: deliveries: --events and --last apply only to the list. Leave out these options, or the id.\n',
    ]);
  });
});

describe('clipwright redeliver', () => {
  test('sends a delivery again with a new signature, and prints the outcome', async () => {
    const statuses = [200, 503, 200];
    const deliver = () => new Response('come back', { status: statuses.shift() ?? 500 });
    const { mock, baseUrl, register } = await reachableMock({ deliver });
    const webhook = `webhook ${await register(['job.failed'])}`;
    mock.emit('job.failed');
    await mock.settled();
    const again = (...args: string[]) => run(['redeliver', 'delivery-1', '--mock', baseUrl, ...args]);

    const refused = await again();
    expect([refused.code, withoutTimes(refused.stdout)]).toEqual([
      1,
      [`--> http://app.test/hook 503 job.failed · come back · delivery-1 · attempt 2 · ${webhook}`],
    ]);
    const accepted = await again('--json');
    expect([accepted.code, JSON.parse(accepted.stdout)]).toEqual([
      0,
      { type: 'delivery', delivery: mock.deliveries[0] },
    ]);
    expect(mock.deliveries[0]?.attempts.map(({ response }) => response?.status)).toEqual([200, 503, 200]);
  });
});

describe('clipwright trigger without --to', () => {
  test('makes the mock send the event to each webhook of its type, and prints the outcomes', async () => {
    const deliver = (request: Request) => new Response('no', { status: request.headers.has('never') ? 200 : 500 });
    const { mock, baseUrl, register } = await reachableMock({ deliver });
    const [one, other] = [await register(['job.failed']), await register(['job.failed', 'export.ready'])];
    await register(['export.ready']);
    const data = '{"error":"no audio"}';
    const { code, stdout } = await run(['trigger', 'job.failed', '--data', data, '--mock', baseUrl]);

    expect([code, withoutTimes(stdout)]).toEqual([
      1,
      [
        `--> http://app.test/hook 500 job.failed · no · delivery-1 · attempt 1 · webhook ${one}`,
        `--> http://app.test/hook 500 job.failed · no · delivery-2 · attempt 1 · webhook ${other}`,
      ],
    ]);
    expect(mock.deliveries.map(({ event }) => event.data)).toMatchObject([
      { error: 'no audio', job_id: expect.any(String) },
      { error: 'no audio' },
    ]);
  });

  test('exits with 0 if one of the webhooks accepts the event', async () => {
    const statuses = [500, 200];
    const deliver = () => new Response(null, { status: statuses.shift() ?? 500 });
    const { baseUrl, register } = await reachableMock({ deliver });
    await register(['job.failed']);
    await register(['job.failed']);

    expect((await run(['trigger', 'job.failed', '--mock', baseUrl])).code).toBe(0);
  });

  test('sends --count events, and summarizes the results if there are more than ten', async () => {
    let count = 0;
    const deliver = () => new Response(null, { status: ++count === 3 ? 503 : 200 });
    const { mock, baseUrl, register } = await reachableMock({ deliver });
    await register(['job.failed']);
    const { code, stdout } = await run(['trigger', 'job.failed', '--count', '120', '--mock', baseUrl]);

    expect([code, stdout]).toEqual([1, '120 × job.failed: 119 × 200, 1 × 503\n']);
    expect(new Set(mock.deliveries.map(({ event }) => event.id)).size).toBe(120);
  });

  test('does not wait for the stuck receiver of another API key', async () => {
    const deliver = ({ url }: Request) => (url.includes('stuck') ? new Promise<Response>(() => {}) : new Response());
    const { mock, baseUrl, register } = await reachableMock({ deliver });
    await register(['job.failed']);
    await register(['job.failed'], 'other', 'http://app.test/stuck');
    mock.emit('job.failed', {}, { apiKey: 'other' });
    const ended = await run(['trigger', 'job.failed', '--mock', baseUrl]);
    const nothing = await run(['trigger', 'job.complete', '--mock', baseUrl]);

    expect([ended.code, nothing.code]).toEqual([0, 1]);
    expect(mock.deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['pending', 0],
      ['delivered', 1],
    ]);
  });

  test('says that a fault delays the delivery', async () => {
    const { mock, baseUrl, register } = await reachableMock({ clock: 'manual' });
    const webhook = await register(['job.failed']);
    mock.faults.add({ match: { event: 'job.failed' }, delay: 60 });
    const { code, stdout } = await run(['trigger', 'job.failed', '--mock', baseUrl]);

    expect([code, withoutTimes(stdout)]).toEqual([
      1,
      [`--> http://app.test/hook scheduled job.failed · fault-1 · delivery-1 · webhook ${webhook}`],
    ]);
  });

  test('says that no webhook is registered for the type', async () => {
    const { baseUrl, register } = await reachableMock();
    await register(['job.failed'], 'other');
    await register(['job.complete']);

    expect(await run(['trigger', 'job.failed', '--mock', baseUrl])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'clipwright: Nothing was sent: no webhook of this API key is registered for job.failed. ' +
        'Register one in your application, or with `clipwright listen --forward <url>`.\n',
    });
  });
});

function linesOf(stdout: string): string[] {
  return stdout === '' ? [] : stdout.trimEnd().split('\n');
}

function withoutTimes(stdout: string): string[] {
  return linesOf(stdout).map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}
