import type { Clip, ClipWaitOptions, Job, JobStart } from 'clipwright';
import { looksToEnd } from '../state.ts';
import { clipsParams, projectField } from '../support/calls.ts';
import type { Session } from '../support/session.ts';
import { batchSeen, batchTruth, jobTruth } from '../support/truth.ts';
import { resultOf, type WaitResult, waitOptions } from '../support/waits.ts';
import type { Comparison, Probe } from './probe.ts';

/** Waits separately for three sounds: the first succeeds, the second fails and the third is canceled. */
export const probeWait: Probe = async (session) => {
  const results: Comparison[] = [];
  for (const prompt of ['applause', 'failed', 'canceled']) {
    const started = await session.client.audio.generateSound({ prompt });
    results.push(await waitAlone(session, started));
  }
  return { received: results.map(({ received }) => received), said: results.map(({ said }) => said) };
};

export async function waitAlone(session: Session, started: JobStart | Job): Promise<Comparison> {
  const received = await resultOf(session.client.jobs.wait(started, waitOptions(session)));
  return { received, said: jobTruth(session.service.context, session.service.context.jobs.get(started.job_id)) };
}

/** Waits for two sounds of one project concurrently. */
export const probeWaitsInCompany: Probe = async (session) => {
  const { client, service } = session;
  const { id } = await client.projects.create({ name: 'Sounds' });
  const start = (prompt: string) =>
    client.audio.generateSound({ prompt }, { extraBody: projectField(session, { id }) });
  const started = [await start('applause'), await start('failed')];
  const options = waitOptions(session);
  const received = await Promise.all(started.map((each) => resultOf(client.jobs.wait(each, options))));
  return { received, said: started.map(({ job_id }) => jobTruth(service.context, service.context.jobs.get(job_id))) };
};

/** Waits for a sound. Uses only the identifiers that an application has stored. */
export const probeStoredWait: Probe = async (session) => {
  const { job_id, project_id } = await session.client.audio.generateSound({ prompt: 'applause' });
  const stored = { job_id, project_id: project_id ?? '' };
  const received = await resultOf(session.client.jobs.wait(stored, waitOptions(session)));
  return { received, said: jobTruth(session.service.context, session.service.context.jobs.get(job_id)) };
};

/** Lists jobs that have already ended, and waits for each of them. */
export const probeListedWaits: Probe = async (session) => {
  const { client, service } = session;
  const { id } = await client.projects.create({ name: 'Sounds' });
  for (const prompt of ['applause', 'failed'])
    await client.audio.generateSound({ prompt }, { extraBody: projectField(session, { id }) });
  const records = service.context.projects.get(id)?.jobs ?? [];
  for (const record of records) record.looks = looksToEnd;
  const options = waitOptions(session);
  const received: unknown[] = [];
  for (const job of await client.jobs.list(id)) received.push(await resultOf(client.jobs.wait(job, options)));
  return { received, said: records.map((record) => jobTruth(service.context, record)) };
};

/** Cancels a sound that would never end, and checks that its job in the service is canceled. */
export const probeCancel: Probe = async (session) => {
  const { client, service, choices } = session;
  const { job_id, ...rest } = await client.audio.generateSound({ prompt: 'endless' });
  const job = await client.jobs.retrieve({ job_id, ...rest });
  const methods = { 'DELETE, not stated': { method: 'DELETE' }, 'PUT, not stated': { method: 'PUT' } } as const;
  const method = Reflect.get(methods, choices['jobs.cancelMethod']) ?? {};
  const response = await client.jobs.cancel(job, method);
  const record = service.context.jobs.get(job_id);
  // The client returns an empty object for a response that does not contain a job.
  const isUnreadable = !['job', 'wrapped'].includes(choices['jobs.cancelResponse']);
  return {
    received: { ending: 'canceled', response: isUnreadable ? response : {} },
    said: { ending: record?.ending, response: {} },
  };
};

/** Waits for a batch whose clips succeed, fail and are canceled. */
export const probeBatch: Probe = (session) => waitForBatch(session, 'succeeded,failed,succeeded,canceled');

/** Finds a clip's job in the job list. Uses only information that an application can have about this service. */
export const jobOf = (_: Clip, jobs: readonly Job[]) =>
  jobs.find(({ kind, created_at }) => kind === 'clip_render' && String(created_at) > '2026-11-01');

export async function waitForBatch(
  session: Session,
  endings: string,
  options: Pick<ClipWaitOptions, 'jobOf'> = {},
): Promise<Comparison> {
  const { client, service } = session;
  const batch = await client.clips.generate(clipsParams(endings));
  const result = await resultOf(client.clips.wait(batch, { ...waitOptions(session), ...options }));
  const record = service.context.batches[0];
  if (record === undefined) throw new Error('The service has made no batch.');
  return { received: batchSeen(service.context, result), said: batchTruth(service.context, record) };
}

/** Waits for clips without the option `jobOf`. */
export async function probeUntold(session: Session): Promise<WaitResult> {
  const batch = await session.client.clips.generate(clipsParams('succeeded,failed'));
  return resultOf(session.client.clips.wait(batch, waitOptions(session)));
}
