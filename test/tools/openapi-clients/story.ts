import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Calls, Outcome } from './calls';

/** What the calls need besides a client. */
export interface Setting {
  readonly hookUrl: string;
  /** Makes the mock respond to the next creation of a project with this status. */
  readonly fail: (status: number) => Promise<unknown>;
}

/** Makes clips from a long video, edits them, and then gets every error status that the document describes. */
export async function tell(calls: Calls, { hookUrl, fail }: Setting): Promise<void> {
  await succeed(calls.registerWebhook({ url: hookUrl, events: ['export.ready'] }));
  const project = await succeed(calls.createProject({ name: 'Talk' }));
  const clip = await generate(calls);
  await editWords(calls, clip);
  await editTimeline(calls, clip);
  const sound = await succeed(calls.generateSound({ prompt: 'rain', project_id: project.id }));
  assert.equal((await finalJobs(calls, project.id))[0]?.job_id, sound.job_id);
  const logo = { profile_id: '0b0f2d8c-6a1e-4a59-8a8e-1f0f4b0c9d11', logo_url: 'https://logo.example/logo.png' };
  await succeed(calls.importLogo({ ...logo, replace_existing: true }));
  await expectRejections(calls, project.id);
  // Omits 501, because Prism replaces a response with this status by its own.
  for (const status of [400, 401, 403, 404, 408, 409, 413, 415, 418, 422, 429, 500, 502, 503, 504, 599]) {
    await fail(status);
    await expectStatus(status, calls.createProject({ name: 'Talk' }));
  }
}

/** Waits until every clip is exported, and returns the project of the first clip. */
async function generate(calls: Calls): Promise<string> {
  const { batch } = await succeed(
    calls.generateClips({
      source: { video_site_url: 'https://video.example/watch?v=1' },
      target: { aspect_ratio: '9:16', min_duration_seconds: 20, max_duration_seconds: 60 },
      export: { auto_export: true },
    }),
  );
  for (const { project_id } of batch.clips)
    for (const job of await finalJobs(calls, project_id)) assert.ok(job.download_url);
  const [first] = batch.clips;
  assert.ok(first);
  return first.project_id;
}

async function finalJobs(calls: Calls, projectId: string) {
  for (;;) {
    const { jobs } = await succeed(calls.listJobs(projectId));
    assert.ok(jobs.length > 0);
    if (jobs.every(({ completed_at }) => completed_at)) return jobs;
    await delay(20);
  }
}

async function editWords(calls: Calls, project: string): Promise<void> {
  const { captions } = await succeed(calls.listCaptions(project, { limit: 2, offset: 0 }));
  const { words } = await succeed(calls.listWords(project, { limit: 500, offset: 0 }));
  await succeed(calls.listWords(project, { limit: 5, offset: 1, match_text: 'o' }));
  const [first, second] = captions[0]?.words ?? [];
  const last = words.at(-1);
  assert.ok(first && second && last?.endSeconds);
  await succeed(calls.mergeWords(project, { word_ids: [first.id, second.id] }));
  await succeed(calls.splitWord(project, { word_id: first.id, words: ['Fellow', 'citizens'] }));
  const start_seconds = last.startSeconds ?? 0;
  const end_seconds = (start_seconds + last.endSeconds) / 2;
  await succeed(calls.retimeWords(project, { updates: [{ word_id: last.id, start_seconds, end_seconds }] }));
  const backwards = { word_id: last.id, start_seconds: end_seconds, end_seconds: start_seconds };
  await expectStatus(400, calls.retimeWords(project, { updates: [backwards] }));
  const replacements = [
    { from_words: ['citizens'], to_words: ['people'], match_case: true },
    { from_words: ['absent'], to_words: ['present'] },
  ];
  const corrected = await succeed(calls.correct(project, { phrase_replacements: replacements }));
  assert.ok(corrected.replacements_applied);
  assert.equal(corrected.unmatched_phrase_replacements?.length, 1);
  const { segments } = await succeed(calls.segments(project, { chunk_strategy: 'paragraph' }));
  assert.match(segments[0]?.text ?? '', /people/);
}

async function editTimeline(calls: Calls, project: string): Promise<void> {
  const { timeline_item_id } = await succeed(
    calls.importAudio({ provider: 'library', external_id: 'track-1', project_id: project }),
  );
  assert.ok(timeline_item_id);
  const move = { timeline_item_id, new_start_seconds: 2 };
  const unknown = { timeline_item_id: 'unknown', new_start_seconds: 0 };
  const moved = await succeed(calls.batchMove(project, { items: [move, unknown] }));
  assert.equal(moved.failed_items?.length, 1);
  await succeed(calls.batchTrim(project, { items: [{ timeline_item_id, trim_start_seconds: 1 }] }));
  const { items } = await succeed(calls.timelineAt(project, 3));
  const video = items.find(({ type }) => type === 'video');
  assert.ok(video);
  await succeed(calls.updateMedia(project, video.id, { opacity: 0.5, blurredBackground: true, sparkle: true }));
  await succeed(calls.updateColorGrade(project, video.id, { contrast: 1.2 }));
  await succeed(calls.updateZoom(project, video.id, {}));
}

/** Makes calls that the mock rejects without a fault. */
async function expectRejections(calls: Calls, project: string): Promise<void> {
  await expectStatus(404, calls.listJobs('unknown'));
  await expectStatus(404, calls.splitWord(project, { word_id: 'unknown', words: ['a', 'b'] }));
  await succeed(calls.createProject({ name: 'Talk' }, 'the-same-key'));
  await expectStatus(409, calls.createProject({ name: 'Other' }, 'the-same-key'));
}

async function succeed<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await outcome;
  assert.ok(data, `${response?.url} responded with ${response?.status}: ${JSON.stringify(error)}`);
  return data;
}

async function expectStatus(status: number, outcome: Promise<Outcome<unknown>>): Promise<void> {
  const { data, error, response } = await outcome;
  assert.equal(response?.status, status, JSON.stringify(data ?? error));
  assert.equal(typeof error?.error.code, 'string');
}
