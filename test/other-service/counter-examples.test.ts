import { expect, test } from 'vitest';
import type { Choices } from '../../mock/points/open-points.ts';
import { openSession } from './support/session.ts';
import {
  cancelSound,
  type Plan,
  type Story,
  waitForClips,
  waitForSounds,
  waitForStored,
  walkPages,
} from './support/stories.ts';
import { resultOf, unended, waitOptions } from './support/waits.ts';

// Inputs for which `stories.property.test.ts` once failed, reduced to the choices that matter.

const plan: Omit<Plan, 'limit'> = { clips: ['succeeded'], sounds: ['applause'] };

const found: [title: string, story: Story, settled: Partial<Choices>, limit?: number][] = [
  [
    'does not treat the message of a batch without clips as a failure',
    waitForClips,
    { 'batch.clips': 'empty', 'batch.message': 'remark' },
  ],
  [
    'ignores a completed_at in year 1, even in the basic format of ISO 8601',
    waitForSounds,
    { 'job.completedAt': 'at the end, else year 1', 'values.timestamps': 'basic' },
  ],
  [
    'finds a sound that ended immediately in the project’s job list if the sound has no status URL',
    waitForSounds,
    { 'sound.start': 'ended', 'jobs.statusUrl': 'null' },
  ],
  [
    'gives up a clip whose job list has no jobs, but not another clip that has ended',
    (session, scenario) => waitForClips(session, { ...scenario, clips: ['succeeded', 'succeeded'] }),
    { 'jobs.listing': 'after a while', 'lists.jobs': 'absent', 'clip.download': 'the first' },
  ],
  [
    'does not skip items if a page reports another limit than requested',
    walkPages,
    { 'pages.limit': 'the largest', 'pages.filter': 'after' },
    4,
  ],
  [
    'does not skip items if pages are shorter than their limit',
    walkPages,
    { 'pages.size': 'at most two', 'pages.filter': 'after', 'pages.repeats': 'yes' },
    3,
  ],
  [
    'polls the status URL of a sound that ended immediately if job lists are incomplete',
    waitForSounds,
    { 'sound.start': 'ended', 'jobs.listFields': 'without result and files' },
  ],
  [
    'does not poll a listed job whose status URL has an untrusted origin',
    waitForClips,
    { 'jobs.statusUrl': 'untrusted origin', 'jobs.listFields': 'without result and files' },
  ],
  [
    'returns a failed job as listed if its status URL responds with an error',
    (session, scenario) => cancelSound(session, { ...scenario, sounds: ['failed'] }),
    {
      'jobs.listFields': 'without result and files',
      'jobs.pollFailed': '422',
      'sound.start': 'ended',
      'sound.urls': 'null',
    },
  ],
  [
    'reports that a job has failed with a status that only `outcome` knows, even if its status URL responds with 500',
    (session, scenario) => waitForStored(session, { ...scenario, sounds: ['failed'] }),
    { 'job.failureStatus': 'kaput', 'jobs.pollFailed': '500', 'job.error': 'absent' },
  ],
  [
    'follows a stored batch even if the service did not return its clips',
    waitForStored,
    { 'batch.clips': 'null', 'clip.project': 'null' },
  ],
];

test.each(found)('the client %s', async (_, story, settled, limit = 1) => {
  await expect(story(openSession(settled), { ...plan, limit })).resolves.toBeUndefined();
});

test('a wait without outcome or isFinal does not treat an unknown status as final', async () => {
  const session = openSession({ 'job.successStatus': 'wrapped up', 'job.completedAt': 'absent' });
  const { outcome, ...options } = { outcome: undefined, ...waitOptions(session) };
  const started = await session.client.audio.generateSound({ prompt: 'applause' });

  expect((await resultOf(session.client.jobs.wait(started, options))).name).toBe(unended);
  expect(outcome).toBeTypeOf('function');
});

test.each([
  ['applause', 'resolved'],
  ['failed', 'JobFailedError'],
])('isFinal decides whether a job with an unknown status is final: %s', async (prompt, name) => {
  const words = { 'job.successStatus': 'wrapped up', 'job.failureStatus': 'kaput' } as const;
  const session = openSession({ ...words, 'job.completedAt': 'absent' });
  const { outcome: _, ...options } = { outcome: undefined, ...waitOptions(session) };
  const started = await session.client.audio.generateSound({ prompt });
  const isFinal = ({ status }: { readonly status: string }) => Object.values(words).some((word) => word === status);

  expect((await resultOf(session.client.jobs.wait(started, { ...options, isFinal }))).name).toBe(name);
});
