import { describe, expect, it } from 'vitest';
import { type ClipJob, clipStart, decidingJob } from '../../src/core/waits/clip-follower.ts';
import { type JobVerdict, jobVerdict, type ListView, type UrlView } from '../../src/core/waits/job-follower.ts';
import type { Clip, Job } from '../../src/index.ts';

// Unit tests of the rules by which waits follow jobs and clips. All other tests of waits use the public API.

describe('the verdict on a job from its list and its status URL', () => {
  const urls: readonly UrlView[] = ['none', 'read', 'failing', 'gone'];

  it.each<[ListView, readonly JobVerdict[]]>([
    ['lean', ['listed', 'read', 'retry', 'listed']],
    ['unsure', ['listed', 'read', 'skip', 'listed']],
    ['absent', ['miss', 'read', 'skip', 'miss']],
    ['unread', ['miss', 'read', 'skip', 'lost']],
  ])('is, for the list view %s and the four URL views in order, %j', (list, verdicts) => {
    expect(urls.map((url) => jobVerdict(list, url))).toEqual(verdicts);
  });
});

describe('the state of a clip before its jobs are polled', () => {
  const plain: Clip = { clip_id: 'c', project_id: 'p', status: 'queued', export_id: 'e' };

  it.each<[string, Partial<Clip>]>([
    ['followed', {}],
    ['followed', { status: 'ready' }],
    ['followed', { status: 'in_review' }],
    ['succeeded', { status: 'whatever', download_url: 'https://video.test/a' }],
    ['succeeded', { status: 'DONE', export_id: null }],
    ['failed', { status: 'failed' }],
    ['canceled', { status: 'cancelled', export_id: null }],
    ['rests', { status: 'awaiting_review', export_id: null }],
    ['rests', { status: 'needs review', export_id: '' }],
    ['unknown', { status: 'preview', export_id: null }],
    ['unknown', { status: 'reviewed', export_id: null }],
    ['unknown', { export_id: '' }],
    ['unknown', { project_id: '' }],
  ])('is %s for %j', (start, more) => {
    expect(clipStart({ ...plain, ...more })).toBe(start);
  });
});

describe('the job that decides a clip’s state', () => {
  const job = (job_id: string, outcome: ClipJob['outcome'], more: Partial<Job> = {}): ClipJob => ({
    job: { job_id, status: 'x', ...more },
    outcome,
  });
  const file = { download_url: 'https://video.test/a' };
  const [old, recent] = [{ created_at: '2026-01-01T00:00:00Z' }, { created_at: '2026-02-01T00:00:00Z' }];

  it.each<[string, ClipJob[]]>([
    ['a running job', [job('1', 'succeeded', file), job('decides', undefined), job('3', 'failed')]],
    ['the newest running job', [job('decides', undefined, recent), job('2', undefined, old)]],
    ['a job with a file', [job('decides', 'succeeded', { ...file, ...old }), job('2', 'succeeded', recent)]],
    [
      'the newest job with a file',
      [job('1', 'succeeded', { ...file, ...old }), job('decides', 'succeeded', { ...file, ...recent })],
    ],
    ['the newest successful job', [job('decides', 'succeeded', old), job('2', 'failed', { ...file, ...recent })]],
    ['the newest job', [job('decides', 'failed', recent), job('2', 'canceled', old)]],
    ['the last job in the list, if their age is unknown', [job('1', 'failed'), job('decides', 'canceled')]],
  ])('is %s', (_, jobs) => {
    expect(decidingJob(jobs)?.job.job_id).toBe('decides');
  });

  it('is undefined if there are no jobs', () => {
    expect(decidingJob([])).toBeUndefined();
  });
});
