import fc from 'fast-check';
import { expect } from 'vitest';
import { action, idempotencyKey, oneIn, place, seconds } from './action.ts';
import { type ExpectedCue, expectShared, learnProject, shownItems } from './learn.ts';
import { endsSentence } from './reads.ts';
import { defaultMedia, freeLayer, type Job, lengthOf, type Project, wordsOf } from './state.ts';
import type { Turn } from './turn.ts';

const create = action(
  'create',
  fc.record({ name: fc.constantFrom('Moon', '日本', 'Moon', ''), key: idempotencyKey }),
  async (turn, { name, key }) => {
    const sent = { body: { name }, idempotencyKey: key };
    const response = await turn.change('projects.create', sent, { refusals: name === '' ? [400] : [] });
    if (!response) return;
    const { id, created_at } = response as { id: string; created_at: string };
    expect(response).toMatchObject({ name, description: null, aspect_ratio: '9:16', updated_at: created_at });
    expect(Date.parse(created_at)).toBe(turn.world.now);
    expect(await learnProject(turn, id)).toMatchObject({ items: [], captions: [] });
    turn.expectEvent('project.created', id);
  },
);

const cue: fc.Arbitrary<Cue> = fc.record({
  gap: fc.constantFrom(0, 0, 0.5, 1, 2.5),
  length: seconds(1, 3),
  startsWithPrevious: fc.nat({ max: 7 }).map((n) => n === 7),
  words: fc.array(fc.constantFrom('We', 'choose', '<b>Moon</b>', 'decade.', '“Why?”', 'go'), {
    minLength: 1,
    maxLength: 4,
  }),
});

export const seed = action('seed', fc.array(cue, { minLength: 1, maxLength: 4 }), async (turn, cues) => {
  await seedProject(turn, cues);
});

/** A cue of a caption file. Its start is relative to the previous cue. */
export interface Cue {
  /** The pause after the previous cue, in seconds. */
  readonly gap: number;
  readonly length: number;
  /** Whether the cue starts together with the previous one, as if two people spoke at the same time. */
  readonly startsWithPrevious: boolean;
  readonly words: readonly string[];
}

export async function seedProject(turn: Turn, cues: readonly Cue[]): Promise<void> {
  const timed = timesOf(cues);
  const captions = `WEBVTT\n\n${timed.map(({ from, to, words }) => `${stamp(from)} --> ${stamp(to)}\n${words.join(' ')}\n`).join('\n')}`;
  const { id } = await turn.mock.seed.project({ name: 'Seeded', captions, apiKey: turn.workspace.apiKey });
  const project = await learnProject(turn, id);
  turn.expectEvent('project.created', id);
  const length = turn.toUnits(Math.max(...timed.map(({ to }) => to)));
  expectVideoAndAudio(project, length, 'Seeded');
  expectCues(project, expectedCues(turn, timed));
}

interface TimedCue {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

function timesOf(cues: readonly Cue[]): TimedCue[] {
  let end = 0;
  let last = 0;
  return cues.map(({ gap, length, startsWithPrevious, words }, index) => {
    const from = index > 0 && startsWithPrevious ? last : end + gap;
    last = from;
    end = Math.max(end, from + length);
    return { from, to: from + length, words };
  });
}

function stamp(seconds: number): string {
  const rest = (seconds % 60).toFixed(3).padStart(6, '0');
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${rest}`;
}

/** Sorts cues by start. Cues with the same start keep their order, which determines their layers. */
function expectedCues(turn: Turn, cues: readonly TimedCue[]): ExpectedCue[] {
  let [paragraph, lastEnd] = [0, Number.POSITIVE_INFINITY];
  return [...cues]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, words }) => {
      if (from - lastEnd >= 2) paragraph += 1;
      lastEnd = lastEnd === Number.POSITIVE_INFINITY ? to : Math.max(lastEnd, to);
      return {
        start: turn.toUnits(from),
        end: turn.toUnits(to),
        paragraph,
        words: words.map((word) => ({ word: word.replace(/<.?b>/g, ''), emphasis: word.startsWith('<b>') })),
      };
    });
}

function expectCues(project: Project, cues: readonly ExpectedCue[]): void {
  expect(project.captions).toHaveLength(cues.length);
  const layers = project.items.filter(({ type }) => type === 'caption').map(({ layer }) => layer);
  expect(Math.min(...layers, 2)).toBe(2);
  project.captions.forEach(({ words }, index) => {
    const expected = cues[index] as ExpectedCue;
    expect(words).toMatchObject(expected.words.map((word) => ({ ...word, paragraph: expected.paragraph })));
    expectShared(words, expected.start, expected.end);
  });
}

function expectVideoAndAudio({ items }: Project, length: number, label: string): void {
  const media = items.filter(({ type }) => type !== 'caption');
  expect(media).toMatchObject([
    { type: 'video', layer: 0, start: 0, end: length, label },
    { type: 'audio', layer: 1, start: 0, end: length, label },
  ]);
}

/** The words of the source videos of clips: sentences of 1 to 6 s, one word per second. */
const clipSource = [
  'One two.',
  'Three four five six!',
  'Seven eight nine ten eleven twelve?',
  'Thirteen fourteen.',
  'Fifteen',
];
export const clipTranscript: string = `WEBVTT\n\n${spokenWords()
  .map((word, index) => `${stamp(index)} --> ${stamp(index + 1)}\n${word}\n`)
  .join('\n')}`;

function spokenWords(): string[] {
  return clipSource.join(' ').split(' ');
}

const generateClipsParams = fc.record({
  url: fc.constantFrom('https://v.example/talk', 'https://v.example/talk', 'https://v.example/mute', 'no address'),
  min: oneIn(fc.constantFrom(2, 2, 3, 3, 5, 5, -1), 2),
  max: oneIn(fc.constantFrom(4, 4, 6, 6, 20, 20, 0), 2),
  captions: fc.boolean(),
  auto_export: fc.boolean(),
  key: idempotencyKey,
});

interface ShownClip {
  readonly clip_id: string;
  readonly project_id: string;
  readonly export_id: string | null;
}

const generate = action('generate', generateClipsParams, async (turn, params) => {
  const { url, min, max, captions, auto_export } = params;
  const body = {
    source: { video_site_url: url },
    target: {
      ...(min !== undefined && { min_duration_seconds: min }),
      ...(max !== undefined && { max_duration_seconds: max }),
    },
    captions: { enabled: captions },
    export: { auto_export },
  };
  const refusals = [
    ...(url.startsWith('https') ? [] : [400]),
    ...(Number(min) < 0 || Number(max) <= 0 || Number(min) > Number(max) ? [400] : []),
  ];
  const sent = { body, idempotencyKey: params.key };
  const response = await turn.change('clips.generate', sent, { refusals, remembered: true });
  if (!response) return;
  const { batch } = response as { batch: { batch_id: string; status: string; asset_id: string; clips: ShownClip[] } };
  for (const id of [batch.batch_id, batch.asset_id, ...batch.clips.map(({ clip_id }) => clip_id)]) turn.expectNewId(id);
  turn.expectEvent('media.uploaded', batch.asset_id);
  turn.expectEvent(url.endsWith('mute') ? 'transcription.failed' : 'transcription.complete', batch.asset_id);
  expect(batch).toMatchObject({
    status: batch.clips.length > 0 ? 'queued' : 'failed',
    total_clip_count: batch.clips.length,
    last_error_message: batch.clips.length > 0 ? null : expect.any(String),
    zip_download_url: batch.clips.length > 0 ? expect.any(String) : null,
  });
  if (url.endsWith('mute')) expect(batch.clips).toEqual([]);
  let from = 0;
  for (const [index, clip] of batch.clips.entries())
    from = await learnClip(turn, { ...clip, number: index + 1 }, params, from);
  const shortest = min ?? Math.min(15, (max ?? Number.POSITIVE_INFINITY) / 2);
  if (!url.endsWith('mute') && max === undefined && shortest <= 12) expect(batch.clips).not.toEqual([]);
});

/**
 * Adds the project of a clip to the model. Checks that the clip has the requested length, and contains whole sentences,
 * beginning after the previous clip in the source.
 */
async function learnClip(
  turn: Turn,
  clip: ShownClip & { readonly number: number },
  {
    min,
    max,
    captions,
    auto_export,
  }: { min: number | undefined; max: number | undefined; captions: boolean; auto_export: boolean },
  from: number,
): Promise<number> {
  const project = await learnProject(turn, clip.project_id);
  turn.expectEvent('project.created', clip.project_id);
  const length = lengthOf(project);
  const duration = turn.toSeconds(length);
  expect(duration).toBeGreaterThanOrEqual(min ?? Math.min(15, (max ?? Number.POSITIVE_INFINITY) / 2));
  expect(duration).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
  const label = project.items[0]?.label ?? '';
  expectVideoAndAudio(project, length, label);
  expect(label).toBe(`Untitled – clip ${clip.number}`);
  const response = await turn.read('jobs.list', { path: { projectId: clip.project_id } });
  const [job] = (response.body as { jobs: { job_id: string; kind: string; export_id: string | null }[] }).jobs;
  expect(job).toMatchObject({ kind: auto_export ? 'export' : 'clip', export_id: clip.export_id });
  if (auto_export) turn.expectNewId(String(clip.export_id));
  else expect(clip.export_id).toBeNull();
  // The `jobs.list` above counted as a poll.
  startJob(turn, project, {
    id: job?.job_id ?? '',
    kind: auto_export ? 'export' : 'clip',
    exportId: clip.export_id,
    steps: 3 + clip.number,
  }).polls += 1;
  return captions ? expectClipWords(turn, project, duration, from) : from;
}

function expectClipWords(turn: Turn, project: Project, duration: number, from: number): number {
  const said = spokenWords();
  const words = wordsOf(project);
  const first = said.indexOf(words[0]?.word ?? '', from);
  expect(first).toBeGreaterThanOrEqual(from);
  expect(words.map(({ word }) => word)).toEqual(said.slice(first, first + duration));
  expect(words.map(({ start, end }) => [start, end])).toEqual(
    words.map((_, index) => [turn.toUnits(index), turn.toUnits(index + 1)]),
  );
  if (first > 0) expect(endsSentence(said[first - 1] ?? '')).toBe(true);
  const after = first + words.length;
  if (after < said.length) expect(endsSentence(said[after - 1] ?? '')).toBe(true);
  for (const caption of project.captions) {
    expect(caption.words.length).toBeLessThanOrEqual(7);
    expect(caption.words.slice(0, -1).some(({ word }) => endsSentence(word))).toBe(false);
  }
  return after;
}

function startJob(turn: Turn, project: Project, details: Pick<Job, 'id' | 'kind' | 'exportId' | 'steps'>): Job {
  const job: Job = {
    ...details,
    id: turn.expectNewId(details.id),
    projectId: project.id,
    createdAt: turn.world.now,
    polls: 0,
    end: null,
  };
  project.jobs.push(job);
  return job;
}

const generateSoundParams = fc.record({
  prompt: fc.constantFrom('rain on a roof', 'rain', 'x'.repeat(80), ''),
  project: oneIn(place, 2),
});

const generateSound = action('generateSound', generateSoundParams, async (turn, { prompt, project: which }) => {
  const target = which && turn.target(which);
  const body = { prompt, ...(target && { project_id: target.id }) };
  const refusals = [...(prompt === '' ? [400] : []), ...(target && !target.project ? [404] : [])];
  const response = await turn.change('audio.generateSound', { body }, { refusals });
  if (!response) return;
  const { job_id, project_id, media_id } = response as { job_id: string; project_id: string; media_id: string };
  turn.expectNewId(media_id);
  if (!target) turn.expectEvent('project.created', project_id);
  const project = target?.project ?? (await learnProject(turn, project_id));
  expect(response).toMatchObject({ kind: 'sound', status: 'queued', project_id: project.id, estimated_credits: 2 });
  startJob(turn, project, { id: job_id, kind: 'sound', exportId: null, steps: 4 });
});

const importAudioParams = fc.record({
  provider: fc.constantFrom('p', 'q'),
  external_id: fc.constantFrom('1', '1', '2', '2', ''),
  project: oneIn(place, 2),
});

const importAudio = action('importAudio', importAudioParams, async (turn, { project: which, ...track }) => {
  const target = which && turn.target(which);
  const body = { ...track, ...(target && { project_id: target.id }) };
  const refusals = [...(track.external_id === '' ? [400] : []), ...(target && !target.project ? [404] : [])];
  const response = await turn.change('audio.importFromLibrary', { body }, { refusals });
  if (!response) return;
  const { workspace, world } = turn;
  const key = JSON.stringify(track);
  const { asset, timeline_item_id } = response as { asset: { id: string }; timeline_item_id: string };
  const known = workspace.audio.get(key);
  const audio = known ?? { id: turn.expectNewId(asset.id), importedAt: world.now };
  workspace.audio.set(key, audio);
  const project = target ? target.project : workspace.projects.at(-1);
  const placed = project?.items.find(({ mediaAssetId }) => mediaAssetId === audio.id);
  if (project && !placed) await placeTrack(turn, project, timeline_item_id, audio.id);
  expect(response).toMatchObject({
    asset: { id: audio.id, asset_type: 'audio', duration_seconds: 30 },
    imported: !known,
    deduped: known !== undefined,
    timeline_item_id: project ? (placed?.id ?? timeline_item_id) : null,
    txid: workspace.txid,
    provider_request: { ...track, retryable: false, imported_at: new Date(audio.importedAt).toISOString() },
  });
});

/** Adds an item to the model. The item must be at the project's start, on the lowest free layer above the video. */
async function placeTrack(turn: Turn, project: Project, id: string, assetId: string): Promise<void> {
  const span = { start: 0, end: turn.toUnits(30) };
  const layer = freeLayer(project, span, 1);
  const shown = (await shownItems(turn, project.id, 0)).find((item) => item.id === id);
  expect(shown).toMatchObject({ type: 'audio', layer, ...span, mediaAssetId: assetId, media: defaultMedia });
  if (!shown) return;
  turn.expectNewId(shown.id);
  project.items.push(shown);
}

const profile = '5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11';
const importLogoParams = fc.record({
  profile_id: fc.constantFrom(
    profile,
    profile,
    profile.toUpperCase(),
    '0d4c2c0e-58f5-4a8e-8d5f-1c1f2f0a7b11',
    'no uuid',
  ),
  logo_url: fc.constantFrom(...Array<string>(5).fill('https://a.example/logo.png'), 'ftp://a.example'),
  replace_existing: fc.constantFrom(undefined, undefined, true, false),
});

const importLogo = action('importLogo', importLogoParams, async (turn, body) => {
  const { workspace } = turn;
  const profile = body.profile_id.toLowerCase();
  const wrong = profile.startsWith('no') || !body.logo_url.startsWith('https');
  const taken = workspace.logos.has(profile) && body.replace_existing !== true;
  const response = await turn.change('onboarding.importLogo', { body }, { refusals: wrong || taken ? [400] : [] });
  if (!response) return;
  workspace.logos.add(profile);
  turn.expectNewId((response as { icon_storage_key: string }).icon_storage_key);
});

/** The types of events that calls and jobs cause. Events `faceless.*` are only caused by `mock.emit`. */
const causedEventTypes: string[] = [
  'project.created',
  'media.uploaded',
  'transcription.complete',
  'transcription.failed',
  'export.ready',
  'export.failed',
  'job.complete',
  'job.failed',
];
const registerParams = fc.record({
  url: fc.constantFrom('https://hook.example', 'https://hook.example', 'https://hook.example', 'hook.example'),
  events: fc.oneof(
    { weight: 5, arbitrary: fc.subarray(causedEventTypes, { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constantFrom<string[]>([], ['export.ready', 'unknown.type']) },
  ),
});

const register = action('register', registerParams, registerWebhook);

/** Registers a webhook for all events that the actions cause. */
export function registerForAllEvents(turn: Turn): Promise<void> {
  return registerWebhook(turn, { url: 'https://hook.example', events: causedEventTypes });
}

async function registerWebhook(
  turn: Turn,
  { url, events }: { readonly url: string; readonly events: readonly string[] },
): Promise<void> {
  const wrong = !url.startsWith('https') || events.length === 0 || events.includes('unknown.type');
  // Each webhook has its own URL, which identifies its deliveries.
  const body = { url: `${url}/${turn.workspace.apiKey}/${turn.workspace.webhooks.length}`, events };
  const response = await turn.change('webhooks.register', { body }, { refusals: wrong ? [400] : [] });
  if (!response) return;
  turn.expectNewId((response as { id: string }).id);
  expect(response).toMatchObject({ ...body, created_at: new Date(turn.world.now).toISOString() });
  turn.workspace.webhooks.push(body);
}

export const calls = {
  'clips.generate': { weight: 4, arbitrary: generate },
  'projects.create': { weight: 2, arbitrary: create },
  'audio.importFromLibrary': { weight: 3, arbitrary: importAudio },
  'audio.generateSound': { weight: 4, arbitrary: generateSound },
  'onboarding.importLogo': { weight: 3, arbitrary: importLogo },
  'webhooks.register': { weight: 2, arbitrary: register },
};
