import { statusOutcome } from '../../src/core/waits/job-state.ts';
import { at, listAt, textAt } from '../points/values.ts';
import type { Asker, Exchange } from './asker.ts';
import type { Purpose } from './purposes.ts';

/** A video that a service may be able to fetch, and one that no service can fetch. */
const sampleVideo = 'https://video.example.com/clipwright-check';
export const missingVideo = 'https://video.invalid/clipwright-check';

const maxPolls = 10;

/** Starts one sound that ends, and one that is canceled. */
export async function followSounds(asker: Asker, projectId: string): Promise<void> {
  const prompt = 'Applause in a small room';
  const body = { prompt, project_id: projectId };
  const sound = await asker.ask('sound', 'audio.generateSound', { body });
  if (textAt(sound.body, 'project_id') !== projectId)
    await asker.ask('sound', 'audio.generateSound', { body: { prompt, target_project: projectId } });
  const project = textAt(sound.body, 'project_id') ?? projectId;
  await pollToEnd(asker, 'soundPolls', sound.body);
  const canceled = await asker.ask('canceledSound', 'audio.generateSound', { body });
  await list(asker, 'soundJobs', project);
  await cancel(asker, canceled.body, project);
  await list(asker, 'soundJobs', project);
}

export async function list(asker: Asker, purpose: Purpose, projectId: string): Promise<Exchange> {
  return asker.ask(purpose, 'jobs.list', { path: { projectId } });
}

/** Polls a job until it has ended, at most {@link maxPolls} times. */
async function pollToEnd(asker: Asker, purpose: Purpose, job: unknown): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const polled = await asker.open('jobs.retrieve', at(job, 'status_url'));
    if (polled === undefined) return;
    asker.seen[purpose].push(polled);
    if (hasEnded(jobIn(polled.body))) return;
    await asker.pause(1000 * 1.5 ** poll);
  }
}

async function cancel(asker: Asker, started: unknown, project: string): Promise<void> {
  const { soundJobs } = asker.seen;
  const listed = listedJobs(soundJobs).find((job) => at(job, 'job_id') === at(started, 'job_id'));
  const job = { ...Object(started), ...Object(listed) };
  let url = at(job, 'cancel_url');
  if (typeof url !== 'string') {
    const polled = await asker.open('jobs.retrieve', at(job, 'status_url'));
    url = at(jobIn(polled?.body), 'cancel_url');
  }
  for (const method of ['POST', 'DELETE', 'PUT'] as const) {
    const canceled = await asker.open('jobs.cancel', url, method);
    if (canceled === undefined) return;
    asker.seen.cancel.push(canceled);
    if (canceled.status >= 400) continue;
    await pollToEnd(asker, 'cancelPolls', job);
    if (asker.seen.cancelPolls.length === 0) await list(asker, 'soundJobs', project);
    const late = await asker.open('jobs.cancel', cancelUrlOfEnded(asker), method);
    if (late !== undefined) asker.seen.cancelAgain.push(late);
    return;
  }
}

/** Returns the `cancel_url` of the sound that has ended. */
function cancelUrlOfEnded({ seen: { sound, soundPolls, soundJobs } }: Asker): unknown {
  const polled = polledJobs(soundPolls);
  if (!hasEnded(polled.at(-1))) return undefined;
  const id = at(sound[0]?.body, 'job_id');
  const listed = listedJobs(soundJobs).filter((job) => at(job, 'job_id') === id);
  return [sound[0]?.body, ...polled, ...listed].map((job) => at(job, 'cancel_url')).find(Boolean);
}

/** Makes clips, and returns the project of the first clip. */
export async function makeClips(asker: Asker): Promise<string | undefined> {
  const full = {
    project_name: `clipwright check ${asker.run}`,
    selection: { selection_mode: 'auto_best' },
    target: { aspect_ratio: '9:16', min_duration_seconds: 10, max_duration_seconds: 60 },
    layout: { layout_mode: 'auto' },
    captions: { enabled: true },
    qa: { qa_mode: 'permissive' },
  };
  const source = { source_type: 'video_site', video_site_url: sampleVideo };
  const options = { export: { auto_export: true } };
  let made = await asker.ask('clips', 'clips.generate', { body: { source, ...options } });
  if (made.status >= 400) made = await asker.ask('clips', 'clips.generate', { body: { ...full, source, ...options } });
  const ids = listAt(made.body, 'batch.clips').map((clip) => textAt(clip, 'project_id'));
  const failing = { source: { ...source, video_site_url: missingVideo }, ...options };
  const failed = await asker.ask('failedClips', 'clips.generate', { body: { ...full, ...failing } });
  const [project] = ids;
  if (project !== undefined) await listToEnd(asker, 'clipJobs', project);
  const failedProject = textAt(listAt(failed.body, 'batch.clips')[0], 'project_id');
  if (failedProject === undefined) return project;
  const [job] = await listToEnd(asker, 'failedJobs', failedProject);
  const polled = await asker.open('jobs.retrieve', at(job, 'status_url'));
  if (polled !== undefined) asker.seen.failedPolls.push(polled);
  return project;
}

/** Lists the jobs of a project until all have ended, at most {@link maxPolls} times. Returns the last list. */
async function listToEnd(asker: Asker, purpose: Purpose, project: string): Promise<readonly unknown[]> {
  let jobs: readonly unknown[] = [];
  for (let listing = 0; listing < maxPolls; listing += 1) {
    jobs = listAt((await list(asker, purpose, project)).body, 'jobs');
    if (jobs.length > 0 && jobs.every(hasEnded)) return jobs;
    await asker.pause(1000 * 1.5 ** listing);
  }
  return jobs;
}

/** Returns the job in the response to a poll or a cancellation. */
export function jobIn(body: unknown): unknown {
  return at(body, 'job') ?? at(body, 'data') ?? body;
}

/** Returns the jobs in the responses to polls that succeeded. */
export function polledJobs(polls: readonly Exchange[]): unknown[] {
  return polls.filter(({ status }) => status < 300).map(({ body }) => jobIn(body));
}

export function listedJobs(lists: readonly Exchange[]): unknown[] {
  return lists.flatMap(({ body }) => listAt(body, 'jobs'));
}

/** Returns how a job has ended, by its status; undefined if the client does not know the status as a final one. */
export function outcomeOf(job: unknown): string | undefined {
  return statusOutcome(textAt(job, 'status') ?? '');
}

/** Whether a job has ended, by its status, or by a `completed_at` that does not stand for a missing date. */
export function hasEnded(job: unknown): boolean {
  const completed = at(job, 'completed_at');
  const isDated = typeof completed === 'string' && completed !== '' && !/^(000[01]|1970|9999)/.test(completed);
  return isDated || outcomeOf(job) !== undefined;
}
