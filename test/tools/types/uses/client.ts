import { type Clip, Clipwright, idempotencyKey, isErrorNamed } from 'clipwright';
import { toSrt } from 'clipwright/captions';
import { createMock } from 'clipwright/mock';
import { createWebhookHandler, signWebhook, toNodeListener, verifyWebhook } from 'clipwright/webhooks';
import { redisDedupe } from 'clipwright/webhooks/redis';

export async function useEveryEntry(): Promise<readonly Clip[]> {
  const mock = createMock({ deliver: createWebhookHandler({ secret: 'whsec_test', onOther: ({ id }) => id.length }) });
  await using server = await mock.listen({ port: 0 });
  const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl, fetch: mock.fetch });
  const key = await idempotencyKey.from({ task: 1 });
  const { id } = await client.projects.create(
    { name: 'Talk' },
    { idempotencyKey: key, signal: AbortSignal.timeout(5) },
  );
  for await (const caption of client.captions.list(id)) toSrt([caption]);
  const batch = await client.clips.generate({ source: { video_site_url: 'https://video.example.com/talk' } });
  // @ts-expect-error: a source is required.
  await client.clips.generate({});
  return (await client.clips.wait(batch)).clips;
}

export async function receive(body: string): Promise<string> {
  const headers = await signWebhook({ body, secret: 'whsec_test' });
  const listener: ReturnType<typeof toNodeListener> = toNodeListener(() => new Response());
  try {
    return (await verifyWebhook({ body, headers, secret: 'whsec_test' })).type + listener.name;
  } catch (error) {
    return isErrorNamed(error, 'NotFoundError') ? String(error.status) : 'other';
  }
}

// @ts-expect-error: not a Redis client.
redisDedupe({});
