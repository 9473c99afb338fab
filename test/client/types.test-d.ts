// This file is only compiled, never run. The compiler reports a `@ts-expect-error` that is not needed.
import type { Clipwright, Job, JobStart } from 'clipwright';
import type { EndpointMethods } from '../../src/core/call/api.ts';

export class Complete implements EndpointMethods<'a.list' | 'a.words.list'> {
  readonly a = { list: async () => [], words: { list: async () => [] } };
}

export class Incomplete implements EndpointMethods<'a.list' | 'a.words.list'> {
  // @ts-expect-error: a client that lacks an endpoint does not compile.
  readonly a = { list: async () => [], words: {} };
}

export async function calls(client: Clipwright): Promise<void> {
  // @ts-expect-error: this endpoint does not accept an Idempotency-Key.
  await client.audio.generateSound({ prompt: 'Rain' }, { idempotencyKey: 'order-42' });
  // @ts-expect-error: a required field is missing.
  await client.projects.create({});
  // @ts-expect-error: the enumeration does not list this value.
  await client.transcript.segments('p1', { chunk_strategy: 'chapter' });
  await client.clips.generate({ source: {}, layout: { layout_mode: 'an open enumeration takes any value' } });
  const started: JobStart = await client.audio.generateSound({ prompt: 'Rain' });
  const job: Job = await client.jobs.wait(started, { signal: undefined });
  const jobs: Job[] = await client.jobs.list(job.project_id ?? '');
  const usage: { minutes: number } = await client.request('GET', `/usage/${jobs.length}`);
  for await (const { word } of client.captions.words.list('p1')) console.log(word, usage.minutes);
}
