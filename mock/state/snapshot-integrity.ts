import { isHeader, isHttpUrl, type Problem } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { anApiKey } from '../checks.ts';
import type { Span } from '../words/timing.ts';
import type { SavedProject, SavedWorkspace } from './snapshot-types.ts';
import { audioKey } from './workspace.ts';

/** Finds duplicate ids, references to missing objects, and ends that are not after their starts. */
export function* findDamage(workspaces: readonly SavedWorkspace[]): Generator<Problem> {
  yield* duplicates(workspaces, 'workspaces', 'apiKey', ({ apiKey }) => apiKey);
  for (const [workspace, path] of withPaths(workspaces, 'workspaces')) {
    const message = anApiKey(workspace.apiKey);
    if (message !== undefined) yield [`${path}.apiKey`, message];
    yield* duplicatesIn(workspace, path);
    for (const [project, projectPath] of withPaths(workspace.projects, `${path}.projects`)) {
      yield* damageOfProject(project, projectPath);
    }
    yield* damageOfJobLists(workspace, path);
    yield* damageOfJobs(workspace, path);
    yield* damageOfBatches(workspace, path);
    yield* damageOfMessages(workspace, path);
  }
}

function* duplicatesIn(workspace: SavedWorkspace, path: string): Generator<Problem> {
  const { audio, logos, idempotency } = workspace;
  for (const list of ['projects', 'jobs', 'batches', 'webhooks', 'audio'] as const) {
    yield* duplicateIds(workspace[list], `${path}.${list}`);
  }
  yield* duplicates(audio, `${path}.audio`, 'externalId', (track) => audioKey(track.provider, track.externalId));
  yield* duplicates(logos, `${path}.logos`, 'profileId', ({ profileId }) => profileId);
  yield* duplicates(idempotency, `${path}.idempotency`, 'key', ({ key }) => key);
}

function* damageOfProject({ items, captions }: SavedProject, path: string): Generator<Problem> {
  yield* duplicateIds(items, `${path}.items`);
  yield* duplicateIds(captions, `${path}.captions`);
  yield* duplicates(captions, `${path}.captions`, 'itemId', ({ itemId }) => itemId);
  const captionsByItem = new Set(captions.map(({ itemId }) => itemId));
  const captionItems = new Set(items.flatMap(({ id, type }) => (type === 'caption' ? id : [])));
  for (const [item, itemPath] of withPaths(items, `${path}.items`)) {
    yield* emptySpan(item, itemPath);
    if (captionItems.has(item.id) && !captionsByItem.has(item.id)) {
      yield [`${itemPath}.id`, 'is not the itemId of a caption'];
    }
  }
  const wordIds = new Set<string>();
  for (const [{ itemId, words }, captionPath] of withPaths(captions, `${path}.captions`)) {
    if (!captionItems.has(itemId)) yield [`${captionPath}.itemId`, 'is not the id of a caption item'];
    if (words.length === 0) yield [`${captionPath}.words`, 'must not be empty'];
    for (const [word, wordPath] of withPaths(words, `${captionPath}.words`)) {
      yield* emptySpan(word, wordPath);
      // Word ids are unique in the whole project.
      if (wordIds.has(word.id)) yield [`${wordPath}.id`, 'is a duplicate'];
      wordIds.add(word.id);
    }
  }
}

/** Finds jobs that are listed more than once, by another project, or not at all. */
function* damageOfJobLists({ projects, jobs }: SavedWorkspace, path: string): Generator<Problem> {
  const projectIds = new Map(jobs.map(({ id, projectId }) => [id, projectId]));
  const listed = new Set<string>();
  for (const [{ id, jobIds }, projectPath] of withPaths(projects, `${path}.projects`)) {
    for (const [jobId, jobPath] of withPaths(jobIds, `${projectPath}.jobIds`)) {
      if (projectIds.get(jobId) !== id) yield [jobPath, 'is not the id of a job of the project'];
      if (listed.has(jobId)) yield [jobPath, 'is a duplicate'];
      listed.add(jobId);
    }
  }
  for (const [{ id }, jobPath] of withPaths(jobs, `${path}.jobs`)) {
    if (!listed.has(id)) yield [`${jobPath}.projectId`, 'is not the id of a project that lists the job'];
  }
}

function* damageOfJobs({ jobs }: SavedWorkspace, path: string): Generator<Problem> {
  // Limit the length, because the mock generates a sound file of this length.
  const longest = assumptions.longestSound.value;
  for (const [{ hold, kind, fileSeconds, polls, steps, end }, jobPath] of withPaths(jobs, `${path}.jobs`)) {
    if (!end && polls >= steps) yield [`${jobPath}.polls`, 'must be less than steps'];
    if (hold && (hold.until ?? hold.from) < hold.from) yield [`${jobPath}.hold.until`, 'must not be before from'];
    if (kind === 'sound' && fileSeconds > longest) {
      yield [`${jobPath}.fileSeconds`, `must be ${longest} or less for a sound`];
    }
  }
}

function* damageOfBatches({ jobs, batches }: SavedWorkspace, path: string): Generator<Problem> {
  const jobIds = new Set(jobs.map(({ id }) => id));
  for (const [{ clips }, batchPath] of withPaths(batches, `${path}.batches`)) {
    yield* duplicateIds(clips, `${batchPath}.clips`);
    for (const [{ jobId }, clipPath] of withPaths(clips, `${batchPath}.clips`)) {
      if (!jobIds.has(jobId)) yield [`${clipPath}.jobId`, 'is not the id of a job'];
    }
  }
}

function* damageOfMessages({ webhooks, idempotency }: SavedWorkspace, path: string): Generator<Problem> {
  for (const [{ url, events }, webhookPath] of withPaths(webhooks, `${path}.webhooks`)) {
    if (!isHttpUrl(url)) yield [`${webhookPath}.url`, 'must be an absolute http or https URL'];
    if (events.length === 0) yield [`${webhookPath}.events`, 'must not be empty'];
  }
  for (const [{ headers }, recordPath] of withPaths(idempotency, `${path}.idempotency`)) {
    for (const [[name, value], headerPath] of withPaths(headers, `${recordPath}.headers`)) {
      if (!isHeader(name, value)) yield [headerPath, 'is not a valid header'];
    }
  }
}

function* emptySpan({ start, end }: Span, path: string): Generator<Problem> {
  if (start >= end) yield [`${path}.end`, 'must be after start'];
}

function duplicateIds(items: readonly { readonly id: string }[], path: string): Generator<Problem> {
  return duplicates(items, path, 'id', ({ id }) => id);
}

/** @param field The field that the problem names. */
function* duplicates<Item>(items: readonly Item[], path: string, field: string, keyOf: (item: Item) => string) {
  const seen = new Set<string>();
  for (const [item, itemPath] of withPaths(items, path)) {
    const key = keyOf(item);
    if (seen.has(key)) yield [`${itemPath}.${field}`, 'is a duplicate'] satisfies Problem;
    seen.add(key);
  }
}

function withPaths<Item>(items: readonly Item[], path: string): [item: Item, path: string][] {
  return items.map((item, index) => [item, `${path}[${index}]`]);
}
