// Tests which receivers a listening mock can deliver to.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createMock, type ListenOptions, type Mock, type MockOptions } from 'clipwright/mock';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
/** An IPv4 address of this machine that other machines can reach. */
const beyondLoopback = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const hasIpv6 = addresses.some(({ address }) => address === '::1');

async function listen(listenOptions: ListenOptions = {}, options: MockOptions = {}) {
  const mock = createMock({ clock: 'manual', ...options });
  const server = await mock.listen(listenOptions);
  onTestFinished(() => server.close());
  const register = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.baseUrl}/webhooks`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url, events: ['job.complete'] }),
    });
    return { status: response.status, body: Object(await response.json()) };
  };
  return { mock, server, register };
}

/** Sends an event, and returns its delivery to the last webhook. */
async function outcome(mock: Mock) {
  mock.emit('job.complete');
  await mock.settled();
  const { status, reason, attempts } = mock.deliveries.at(-1) ?? {};
  return { status, reason, headers: attempts?.at(-1)?.headers };
}

async function receiver(host = '127.0.0.1') {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(String(request.url));
    response.end();
  }).listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // Cast: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}/hook`, host: `${host}:${port}`, paths };
}

describe('a delivery', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ])('is not sent to the mock itself at the host %s', async (host) => {
    const { mock, server, register } = await listen();
    await mock.seed.project({ name: 'Kept' });
    for (const path of ['_mock/events', '_mock/reset', 'api/v1/projects']) {
      await register(`http://${host}:${server.port}/${path}`);
      const { host: shown } = new URL(`http://${host}:${server.port}`);
      expect(await outcome(mock)).toMatchObject({
        status: 'pending',
        reason: `Not sent: ${shown} is the mock itself.`,
      });
    }
    expect(mock.snapshot().workspaces).toHaveLength(1);
    expect(mock.requests.map(({ endpoint }) => endpoint)).toEqual(Array(3).fill('webhooks.register'));
  });

  test('is not sent to a host name that resolves to this machine when the delivery is sent', async () => {
    const { mock, server, register } = await listen();
    const { status } = await register(`http://receiver.example:${server.port}/_mock/events`);
    const lookup = vi.spyOn(process.getBuiltinModule('node:dns/promises'), 'lookup');
    // Cast: the spy has the type of only one overload of `lookup`.
    lookup.mockResolvedValue([{ address: '::ffff:127.0.0.1', family: 6 }] as never);
    expect(status).toBe(201);
    expect((await outcome(mock)).reason).toBe(`Not sent: receiver.example:${server.port} is the mock itself.`);
  });

  const allAddresses = hasIpv6 ? ['0.0.0.0', '::ffff:0.0.0.0'] : ['0.0.0.0'];
  test.skipIf(!beyondLoopback).each(allAddresses)(
    'is not sent to any address of this machine if the mock listens on %s',
    async (host) => {
      const { mock, server, register } = await listen({ host, deliverTo: ['*'] });
      expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/api/v1`);
      const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
      const names = [...own, '127.0.0.2', 'localhost', '[::1]', '[::]', `[::ffff:${beyondLoopback}]`];
      for (const name of names) {
        await register(`http://${name}:${server.port}/_mock/events`);
        expect([name, (await outcome(mock)).reason]).toEqual([name, expect.stringMatching(/ is the mock itself\.$/)]);
      }
    },
  );

  test.skipIf(!hasIpv6)('is not sent to the IPv6 address of the mock itself', async () => {
    const { mock, server, register } = await listen({ host: '::1' });
    await register(`http://[0:0::1]:${server.port}/_mock/events`);
    expect((await outcome(mock)).reason).toBe(`Not sent: [::1]:${server.port} is the mock itself.`);
  });

  test('is not sent to the mock itself when redelivered', async () => {
    const { mock, server, register } = await listen();
    await register(`http://127.0.0.1:${server.port}/_mock/events`);
    await outcome(mock);
    const { attempts } = await mock.redeliver('delivery-1');
    expect(attempts.map(({ response }) => response)).toEqual([null, null]);
  });

  test('is sent to another port of the mock’s host', async () => {
    const { mock, register } = await listen();
    const { url, paths } = await receiver();
    await register(url);
    expect(await outcome(mock)).toMatchObject({ status: 'delivered' });
    expect(paths).toEqual(['/hook']);
  });

  test('is sent to a port on which the mock no longer listens', async () => {
    const { mock, server } = await listen();
    await server.close();
    const body = JSON.stringify({ url: `http://127.0.0.1:${server.port}/`, events: ['job.complete'] });
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    await mock.fetch(`${mock.baseUrl}/webhooks`, { method: 'POST', headers, body });
    expect((await outcome(mock)).reason).toMatch(/ECONNREFUSED/);
  });

  test('is rejected by the control API because of its header', async () => {
    const { mock, server, register } = await listen();
    const { url } = await receiver();
    await register(url);
    const { headers = {} } = await outcome(mock);
    expect(headers).toMatchObject({ 'x-clipwright-delivery': 'delivery-1' });
    for (const call of [fetch, mock.fetch]) {
      const response = await call(new URL('/_mock/reset', server.baseUrl).href, { method: 'POST', headers });
      const { error } = Object(await response.json());
      expect([response.status, error.code, error.message]).toEqual([
        403,
        'forbidden',
        '/_mock accepts no webhook deliveries: remove the header x-clipwright-delivery.',
      ]);
    }
    expect(mock.deliveries).toHaveLength(1);
  });
});

describe.skipIf(!beyondLoopback)('a mock that other machines can reach', () => {
  const everywhere = [{ host: '0.0.0.0' }, { host: String(beyondLoopback) }];

  test.each(everywhere)('on $host rejects webhooks on hosts that are not in deliverTo', async (options) => {
    const { mock, register } = await listen(options);
    const { url, host, paths } = await receiver();
    for (const refused of [url, `http://${hostname()}/`, 'http://169.254.169.254/latest', 'https://app.example/hook']) {
      const { status, body } = await register(refused);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_request', 'url']);
    }
    expect((await register(url)).body.error.message).toBe(
      'url must be on a host that deliveries may go to, because other machines can call this mock. ' +
        `Start the mock with --deliver-to ${host}, or with the option deliverTo of mock.listen, to allow it.`,
    );
    mock.emit('job.complete');
    await mock.settled();
    expect([mock.deliveries.length, paths]).toEqual([0, []]);
  });

  test('delivers to the hosts in deliverTo, with or without a port', async () => {
    const { url, host, paths } = await receiver();
    for (const named of [host, '127.0.0.1', '127.1', '*']) {
      const { mock, register } = await listen({ host: '0.0.0.0', deliverTo: ['app.example', named] });
      expect((await register(url)).status).toBe(201);
      expect(await outcome(mock)).toMatchObject({ status: 'delivered' });
    }
    expect(paths).toHaveLength(4);
    const { register } = await listen({ host: '0.0.0.0', deliverTo: ['127.0.0.1:80', 'app.example:443'] });
    expect((await register(url)).status).toBe(400);
    expect((await register('http://127.0.0.1/')).status).toBe(201);
    expect((await register('https://APP.example/')).status).toBe(201);
    expect((await register('https://sub.app.example/')).status).toBe(400);
  });

  test('does not deliver to webhooks that were registered before it listened, and says why', async () => {
    const { mock, register } = await listen();
    const { url, host, paths } = await receiver();
    await register(url);
    const second = await mock.listen({ host: '0.0.0.0' });
    onTestFinished(() => second.close());
    expect((await outcome(mock)).reason).toBe(
      `Not sent: other machines can call this mock, and --deliver-to does not name ${host}.`,
    );
    await second.close();
    expect(await outcome(mock)).toMatchObject({ status: 'delivered' });
    expect(paths).toHaveLength(1);
  });
});

describe('a page that only the cors option allows', () => {
  const origin = 'https://app.example';
  const page = { origin };

  test('can register webhooks only on this machine', async () => {
    const { mock, register } = await listen({ cors: [origin], deliverTo: ['hooks.example'] });
    const refused = await register('http://10.0.0.5/admin', page);
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      {
        code: 'invalid_request',
        param: 'url',
        message:
          'url must be on this machine, because only the option cors allows the page that registers it. ' +
          'Start the mock with --deliver-to 10.0.0.5, or with the option deliverTo of mock.listen, to allow it.',
      },
    ]);
    expect((await register('http://localhost.evil.example/', page)).status).toBe(400);
    expect(mock.snapshot().workspaces).toEqual([]);
    const { url, paths } = await receiver();
    expect((await register(url, page)).status).toBe(201);
    expect(await outcome(mock)).toMatchObject({ status: 'delivered' });
    expect(paths).toEqual(['/hook']);
  });

  test('can register webhooks on the hosts in deliverTo', async () => {
    const { register } = await listen({ cors: [origin], deliverTo: ['hooks.example'] });
    expect((await register('https://hooks.example/', page)).status).toBe(201);
  });

  test('has restrictions that do not apply to callers that need no cors option', async () => {
    const { register } = await listen({ cors: [origin] });
    expect((await register('http://10.0.0.5/', { origin: 'http://localhost:3000' })).status).toBe(201);
    expect((await register('http://10.0.0.5/')).status).toBe(201);
  });

  test('does not receive a configured secret, unlike other callers', async () => {
    const { register } = await listen({ cors: [origin] }, { webhookSecret: 'whsec_configured' });
    const secretFor = async (headers: Record<string, string>) =>
      (await register('http://localhost/', headers)).body.secret;
    expect(await secretFor(page)).toBeNull();
    expect(await secretFor({})).toBe('whsec_configured');
    expect(await secretFor({ origin: 'http://localhost:3000' })).toBe('whsec_configured');
  });

  test('receives its webhook’s secret if none is configured', async () => {
    const { register } = await listen({ cors: [origin] });
    expect((await register('http://localhost/', page)).body.secret).toMatch(/^whsec_/);
  });
});

test('a custom deliver function is called without resolving the host', async () => {
  const lookup = vi.spyOn(process.getBuiltinModule('node:dns/promises'), 'lookup');
  const { mock, server, register } = await listen({}, { deliver: () => new Response() });
  await register(`https://app.example:${server.port}/hook`);
  expect(await outcome(mock)).toMatchObject({ status: 'delivered' });
  expect(lookup).not.toHaveBeenCalled();
});
