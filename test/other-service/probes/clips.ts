import type { ClipBatch } from 'clipwright';
import type { clipPoints } from '../../../mock/points/clips.ts';
import { clipsParams } from '../support/calls.ts';
import { openSession, type Session } from '../support/session.ts';
import { sent } from '../support/truth.ts';
import { notFollowed, resultOf, unended, waitOptions } from '../support/waits.ts';
import { rejectionOf } from './errors-support.ts';
import { jobOf, probeBatch, probeUntold, waitForBatch } from './jobs-support.ts';
import type { Comparison, Probe } from './probe.ts';

export const clipProbes: { readonly [Id in keyof typeof clipPoints]: Probe } = {
  'batch.id': probeBatch,
  'batch.start': probeBatch,
  'batch.workingStatus': probeBatch,
  'batch.endedStatus': (session) => waitForBatch(session, 'succeeded,succeeded'),
  'batch.clips': (session) =>
    session.choices['batch.clips'] === 'at once' ? probeBatch(session) : probeUnlisted(session),
  'batch.counts': async (session) => {
    if (!['estimate too high, total null', 'total too high'].includes(session.choices['batch.counts']))
      return probeBatch(session);
    // The counts announce more clips than the response lists, and no later response lists clips.
    return probeUnlisted(session);
  },
  'batch.renderedCount': async (session) => {
    const counts: number[] = [];
    const batch = await session.client.clips.generate(clipsParams('succeeded,failed,succeeded'));
    const onProgress = ({ rendered_count }: ClipBatch) => counts.push(rendered_count ?? 0);
    await session.client.clips.wait(batch, { ...waitOptions(session), onProgress });
    return { received: counts, said: counts.map((count) => Math.max(count, batch.rendered_count ?? 0)).toSorted() };
  },
  'batch.outcome': async (session) => {
    if (session.choices['batch.outcome'] === 'no') return probeBatch(session);
    const batch = await session.client.clips.generate(clipsParams('succeeded,failed'));
    const requests = session.service.exchanges.length;
    const error = await rejectionOf(session.client.clips.wait(batch, waitOptions(session)));
    const isReadable = !/: *$|null|undefined/.test(error.message);
    const isCanceled = session.choices['batch.outcome'] === 'cancelled';
    const last = { ...batch, progress: 100, clips: batch.clips.map((clip) => ({ ...clip, progress: 0 })) };
    return {
      received: [error.name, sent(Reflect.get(error, 'batch')), isReadable, session.service.exchanges.length],
      said: [isCanceled ? 'JobCanceledError' : 'JobFailedError', sent(last), true, requests],
    };
  },
  'batch.activity': probeBatch,
  'batch.message': probeBatch,
  'batch.studioSound': probeBatch,
  'batch.review': async (session) =>
    session.choices['batch.review'] === 'none' ? probeBatch(session) : probeNoEnding(session, [unended]),
  'clip.openStatus': probeBatch,
  'clip.project': async (session) => {
    const isFollowed = ['its own', 'one for all'].includes(session.choices['clip.project']);
    return isFollowed ? probeBatch(session) : probeUnlisted(session);
  },
  'clip.export': async (session) => {
    if (session.choices['clip.export'] === 'at once') return probeBatch(session);
    if (session.choices['clip.export'].startsWith('never')) {
      const { name } = await probeUntold(openSession(session.choices));
      const told = await waitForBatch(session, 'succeeded,failed', { jobOf });
      return { received: [name, told.received], said: [notFollowed, told.said] };
    }
    const { received, said } = await waitForBatch(session, 'succeeded,failed');
    // The client is allowed to ignore an export_id that is set later.
    const isLost = [unended, notFollowed].includes(Object(received).name);
    return isLost ? { received: 'no ending', said: 'no ending' } : { received, said };
  },
  'clip.noDownload': probeBatch,
  'clip.download': probeBatch,
};

/** Checks that a wait immediately rejects a batch that cannot be followed, and that the error identifies the batch. */
async function probeUnlisted(session: Session): Promise<Comparison> {
  const batch = await session.client.clips.generate(clipsParams('succeeded,failed'));
  const { body } = session.service.exchanges.at(-1) ?? {};
  const requests = session.service.exchanges.length;
  const result = await resultOf(session.client.clips.wait(batch, waitOptions(session)));
  const isAtOnce = session.service.exchanges.length === requests;
  const started = Object(body).batch;
  return {
    received: { batch: sent(batch), name: result.name, id: Object(result.state).batch_id, isAtOnce },
    said: { batch: started, name: notFollowed, id: started.batch_id, isAtOnce: true },
  };
}

/** Checks that a wait reports no ending if the clips do not end. */
async function probeNoEnding(session: Session, names: readonly string[]): Promise<Comparison> {
  const batch = await session.client.clips.generate(clipsParams('succeeded,failed'));
  const { name } = await resultOf(session.client.clips.wait(batch, waitOptions(session)));
  return { received: names.includes(name) ? 'no ending' : name, said: 'no ending' };
}
