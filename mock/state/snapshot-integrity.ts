import { isHeader, isHttpUrl, type Problem } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { anApiKey } from '../checks.ts';
import type { Span } from '../words/timing.ts';
import type { SavedProject, SavedWorkspace } from './snapshot-types.ts';
import type { JobState } from './types.ts';
import { audioKey } from './workspace.ts';

/** Finds what the schema cannot, such as duplicate ids, references to missing objects, and ends before starts. */
export function* findDamage(workspaces: readonly SavedWorkspace[]): Generator<Problem> {
  yield* duplicates(workspaces, 'workspaces', 'apiKey');
  yield* inEach(workspaces, 'workspaces', damageOfWorkspace);
}

function* damageOfWorkspace(workspace: SavedWorkspace): Generator<Problem> {
  const { projects, jobs, batches, audio, logos, webhooks, idempotency } = workspace;
  const message = anApiKey(workspace.apiKey);
  if (message !== undefined) yield ['apiKey', message];
  for (const list of ['projects', 'jobs', 'batches', 'webhooks', 'audio'] as const) {
    yield* duplicates<{ readonly id: string }>(workspace[list], list, 'id');
  }
  yield* duplicates(audio, 'audio', 'externalId', (track) => audioKey(track.provider, track.externalId));
  yield* duplicates(logos, 'logos', 'profileId');
  yield* duplicates(idempotency, 'idempotency', 'key');
  yield* inEach(projects, 'projects', damageOfProject);
  yield* damageOfJobLists(workspace);
  yield* inEach(jobs, 'jobs', damageOfJob);
  const jobIds = new Set(jobs.map(({ id }) => id));
  yield* inEach(batches, 'batches', function* ({ clips }) {
    yield* duplicates(clips, 'clips', 'id');
    yield* inEach(clips, 'clips', function* ({ jobId }) {
      if (!jobIds.has(jobId)) yield ['jobId', 'is not the id of a job'];
    });
  });
  yield* inEach(webhooks, 'webhooks', function* ({ url, events }) {
    if (!isHttpUrl(url)) yield ['url', 'must be an absolute http or https URL'];
    if (events.length === 0) yield ['events', 'must not be empty'];
  });
  yield* inEach(idempotency, 'idempotency', function* ({ headers }) {
    const index = headers.findIndex(([name, value]) => !isHeader(name, value));
    if (index !== -1) yield [`headers[${index}]`, 'is not a valid header'];
  });
}

function* damageOfProject({ items, captions }: SavedProject): Generator<Problem> {
  yield* duplicates(items, 'items', 'id');
  yield* duplicates(captions, 'captions', 'id');
  yield* duplicates(captions, 'captions', 'itemId');
  const captionsByItem = new Set(captions.map(({ itemId }) => itemId));
  const captionItems = new Set(items.flatMap(({ id, type }) => (type === 'caption' ? id : [])));
  yield* inEach(items, 'items', function* (item) {
    yield* emptySpan(item);
    if (captionItems.has(item.id) && !captionsByItem.has(item.id)) yield ['id', 'is not the itemId of a caption'];
  });
  const wordIds = new Set<string>();
  yield* inEach(captions, 'captions', function* ({ itemId, words }) {
    if (!captionItems.has(itemId)) yield ['itemId', 'is not the id of a caption item'];
    if (words.length === 0) yield ['words', 'must not be empty'];
    yield* inEach(words, 'words', emptySpan);
    // Word ids are unique in the whole project.
    yield* duplicates(words, 'words', 'id', ({ id }) => id, wordIds);
  });
}

/** Finds jobs that are listed more than once, by another project, or not at all. */
function* damageOfJobLists({ projects, jobs }: SavedWorkspace): Generator<Problem> {
  const projectIds = new Map(jobs.map(({ id, projectId }) => [id, projectId]));
  const listed = new Set<string>();
  yield* inEach(projects, 'projects', function* ({ id, jobIds }) {
    for (const [index, jobId] of jobIds.entries()) {
      if (projectIds.get(jobId) !== id) yield [`jobIds[${index}]`, 'is not the id of a job of the project'];
      if (listed.has(jobId)) yield [`jobIds[${index}]`, 'is a duplicate'];
      listed.add(jobId);
    }
  });
  yield* inEach(jobs, 'jobs', function* ({ id }) {
    if (!listed.has(id)) yield ['projectId', 'is not the id of a project that lists the job'];
  });
}

function* damageOfJob({ hold, kind, fileSeconds, polls, steps, end }: JobState): Generator<Problem> {
  // Limit the length, because the mock generates a sound file of this length.
  const longest = assumptions.longestSound.value;
  if (!end && polls >= steps) yield ['polls', 'must be less than steps'];
  if (hold && (hold.until ?? hold.from) < hold.from) yield ['hold.until', 'must not be before from'];
  if (kind === 'sound' && fileSeconds > longest) yield ['fileSeconds', `must be ${longest} or less for a sound`];
}

function* emptySpan({ start, end }: Span): Generator<Problem> {
  if (start >= end) yield ['end', 'must be after start'];
}

/** @param field The field that the problem names. */
function* duplicates<Item>(
  items: readonly Item[],
  list: string,
  field: keyof Item & string,
  keyOf: (item: Item) => unknown = (item) => item[field],
  seen = new Set<unknown>(),
): Generator<Problem> {
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (seen.has(key)) yield [`${list}[${index}].${field}`, 'is a duplicate'];
    seen.add(key);
  }
}

/** Finds the problems of each item. The paths that `find` yields begin at the item. */
function* inEach<Item>(
  items: readonly Item[],
  list: string,
  find: (item: Item) => Iterable<Problem>,
): Generator<Problem> {
  for (const [index, item] of items.entries()) {
    for (const [path, message] of find(item)) yield [`${list}[${index}].${path}`, message];
  }
}
