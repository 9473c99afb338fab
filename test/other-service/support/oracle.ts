import { expect } from 'vitest';
import type { Choices } from '../../../mock/points/open-points.ts';
import type { Context } from '../context.ts';
import { type BatchRecord, clipPhase, hasEnded, type JobRecord, phaseOf } from '../state.ts';
import type { Session } from './session.ts';
import { batchSeen, batchTruth, clipTruth, jobTruth, seenClips } from './truth.ts';
import { notFollowed, unended, type WaitResult } from './waits.ts';

const endings = ['resolved', 'JobFailedError', 'JobCanceledError'];

/** Fails unless the result of a wait for a job is correct, and as complete as the service allows. */
export function expectTrueJob({ service, choices }: Session, record: JobRecord, result: WaitResult): void {
  const truth = jobTruth(service.context, record);
  if (endings.includes(result.name)) {
    expect(result.name).toBe(truth.name);
    if (isSoundWhole(choices) && !isFailureRefused(choices, record))
      expect(inEveryView(choices, result.state)).toEqual(inEveryView(choices, truth.state));
    return;
  }
  if (isStatusRefused(choices, result) || isPollRefused(choices, record, result)) return;
  const isFollowable = isSoundFollowable(choices);
  expect({ name: result.name, isFollowable }).toEqual({ name: result.name, isFollowable: record.ending === null });
}

/** Like {@link expectTrueJob}, but for a batch. */
export function expectTrueBatch({ service, choices }: Session, record: BatchRecord, result: WaitResult): void {
  const { context } = service;
  if (isListRefused(choices, result) || isNameless(choices, result)) return;
  if (choices['batch.outcome'] !== 'no') {
    expect(result.name).toBe(choices['batch.outcome'] === 'cancelled' ? 'JobCanceledError' : 'JobFailedError');
    return;
  }
  if (!endings.includes(result.name)) {
    expect([notFollowed, unended]).toContain(result.name);
    expect(isFollowable(choices, record)).toBe(false);
    const isNamed = choices['batch.id'] === 'present';
    if (result.name === notFollowed && isNamed) expect(Object(result.state).batch_id).toBe(record.id);
    return;
  }
  if (isFollowable(choices, record))
    expect(withKnownFiles(choices, batchSeen(context, result))).toEqual(
      withKnownFiles(choices, batchTruth(context, record)),
    );
  else expectNothingMadeUp(context, record, result);
}

/** Sets the job's `cancel_url` to null, unless every response with the job contains this URL. */
function inEveryView(choices: Choices, job: unknown): unknown {
  const isEverywhere = choices['jobs.cancelUrlIn'] === 'start, polls and lists';
  return isEverywhere ? job : { ...Object(job), cancel_url: null };
}

/** Returns whether the client correctly rejects a poll response without a status. */
function isStatusRefused(choices: Choices, { name }: WaitResult): boolean {
  return ['null', 'absent'].includes(choices['job.workingStatus']) && name === 'ResponseValidationError';
}

/** Returns whether the service responds with an error to polls of this job, because the job failed. */
function isFailureRefused(choices: Choices, record: JobRecord): boolean {
  return choices['jobs.pollFailed'] !== 'success status' && phaseOf(record) === 'failed';
}

/** Returns whether a wait can reject or continue, because polls of the failed job get an error. */
function isPollRefused(choices: Choices, record: JobRecord, { name }: WaitResult): boolean {
  return isFailureRefused(choices, record) && ['UnprocessableError', 'ServerError', unended].includes(name);
}

/** Returns whether the client correctly rejects a batch that has neither an identifier nor clips. */
function isNameless(choices: Choices, { name }: WaitResult): boolean {
  const hasClips = !['null', 'absent'].includes(choices['batch.clips']);
  return choices['batch.id'] !== 'present' && !hasClips && name === 'RequestValidationError';
}

const refusals = ['NotFoundError', 'ApiError', 'PermissionDeniedError', 'BadRequestError'];

/** Returns whether the client correctly rejects a job list without `jobs`, or a 404 in response to the first list. */
export function isListRefused(choices: Choices, { name }: WaitResult): boolean {
  if (choices['jobs.listing'] === '404 at first' && [notFollowed, ...refusals].includes(name)) return true;
  const mayBeEmpty = ['after a while', 'unfinished', 'without exports'].includes(choices['jobs.listing']);
  return choices['lists.jobs'] === 'absent' && mayBeEmpty && ['ResponseValidationError', notFollowed].includes(name);
}

/** Returns whether a client can determine how every clip ended. */
function isFollowable(choices: Choices, { clips }: BatchRecord): boolean {
  const isMoreAwaited = ['estimate too high, total null', 'total too high'].includes(choices['batch.counts']);
  if (isMoreAwaited || isMisleading(choices)) return false;
  const isEndless = clips.some(({ job }) => job.ending === null);
  const isMatched = choices['clip.export'] === 'at once' && isMatchedToExport(choices);
  const isPlaced = choices['clip.project'] === 'its own' || choices['clip.project'] === 'one for all';
  const isInList = choices['jobs.listing'] === 'all' || choices['jobs.listing'] === 'after a while';
  return choices['batch.clips'] === 'at once' && clips.length > 0 && isMatched && isPlaced && isInList && !isEndless;
}

/** Fails if the result contradicts the service's clips. Call this for a batch that the client cannot follow. */
function expectNothingMadeUp(context: Context, { clips }: BatchRecord, result: WaitResult): void {
  if (isMisleading(context.choices)) return;
  const { name } = result;
  const shown = new Map(seenClips(context, result).map((clip) => [clip.id, clip]));
  const listed = clips.filter(({ id }) => shown.has(id));
  for (const clip of listed) {
    const { ending, file } = clipTruth(context, clip);
    const seen = shown.get(clip.id);
    expect(['none', ending]).toContain(seen?.ending);
    expect([null, file]).toContain(seen?.file);
  }
  const isBatchEnded = clips.every(({ job }) => hasEnded(job));
  if (listed.length === 0) expect(isBatchEnded).toBe(true);
  else expectEndings(name, listed.map(clipPhase));
}

/** Returns whether a client can see which export a job belongs to. */
export function isMatchedToExport(choices: Choices): boolean {
  const hasItsId = choices['job.exportId'] === 'null, same as job_id' && choices['jobs.attempts'] === 'none';
  return hasItsId || choices['job.exportId'] === 'present';
}

function expectEndings(name: string, phases: readonly string[]): void {
  expect(phases).not.toContain('queued');
  expect(phases).not.toContain('working');
  const expected = phases.includes('succeeded') ? 'resolved' : undefined;
  expect(name).toBe(expected ?? (phases.includes('canceled') ? 'JobCanceledError' : 'JobFailedError'));
}

/**
 * Returns whether everything that a client can see of a clip is misleading: the clip is ready without an export to wait
 * for, or the only listed job of its export is a failed or abandoned attempt, a first stage, or other work.
 */
export function isMisleading(choices: Choices): boolean {
  const isReady = choices['clip.openStatus'] === 'ready' && choices['clip.export'] !== 'at once';
  return isReady || isAttemptMisleading(choices);
}

function isAttemptMisleading(choices: Choices): boolean {
  return {
    none: false,
    'an earlier failure': false,
    'a later failure': choices['jobs.listing'] === 'newest',
    'a failure, and a retry that is listed later': true,
    'a thumbnail': choices['jobs.listing'] === 'without exports',
    'a first stage, and a second that is listed later': true,
    'a first stage, and a second that is named after captions': choices['jobs.listing'] === 'without exports',
    'an abandoned attempt that never ends': true,
  }[choices['jobs.attempts']];
}

function withKnownFiles(choices: Choices, result: WaitResult): unknown {
  if (isWhole(choices)) return result;
  const { clips, ...counts } = Object(result.state);
  return {
    ...result,
    state: { ...counts, clips: Array.from(clips, (clip) => ({ ...Object(clip), file: undefined })) },
  };
}

/** Returns whether a client can read every field of a job. */
function isWhole(choices: Choices): boolean {
  if (choices['jobs.listFields'] === 'null for result and files') return false;
  const isPollWhole = canPoll(choices) && choices['jobs.pollFields'] === 'all';
  return isPollWhole || (choices['jobs.listFields'] === 'all' && isListed(choices));
}

/** Like {@link isWhole}, but for a sound. The status URL of a sound may only be in the job list. */
function isSoundWhole(choices: Choices): boolean {
  return choices['sound.urls'] === 'present' ? isWhole(choices) : isListed(choices) && isWhole(choices);
}

function isSoundFollowable(choices: Choices): boolean {
  const isKnown = choices['sound.urls'] === 'present' || isListed(choices);
  return isKnown && (canPoll(choices) || (!hasStatusUrl(choices) && isListed(choices)));
}

function canPoll(choices: Choices): boolean {
  if (choices['jobs.gone'] !== 'never') return false;
  const isUnreadable = ['redirect to an untrusted origin', 'job in data', 'without job_id', '204'].includes(
    choices['jobs.poll'],
  );
  return hasStatusUrl(choices) && choices['jobs.statusUrl'] !== 'untrusted origin' && !isUnreadable;
}

function hasStatusUrl(choices: Choices): boolean {
  return !['null', 'absent', ''].includes(choices['jobs.statusUrl']);
}

function isListed(choices: Choices): boolean {
  const isProjectKnown = choices['job.projectId'] === 'present' && choices['values.ids'].includes('UUID');
  return choices['jobs.listing'] === 'all' && isProjectKnown;
}
