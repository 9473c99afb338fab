// test/types/undefined-options.test-d.ts checks that the types accept undefined.
import { Clipwright, type ClipwrightOptions, type WaitOptions } from 'clipwright';
import {
  type CallFaultConditions,
  createMock,
  type DeliveryFilter,
  type EventFaultConditions,
  type FileFaultConditions,
  type JobOutcome,
  type ListenOptions,
  type MockOptions,
  type RequestFilter,
  type SeedProjectOptions,
} from 'clipwright/mock';
import { createWebhookHandler, memoryDedupe, type WebhookHandlerOptions } from 'clipwright/webhooks';
import { type RedisDedupeOptions, redisDedupe } from 'clipwright/webhooks/redis';
import { expect, test, vi } from 'vitest';
import { callFaultKindNames, eventFaultKindNames } from '../../mock/faults/fault-kinds.ts';
import { openInProcess } from '../support/transports.ts';

/** All optional options, with the value undefined. */
type Undefined<T> = {
  readonly [Name in keyof T as Record<never, never> extends Pick<T, Name> ? Name : never]-?: undefined;
};

const mockOptions: Undefined<MockOptions> = {
  seed: undefined,
  clock: undefined,
  speed: undefined,
  apiKeys: undefined,
  rateLimit: undefined,
  plans: undefined,
  webhookSecret: undefined,
  deliver: undefined,
  transcripts: undefined,
  unitsPerSecond: undefined,
  maxBodyBytes: undefined,
  logLength: undefined,
  answers: undefined,
  unknownFields: undefined,
};

const clientOptions: Undefined<Omit<ClipwrightOptions, 'apiKey' | 'baseUrl' | 'fetch'>> = {
  timeout: undefined,
  totalTimeout: undefined,
  maxRetries: undefined,
  maxRetryAfter: undefined,
  maxResponseBytes: undefined,
  concurrency: undefined,
  trustedOrigins: undefined,
  wait: undefined,
  validation: undefined,
  headers: undefined,
  hooks: undefined,
  logger: undefined,
  dangerouslyAllowBrowser: undefined,
};

const seedOptions: Undefined<SeedProjectOptions> = { description: undefined, captions: undefined, apiKey: undefined };

const callFault: Undefined<Omit<CallFaultConditions, 'times' | 'match'>> = {
  ...undefinedFields(callFaultKindNames),
  when: undefined,
  headers: undefined,
  apiKey: undefined,
};

const fileFault: Undefined<FileFaultConditions> = {
  ...undefinedFields(callFaultKindNames),
  headers: undefined,
  times: undefined,
  apiKey: undefined,
};

const eventFault: Undefined<EventFaultConditions> = {
  ...undefinedFields(eventFaultKindNames),
  times: undefined,
  apiKey: undefined,
};

function undefinedFields(names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

const outcome: Undefined<JobOutcome> = { error: undefined, seconds: undefined, times: undefined, apiKey: undefined };

const requestFilter: Undefined<RequestFilter> = {
  endpoint: undefined,
  input: undefined,
  method: undefined,
  status: undefined,
  apiKey: undefined,
  idempotencyKey: undefined,
  replayed: undefined,
  source: undefined,
};

const deliveryFilter: Undefined<DeliveryFilter> = {
  type: undefined,
  data: undefined,
  webhookId: undefined,
  status: undefined,
  apiKey: undefined,
};

const listenOptions: Undefined<ListenOptions> = {
  port: undefined,
  host: undefined,
  cors: undefined,
  deliverTo: undefined,
  middleware: undefined,
};

const waitOptions: Undefined<WaitOptions<never>> = {
  signal: undefined,
  timeout: undefined,
  interval: undefined,
  maxInterval: undefined,
  outageTimeout: undefined,
  onProgress: undefined,
  isFinal: undefined,
  outcome: undefined,
  events: undefined,
  cancelOnAbort: undefined,
};

const handlerOptions: Undefined<WebhookHandlerOptions> = {
  toleranceSeconds: undefined,
  now: undefined,
  on: undefined,
  onOther: undefined,
  maxBytes: undefined,
  dedupe: undefined,
  onError: undefined,
  onRejected: undefined,
};

const redisOptions: Undefined<RedisDedupeOptions> = { prefix: undefined, ttlSeconds: undefined };

test('mock, client and wait options that are undefined are treated as omitted', async () => {
  const { mock, baseUrl, fetch } = openInProcess({ ...mockOptions });
  const client = new Clipwright({ ...clientOptions, apiKey: 'test', baseUrl, fetch });

  await mock.jobs.next({ ...outcome, status: 'completed' });
  const project = await mock.seed.project({ ...seedOptions, name: 'Talk' });
  const { job_id, status, project_id } = await client.audio.generateSound({ prompt: 'Rain', project_id: project.id });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const job = client.jobs.wait({ job_id, status, project_id, status_url: undefined }, { ...waitOptions });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await job).toHaveProperty('status', 'completed');
  vi.useRealTimers();

  const match = { endpoint: undefined, project: undefined, share: undefined };
  await mock.faults.add({ ...callFault, match, times: 1, status: 400 });
  await expect(client.jobs.list(project.id)).rejects.toThrow('400');
  await expect(client.jobs.list(project.id)).resolves.toHaveLength(1);

  const file = new URL(`/media/thumbnails/${project.id}.png`, baseUrl);
  await mock.faults.add({ ...fileFault, match: { file: 'thumbnails', share: undefined }, times: 1, status: 503 });
  expect((await fetch(file)).status).toBe(503);
  expect((await fetch(file)).status).toBe(200);

  await client.webhooks.register({ url: 'https://app.example/', events: ['job.failed'] });
  await mock.faults.add({ ...eventFault, match: { event: '*', webhook: undefined, share: undefined }, duplicate: 1 });
  await mock.emit('job.failed', undefined, { apiKey: undefined });
  expect((await mock.deliveries).matching({ ...deliveryFilter })).toHaveLength(2);
  const requests = await mock.requests;
  expect(requests.matching({ ...requestFilter })).toHaveLength(requests.length);

  const scope = { apiKey: undefined };
  await mock.restore(await mock.snapshot(scope), scope);
  expect(await mock.faults.list(scope)).toHaveLength(1);
  await mock.reset(scope);
  expect(await mock.faults.list()).toEqual([]);
});

test('listen treats undefined options as omitted', async () => {
  await using server = await createMock().listen({ ...listenOptions });

  expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/api/v1`);
});

test('webhook handlers and stores treat undefined options as omitted', () => {
  expect(createWebhookHandler({ ...handlerOptions, secret: 'whsec_test' })).toBeTypeOf('function');
  expect(memoryDedupe({ maxEvents: undefined, ttlSeconds: undefined, now: undefined })).toHaveProperty('claim');
  const redis = { isOpen: true, eval: async () => null };
  expect(redisDedupe(redis, { ...redisOptions })).toHaveProperty('claim');
});
