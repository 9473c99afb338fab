import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createMock } from 'clipwright/mock';
import { verifyWebhook } from 'clipwright/webhooks';
import { expect, test } from 'vitest';
import { signedTextOf, verifyCommandOf } from '../../mock/console/copied/verify-command.ts';

async function deliver() {
  const mock = createMock({ webhookSecret: 'whsec', deliver: () => new Response() });
  await mock.fetch(`${mock.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://app.example/hook', events: ['job.failed'] }),
  });
  mock.emit('job.failed', { error: '\'"`$HOME\\n\n%s\u2028' });
  await mock.settled();
  const [delivery] = mock.deliveries;
  return { headers: delivery?.attempts[0]?.headers ?? {}, body: delivery?.body ?? '' };
}

test('what is shown as signed is what the signature is of', async () => {
  const sent = await deliver();
  const signature = createHmac('sha256', 'whsec').update(signedTextOf(sent.headers, sent.body)).digest('hex');
  expect(sent.headers['x-service-signature']).toBe(signature);
});

test('The copied command gives the exact body and the headers of the attempt to `clipwright verify`', async () => {
  const sent = await deliver();
  const command = verifyCommandOf(sent.headers, sent.body);
  // In place of the package: prints what it is called with.
  const npx = `npx() { printf '%s\\0' "$@"; cat; }`;
  const { stdout } = spawnSync('bash', ['-c', `${npx}\n${command}`], { encoding: 'utf8' });
  const [name, subcommand, , signature = '', , timestamp = '', body = ''] = stdout.split('\0');
  expect([name, subcommand]).toEqual(['clipwright', 'verify']);
  const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
  await expect(verifyWebhook({ secret: 'whsec', headers, body })).resolves.toMatchObject({ type: 'job.failed' });
});
