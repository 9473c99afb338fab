import { join } from 'node:path';
import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { folderOf } from '../support/program-folder.ts';
import { guides, isServer } from '../support/programs.ts';
import { startScript } from '../support/run-script.ts';

const { blocks = [] } = guides.find(({ name }) => name === 'receiving-webhooks') ?? {};
const folder = folderOf({ 'receiver.ts': blocks.find(({ code }) => isServer(code))?.code ?? '' });

test('the first receiver in the webhooks guide handles a delivery', async () => {
  const secret = 'whsec_local';
  const receiver = startScript([join(folder, 'receiver.ts')], { PORT: '0', CLIPWRIGHT_WEBHOOK_SECRET: secret });
  const [, port] = await receiver.printed(/^listening on [\s\S]*port: (\d+)/m);
  const deliver = (request: Request) => fetch(new Request(`http://127.0.0.1:${port}/`, request));
  const mock = createMock({ webhookSecret: secret, deliver });
  await mock.fetch(`${mock.baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://app.example.com/webhooks', events: ['export.ready'] }),
  });
  mock.emit('export.ready');
  await mock.settled();

  expect(mock.deliveries.map(({ status }) => status)).toEqual(['delivered']);
  await receiver.printed(/^ready: https:\S+\.mp4$/m);
});
