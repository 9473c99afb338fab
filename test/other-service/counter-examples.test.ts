import { expect, test } from 'vitest';
import type { Choices } from './open-points.ts';
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

// Found by the stories, as small as they became.

const plan: Omit<Plan, 'limit'> = { clips: ['succeeded'], sounds: ['applause'] };

const found: [title: string, story: Story, settled: Partial<Choices>, limit?: number][] = [
  [
    'a remark on a batch that has no clips yet is no failure',
    waitForClips,
    { 'batch.clips': 'empty', 'batch.message': 'remark' },
  ],
  [
    'a date of year 1 is none in the basic format, too',
    waitForSounds,
    { 'job.completedAt': 'at the end, else year 1', 'values.timestamps': 'basic' },
  ],
  [
    'a sound that ended at once is read in the list of its project where it has no status URL',
    waitForSounds,
    { 'sound.start': 'ended', 'jobs.statusUrl': 'null' },
  ],
  [
    'a list without jobs loses only its own clip where another one has ended',
    (session, scenario) => waitForClips(session, { ...scenario, clips: ['succeeded', 'succeeded'] }),
    { 'jobs.listing': 'after a while', 'lists.jobs': 'absent', 'clip.download': 'the first' },
  ],
  [
    'no item is skipped where the limit that a page reports is not the one that was asked for',
    walkPages,
    { 'pages.limit': 'the largest', 'pages.filter': 'after' },
    4,
  ],
  [
    'no item is skipped where pages are shorter than their limit',
    walkPages,
    { 'pages.size': 'at most two', 'pages.filter': 'after', 'pages.repeats': 'yes' },
    3,
  ],
  [
    'a sound that ended at once is read at its status URL',
    waitForSounds,
    { 'sound.start': 'ended', 'jobs.listFields': 'without result and files' },
  ],
  [
    'a list entry without fields is not read at an origin that is not trusted, and counts as it is',
    waitForClips,
    { 'jobs.statusUrl': 'untrusted origin', 'jobs.listFields': 'without result and files' },
  ],
  [
    'a job that failed is shown as it is listed where its status URL refuses',
    (session, scenario) => cancelSound(session, { ...scenario, sounds: ['failed'] }),
    {
      'jobs.listFields': 'without result and files',
      'jobs.pollFailed': '422',
      'sound.start': 'ended',
      'sound.urls': 'null',
    },
  ],
  [
    'a stored batch is followed though the service has shown no clip',
    waitForStored,
    { 'batch.clips': 'null', 'clip.project': 'null' },
  ],
];

test.each(found)('%s', async (_, story, settled, limit = 1) => {
  await expect(story(openSession(settled), { ...plan, limit })).resolves.toBeUndefined();
});

test('without options, a wait makes up no ending from a word that no list has', async () => {
  const session = openSession({ 'job.successStatus': 'wrapped up', 'job.completedAt': 'absent' });
  const { outcome, ...options } = { outcome: undefined, ...waitOptions(session) };
  const started = await session.client.audio.generateSound({ prompt: 'applause' });

  expect((await resultOf(session.client.jobs.wait(started, options))).name).toBe(unended);
  expect(outcome).toBeTypeOf('function');
});

test.each([
  ['applause', 'resolved'],
  ['failed', 'JobFailedError'],
])('isFinal says when a job with a word that no list has is final: %s', async (prompt, name) => {
  const words = { 'job.successStatus': 'wrapped up', 'job.failureStatus': 'kaput' } as const;
  const session = openSession({ ...words, 'job.completedAt': 'absent' });
  const { outcome: _, ...options } = { outcome: undefined, ...waitOptions(session) };
  const started = await session.client.audio.generateSound({ prompt });
  const isFinal = ({ status }: { readonly status: string }) => Object.values(words).some((word) => word === status);

  expect((await resultOf(session.client.jobs.wait(started, { ...options, isFinal }))).name).toBe(name);
});
