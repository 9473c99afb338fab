import { isHttpUrl } from '../../src/core/options/checks.ts';
import { isHeader } from '../../src/core/options/header-check.ts';
import type { Span } from '../words/timing.ts';
import type { SavedWorkspace } from './saved.ts';
import type { CaptionState, JobState, ProjectState, TimelineItemState, WebhookState } from './types.ts';
import { audioKey } from './workspace.ts';

/** Makes the error that says what is wrong at a path. */
export type Damaged = (path: string, message: string) => Error;

/** What the schema cannot see: that nothing is there twice, that references lead somewhere, that ends follow starts. */
export function requireIntegrity(workspaces: readonly SavedWorkspace[], damaged: Damaged): void {
  const require: Require = (holds, path, message) => {
    if (!holds) throw damaged(path, message);
  };
  requireUnique(workspaces, ({ apiKey }) => apiKey, 'workspaces', 'apiKey', require);
  for (const [at, workspace] of workspaces.entries()) requireWorkspace(workspace, `workspaces[${at}]`, require);
}

type Require = (holds: boolean, path: string, message: string) => void;

function requireWorkspace(workspace: SavedWorkspace, path: string, require: Require): void {
  for (const list of ['projects', 'jobs', 'batches', 'webhooks', 'audio'] as const) {
    requireUniqueIds(workspace[list], `${path}.${list}`, require);
  }
  const trackOf = (audio: SavedWorkspace['audio'][number]) => audioKey(audio.provider, audio.externalId);
  requireUnique(workspace.audio, trackOf, `${path}.audio`, 'externalId', require);
  requireUnique(workspace.logos, ({ profileId }) => profileId, `${path}.logos`, 'profileId', require);
  requireUnique(workspace.idempotency, ({ key }) => key, `${path}.idempotency`, 'key', require);

  requireHeaders(workspace, path, require);

  for (const [at, project] of workspace.projects.entries()) requireProject(project, `${path}.projects[${at}]`, require);
  requireJobs(workspace, path, require);
  for (const [at, webhook] of workspace.webhooks.entries()) requireWebhook(webhook, `${path}.webhooks[${at}]`, require);
}

function requireHeaders({ idempotency }: SavedWorkspace, path: string, require: Require): void {
  for (const [at, { headers }] of idempotency.entries()) {
    for (const [index, [name, value]] of headers.entries()) {
      require(isHeader(name, value), `${path}.idempotency[${at}].headers[${index}]`, 'is not a valid header');
    }
  }
}

function requireProject({ items, captions }: ProjectState, path: string, require: Require): void {
  requireUniqueIds(items, `${path}.items`, require);
  requireUniqueIds(captions, `${path}.captions`, require);
  const wordIds = new Set<string>();
  for (const [at, item] of items.entries()) requireSpan(item, `${path}.items[${at}]`, require);
  for (const [at, caption] of captions.entries()) requireWords(caption, `${path}.captions[${at}]`, wordIds, require);
  requireCaptionItems(items, captions, path, require);
}

function requireWords({ words }: CaptionState, path: string, seen: Set<string>, require: Require): void {
  require(words.length > 0, `${path}.words`, 'must not be empty');
  for (const [at, word] of words.entries()) {
    requireSpan(word, `${path}.words[${at}]`, require);
    require(!seen.has(word.id), `${path}.words[${at}].id`, 'is there twice');
    seen.add(word.id);
  }
}

/** Each caption stands on the timeline by an item of its own. */
function requireCaptionItems(
  items: readonly TimelineItemState[],
  captions: readonly CaptionState[],
  path: string,
  require: Require,
): void {
  requireUnique(captions, ({ itemId }) => itemId, `${path}.captions`, 'itemId', require);
  const shown = new Set(captions.map(({ itemId }) => itemId));
  const captionItems = new Set<string>();
  for (const [at, { id, type }] of items.entries()) {
    if (type !== 'caption') continue;
    require(shown.has(id), `${path}.items[${at}].id`, 'is no caption’s item');
    captionItems.add(id);
  }
  for (const [at, { itemId }] of captions.entries()) {
    require(captionItems.has(itemId), `${path}.captions[${at}].itemId`, 'names no caption item of the project');
  }
}

/** Projects, jobs and clips know one another. */
function requireJobs({ projects, jobs, batches }: SavedWorkspace, path: string, require: Require): void {
  const jobsById = new Map(jobs.map((job) => [job.id, job]));
  const listed = new Set<string>();
  for (const [at, { id, jobIds }] of projects.entries()) {
    for (const [index, jobId] of jobIds.entries()) {
      const place = `${path}.projects[${at}].jobIds[${index}]`;
      require(jobsById.get(jobId)?.projectId === id, place, 'names no job of the project');
      require(!listed.has(jobId), place, 'is there twice');
      listed.add(jobId);
    }
  }
  for (const [at, job] of jobs.entries()) {
    require(listed.has(job.id), `${path}.jobs[${at}].projectId`, 'names no project that lists the job');
    requireHold(job, `${path}.jobs[${at}]`, require);
  }
  for (const [at, { clips }] of batches.entries()) {
    requireUniqueIds(clips, `${path}.batches[${at}].clips`, require);
    for (const [index, { jobId }] of clips.entries()) {
      require(jobsById.has(jobId), `${path}.batches[${at}].clips[${index}].jobId`, 'names no job');
    }
  }
}

function requireHold({ hold }: JobState, path: string, require: Require): void {
  require(!hold || (hold.until ?? hold.from) >= hold.from, `${path}.hold.until`, 'must not be before from');
}

function requireWebhook({ url, events }: WebhookState, path: string, require: Require): void {
  require(isHttpUrl(url), `${path}.url`, 'must be an absolute http or https URL');
  require(events.length > 0, `${path}.events`, 'must not be empty');
}

function requireSpan({ start, end }: Span, path: string, require: Require): void {
  require(start < end, `${path}.end`, 'must be after start');
}

function requireUniqueIds(list: readonly { readonly id: string }[], path: string, require: Require): void {
  requireUnique(list, ({ id }) => id, path, 'id', require);
}

function requireUnique<Value>(
  list: readonly Value[],
  nameOf: (value: Value) => string,
  path: string,
  field: string,
  require: Require,
): void {
  const seen = new Set<string>();
  for (const [at, value] of list.entries()) {
    require(!seen.has(nameOf(value)), `${path}[${at}].${field}`, 'is there twice');
    seen.add(nameOf(value));
  }
}
