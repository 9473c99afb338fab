import type { ClipBatch } from 'clipwright';
import { createWebhookHandler, memoryDedupe, type WebhookEvent } from 'clipwright/webhooks';
import { expect } from 'vitest';
import type { Choices } from '../../../mock/points/open-points.ts';
import { isUnreadable } from '../choices.ts';
import { eventTypes, webhookSecret } from '../endpoints/webhooks.ts';
import { listedIds, walkAll } from '../probes/pages.ts';
import type { BatchRecord, JobRecord } from '../state.ts';
import { calls, clipsParams, corrections, filledProject, projectField } from './calls.ts';
import { expectTrueBatch, expectTrueJob, isListRefused, isMatchedToExport, isMisleading } from './oracle.ts';
import type { Session } from './session.ts';
import { batchTruth, jobTruth } from './truth.ts';
import { notFollowed, resultOf, unended, waitOptions } from './waits.ts';

/** Uses the client, and fails unless each result or error agrees with the responses of the service. */
export type Story = (session: Session, plan: Plan) => Promise<void>;

export interface Plan {
  readonly clips: readonly string[];
  /** The prompts of the sounds. A prompt determines how its sound ends. */
  readonly sounds: readonly string[];
  /** Items per page. */
  readonly limit: number;
}

export const waitForClips: Story = async (session, { clips }) => {
  const { client, service } = session;
  const batch = await client.clips.generate(clipsParams(clips.join()));
  const result = await resultOf(client.clips.wait(batch, waitOptions(session)));
  expectTrueBatch(session, firstBatch(session), result);
  // The number of polls depends on the steps of the jobs, not on time.
  expect(service.exchanges.length).toBeLessThan(150);
};

/** Creates a project, reads the captions of a clip, edits its words and corrects its transcript. */
export const editCaptions: Story = async (session) => {
  const { client, service } = session;
  const created = await client.projects.create({ name: 'Talk' });
  expect(service.context.projects.has(created.id)).toBe(true);
  const project = await filledProject(session);
  for (const name of [
    'captions.words.split',
    'captions.words.merge',
    'captions.words.retime',
    'timeline.batchMove',
  ] as const)
    expect((await calls[name](session, project)).data).toEqual(service.exchanges.at(-1)?.body);
  const corrected = await client.transcript.correct(project.id, corrections(session, 'fathers', 'mothers'));
  expect(corrected).toEqual(service.exchanges.at(-1)?.body);
  expect(project.captions.flatMap(({ words }) => words).some(({ text }) => text === 'mothers')).toBe(true);
};

/** Iterates over the captions and the words of a project, page by page. */
export const walkPages: Story = async (session, { limit }) => {
  const { choices } = session;
  const project = await filledProject(session);
  const walks = await walkAll(session, project, { limit });
  // If a page does not say that there are more items, the client stops at a page without new items. It also stops at a
  // total that only counts the items so far.
  const isMoreSaid = ['right', 'whenever a page is full'].includes(choices['pages.more']);
  const isPaged = choices['pages.pagination'] === 'present';
  const mayBeEmpty =
    choices['pages.filter'] === 'after' || choices['pages.repeats'] === 'yes' || choices['pages.twins'] === 'some';
  const mayLookEnded = mayBeEmpty || choices['pages.total'] === 'items so far';
  const isCutShort = isCutUnseen(choices) || (mayLookEnded && !(isMoreSaid && isPaged));
  const listed = listedIds(project);
  if (!isCutShort) expect(walks).toEqual({ ...listed, prefetched: listed.captions });
  for (const ids of Object.values(walks)) expect(new Set(ids).size).toBe(ids.length);
};

/** Returns whether pages begin at another offset than requested, and do not say so. */
function isCutUnseen(choices: Choices): boolean {
  const isSaid = choices['pages.pagination'] === 'present' && choices['pages.position'] === 'present';
  return choices['pages.start'] === 'a multiple of limit' && !isSaid;
}

/** Generates sounds in one project, and waits for them concurrently. */
export const waitForSounds: Story = async (session, { sounds }) => {
  const { client } = session;
  const { id } = await client.projects.create({ name: 'Sounds' });
  const started = [];
  for (const prompt of sounds)
    started.push(await client.audio.generateSound({ prompt }, { extraBody: projectField(session, { id }) }));
  const options = waitOptions(session);
  const results = await Promise.all(started.map((each) => resultOf(client.jobs.wait(each, options))));
  for (const [index, result] of results.entries()) expectTrueJob(session, jobOf(session, started[index]), result);
};

export const cancelSound: Story = async (session, { sounds }) => {
  const { client, choices } = session;
  const started = await client.audio.generateSound({ prompt: sounds[0] ?? '' });
  const record = jobOf(session, started);
  const isPut = choices['jobs.cancelMethod'] === 'PUT, not stated';
  const method = isPut ? 'PUT' : choices['jobs.cancelMethod'].startsWith('DELETE') ? 'DELETE' : 'POST';
  const canceled = await resultOf(client.jobs.cancel(started, { method }));
  const isInEffect = record.ending === 'canceled' || choices['jobs.cancelEffect'] === 'too late';
  const isEnded = choices['sound.start'] === 'ended';
  const isShown = choices['sound.urls'] === 'present' && choices['jobs.cancelUrlIn'].includes('start');
  const isImpossible = !isShown || ['untrusted origin', 'null', 'absent', ''].includes(choices['jobs.cancelUrl']);
  if (canceled.name === 'resolved') expect(isInEffect || isEnded).toBe(true);
  else expect(isImpossible || isEnded).toBe(true);
  expectTrueJob(session, record, await resultOf(client.jobs.wait(started, waitOptions(session))));
};

/** Generates clips, and checks that a receiver handles each of their events once. */
export const receiveEvents: Story = async (session, { clips }) => {
  const { client, service, choices } = session;
  await client.webhooks.register({ url: 'https://receiver.test/hooks', events: eventTypes });
  const batch = await client.clips.generate(clipsParams(clips.join()));
  await resultOf(client.clips.wait(batch, waitOptions(session)));
  const emitted = service.context.events.flatMap((event) => service.deliveries.copiesOf(event)).map(({ id }) => id);
  const deliverable = [...new Set(emitted)];
  const handled: WebhookEvent[] = [];
  const rejections: unknown[] = [];
  const handle = createWebhookHandler({
    secret: webhookSecret,
    maxBytes: 2 * 1024 * 1024,
    now: () => service.context.now().getTime(),
    dedupe: memoryDedupe(),
    onOther: (event) => handled.push(event),
    onRejected: (rejection) => rejections.push(rejection),
  });
  await service.deliveries.send(handle);
  // The handler rejects other methods, signatures, timestamps and envelopes.
  const isTaken =
    choices['event.method'] === 'POST' &&
    choices['event.secretKey'] === 'bytes of its text' &&
    !isUnreadable(choices['event.timestamp']) &&
    choices['event.nulls'] === 'none';
  expect(handled.map(({ id }) => id).toSorted()).toEqual(isTaken ? deliverable.toSorted() : []);
  const isChecked = choices['event.check'] !== 'none';
  expect(rejections.length > 0).toBe(isChecked || (!isTaken && emitted.length > 0));
};

/** Waits for a batch and a sound. Uses only the identifiers that an application has stored. */
export const waitForStored: Story = async (session, { clips, sounds }) => {
  const { client, service, choices } = session;
  await client.clips.generate(clipsParams(['succeeded', ...clips].join()));
  const record = firstBatch(session);
  const stored = record.clips.map(({ id, project, job }) => ({
    clip_id: id,
    project_id: project.id,
    export_id: job.exportId,
  }));
  // Cast: the stored part of a batch has no status.
  const batch = { batch_id: record.id, clips: stored } as unknown as ClipBatch;
  const isShown = isMatchedToExport(choices) && !choices['clip.export'].startsWith('never');
  const isListed = isShown && ['all', 'after a while'].includes(choices['jobs.listing']);
  const result = await resultOf(client.clips.wait(batch, waitOptions(session)));
  const { name } = batchTruth(service.context, record);
  const isEndless = record.clips.some(({ job }) => job.ending === null);
  const isKnown = isListed && !isEndless;
  const isTold = !isMisleading(choices) && !isListRefused(choices, result);
  if (isTold) expect(isKnown ? [name] : [name, notFollowed, unended]).toContain(result.name);

  const sound = jobOf(session, await client.audio.generateSound({ prompt: sounds[0] ?? '' }));
  const reference = { job_id: sound.id, project_id: sound.project.id };
  const job = await resultOf(client.jobs.wait(reference, waitOptions(session)));
  if (choices['jobs.listing'] === 'all') expect(job.name).toBe(jobTruth(service.context, sound).name);
};

/** Repeats a call with the same Idempotency-Key, then uses this key for another call. */
export const repeatCall: Story = async (session) => {
  const { client, service } = session;
  const options = { idempotencyKey: 'order:1234' };
  const first = await client.projects.create({ name: 'Talk' }, options);
  const second = await client.projects.create({ name: 'Talk' }, options);
  expect(second).toEqual(first);
  expect([...service.context.projects.keys()]).toEqual([first.id]);
  const third = await resultOf(client.projects.create({ name: 'Other' }, options));
  const isKept = service.context.choices['idempotency.kept'] === 'after a replay';
  expect(third.name).toBe(isKept ? 'IdempotencyConflictError' : 'resolved');
};

function firstBatch({ service }: Session): BatchRecord {
  const [batch] = service.context.batches;
  if (batch === undefined) throw new Error('The service has made no batch.');
  return batch;
}

function jobOf({ service }: Session, started: { readonly job_id: string } | undefined): JobRecord {
  const record = service.context.jobs.get(started?.job_id ?? '');
  if (record === undefined) throw new Error('The service has made no such job.');
  return record;
}
