import { describe, expect, test } from 'vitest';
import type { Choices } from '../../mock/points/open-points.ts';
import { probeBatch, probeCancel, waitForBatch } from './probes/jobs-support.ts';
import type { Probe } from './probes/probe.ts';
import { createOtherService } from './service.ts';
import { clipsParams } from './support/calls.ts';
import { connect, openSession } from './support/session.ts';
import { notFollowed, resultOf, waitOptions } from './support/waits.ts';

// Each of these tests needs a service that differs from `plainChoices` in two or more choices.

const combinations: [title: string, settled: Partial<Choices>, probe: Probe][] = [
  [
    'uses the cancel method of a next action whose path has no leading slash',
    { 'nextAction.path': 'without slash', 'jobs.cancelMethod': 'DELETE, stated by a next action' },
    probeCancel,
  ],
  [
    'does not lower a rendered_count that is ahead of the clips, even if clips have files from the start',
    { 'clip.download': 'from the start', 'batch.renderedCount': 'ahead' },
    probeBatch,
  ],
  [
    'does not mistake other finished work for a clip, even if no other job is listed',
    { 'jobs.unrelated': 'a finished thumbnail', 'clip.export': 'never', 'jobs.listing': 'without exports' },
    async (session) => {
      const batch = await session.client.clips.generate(clipsParams('succeeded'));
      const { name } = await resultOf(session.client.clips.wait(batch, waitOptions(session)));
      return { received: name, said: notFollowed };
    },
  ],
  [
    'finds the export stage with the clip’s file, even if the job list omits all files',
    {
      'jobs.attempts': 'a first stage, and a second that is named after captions',
      'jobs.listFields': 'without result and files',
    },
    (session) => waitForBatch(session, 'succeeded,succeeded'),
  ],
  [
    'does not mix up the jobs of clips that share a project and have no exports',
    { 'clip.project': 'one for all', 'clip.export': 'never' },
    async (session) => {
      const batch = await session.client.clips.generate(clipsParams('succeeded,failed,succeeded'));
      const { name, state } = await resultOf(session.client.clips.wait(batch, waitOptions(session)));
      const files = Array.from(Object(state).clips, (clip) => Object(clip).download_url);
      return { received: [name, files], said: [notFollowed, [null, null, null]] };
    },
  ],
  [
    'finds the export job with the clip’s file, even if jobs have no names',
    { 'jobs.attempts': 'a thumbnail', 'job.naming': 'neither' },
    (session) => waitForBatch(session, 'succeeded,succeeded'),
  ],
  [
    'accepts a total_clip_count that only counts the clips listed so far',
    { 'batch.counts': 'total so far', 'batch.clips': 'one of them' },
    async (session) => {
      const { received } = await waitForBatch(session, 'succeeded,failed');
      const { name, state } = Object(received);
      return { received: [name, state.clips.length], said: ['resolved', 1] };
    },
  ],
];

test.each([
  ['succeeded', 'resolved'],
  ['failed', 'JobFailedError'],
])('a listed job without a status counts as ended if it has completed_at: %s', async (ending, name) => {
  const service = createOtherService();
  const fetchWithoutStatus = async (url: string, init: RequestInit) => {
    const response = await service.fetch(url, init);
    const isList = url.endsWith('/jobs');
    return isList ? new Response((await response.text()).replace(/"status":"[^"]*",/g, ''), response) : response;
  };
  const session = connect(service, { baseUrl: service.context.baseUrl, fetch: fetchWithoutStatus });
  const batch = await session.client.clips.generate(clipsParams(ending));

  expect((await resultOf(session.client.clips.wait(batch, waitOptions(session)))).name).toBe(name);
});

describe.each([
  ['below 2^53', ''],
  ['above 2^53', '9007199254'],
])('identifiers that are numbers in JSON, %s,', (_, digits) => {
  const openNumbered = () => {
    const service = createOtherService({ 'values.ids': 'number' });
    const fetchNumbers = async (url: string, init: RequestInit) => {
      const response = await service.fetch(url, init);
      return new Response((await response.text()).replace(/"(1\d{6})"/g, `${digits}$1`), response);
    };
    return connect(service, { baseUrl: service.context.baseUrl, fetch: fetchNumbers });
  };

  test('are returned and reported as mismatches, but not accepted in a call', async () => {
    const { client, service, mismatches } = openNumbered();
    const { id } = await client.projects.create({ name: 'Talk' });
    const [project] = service.context.projects.keys();
    const refused = await resultOf(client.jobs.list(id));

    expect(id).toBe(Number(digits + project));
    expect(mismatches[0]?.issues).toMatchObject([{ path: 'id', message: 'must be a string, not a number' }]);
    expect(refused.name).toBe('RequestValidationError');
    expect(service.exchanges).toHaveLength(1);
    // JSON.parse rounds numbers above 2^53, so only an identifier below 2^53 is unchanged.
    expect(String(id) === digits + project).toBe(digits === '');
  });

  test('make a wait for clips reject without sending a request', async () => {
    const session = openNumbered();
    const batch = await session.client.clips.generate(clipsParams('succeeded'));
    const { name } = await resultOf(session.client.clips.wait(batch, waitOptions(session)));

    expect([name, session.service.exchanges.length]).toEqual(['RequestValidationError', 1]);
  });
});

test.each(combinations)('the client %s', async (_, settled, probe) => {
  const { received, said } = await probe(openSession(settled));
  expect(received).toEqual(said);
});
