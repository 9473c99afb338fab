import { isHeader, isHttpUrl } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { anApiKey } from '../checks.ts';
import type { Span } from '../words/timing.ts';
import type { SavedProject, SavedWorkspace } from './snapshot-types.ts';
import type { CaptionState } from './timeline-types.ts';
import type { JobState, WebhookState } from './types.ts';
import { audioKey } from './workspace.ts';

/** Creates the error for a problem at a path. */
export type CreateDamageError = (path: string, message: string) => Error;

/**
 * Checks what the schema cannot: ids are unique, references point to something that exists, and each end is after its
 * start.
 */
export function requireIntegrity(workspaces: readonly SavedWorkspace[], createError: CreateDamageError): void {
  const assert: Assert = (condition, path, message) => {
    if (!condition) throw createError(path, message);
  };
  const apiKeys = workspaces.map(({ apiKey }) => apiKey);
  assertUnique(apiKeys, (index) => `workspaces[${index}].apiKey`, assert);
  for (const [index, apiKey] of apiKeys.entries()) {
    const message = anApiKey(apiKey);
    assert(message === undefined, `workspaces[${index}].apiKey`, `${message}`);
  }
  for (const [index, workspace] of workspaces.entries()) assertWorkspace(workspace, `workspaces[${index}]`, assert);
}

type Assert = (condition: boolean, path: string, message: string) => void;

function assertWorkspace(workspace: SavedWorkspace, path: string, assert: Assert): void {
  for (const list of ['projects', 'jobs', 'batches', 'webhooks', 'audio'] as const) {
    assertUniqueIds(workspace[list], `${path}.${list}`, assert);
  }
  const audioKeys = workspace.audio.map(({ provider, externalId }) => audioKey(provider, externalId));
  assertUnique(audioKeys, (index) => `${path}.audio[${index}].externalId`, assert);
  const profileIds = workspace.logos.map(({ profileId }) => profileId);
  assertUnique(profileIds, (index) => `${path}.logos[${index}].profileId`, assert);
  const idempotencyKeys = workspace.idempotency.map(({ key }) => key);
  assertUnique(idempotencyKeys, (index) => `${path}.idempotency[${index}].key`, assert);
  assertHeaders(workspace, path, assert);

  for (const [index, project] of workspace.projects.entries()) {
    assertProject(project, `${path}.projects[${index}]`, assert);
  }
  assertJobLists(workspace, path, assert);
  for (const [index, job] of workspace.jobs.entries()) assertJob(job, `${path}.jobs[${index}]`, assert);
  assertClips(workspace, path, assert);
  for (const [index, webhook] of workspace.webhooks.entries()) {
    assertWebhook(webhook, `${path}.webhooks[${index}]`, assert);
  }
}

function assertHeaders({ idempotency }: SavedWorkspace, path: string, assert: Assert): void {
  for (const [recordIndex, { headers }] of idempotency.entries()) {
    for (const [index, [name, value]] of headers.entries()) {
      assert(isHeader(name, value), `${path}.idempotency[${recordIndex}].headers[${index}]`, 'is not a valid header');
    }
  }
}

function assertProject(project: SavedProject, path: string, assert: Assert): void {
  const { items, captions } = project;
  assertUniqueIds(items, `${path}.items`, assert);
  assertUniqueIds(captions, `${path}.captions`, assert);
  for (const [index, item] of items.entries()) assertSpan(item, `${path}.items[${index}]`, assert);
  assertWords(captions, path, assert);
  assertCaptionItems(project, path, assert);
}

/** Word ids are unique in the whole project. */
function assertWords(captions: readonly CaptionState[], path: string, assert: Assert): void {
  const seen = new Set<string>();
  for (const [captionIndex, { words }] of captions.entries()) {
    const wordsPath = `${path}.captions[${captionIndex}].words`;
    assert(words.length > 0, wordsPath, 'must not be empty');
    for (const [index, word] of words.entries()) {
      assertSpan(word, `${wordsPath}[${index}]`, assert);
      assert(!seen.has(word.id), `${wordsPath}[${index}].id`, 'is a duplicate');
      seen.add(word.id);
    }
  }
}

/** Each caption has its own timeline item, and each item of the type `caption` has a caption. */
function assertCaptionItems({ items, captions }: SavedProject, path: string, assert: Assert): void {
  const itemIds = captions.map(({ itemId }) => itemId);
  assertUnique(itemIds, (index) => `${path}.captions[${index}].itemId`, assert);
  const usedIds = new Set(itemIds);
  const captionItemIds = new Set<string>();
  for (const [index, { id, type }] of items.entries()) {
    if (type !== 'caption') continue;
    assert(usedIds.has(id), `${path}.items[${index}].id`, 'is not the itemId of a caption');
    captionItemIds.add(id);
  }
  for (const [index, itemId] of itemIds.entries()) {
    assert(captionItemIds.has(itemId), `${path}.captions[${index}].itemId`, 'is not the id of a caption item');
  }
}

/** Each job is listed once, by its own project. */
function assertJobLists({ projects, jobs }: SavedWorkspace, path: string, assert: Assert): void {
  const projectIds = new Map(jobs.map(({ id, projectId }) => [id, projectId]));
  const listed = new Set<string>();
  for (const [projectIndex, { id, jobIds }] of projects.entries()) {
    for (const [index, jobId] of jobIds.entries()) {
      const jobPath = `${path}.projects[${projectIndex}].jobIds[${index}]`;
      assert(projectIds.get(jobId) === id, jobPath, 'is not the id of a job of the project');
      assert(!listed.has(jobId), jobPath, 'is a duplicate');
      listed.add(jobId);
    }
  }
  for (const [index, { id }] of jobs.entries()) {
    assert(listed.has(id), `${path}.jobs[${index}].projectId`, 'is not the id of a project that lists the job');
  }
}

function assertJob({ hold, kind, fileSeconds }: JobState, path: string, assert: Assert): void {
  assert(!hold || (hold.until ?? hold.from) >= hold.from, `${path}.hold.until`, 'must not be before from');
  // The mock generates the sound's file with this length.
  const longest = assumptions.longestSound.value;
  assert(kind !== 'sound' || fileSeconds <= longest, `${path}.fileSeconds`, `must be ${longest} or less for a sound`);
}

function assertClips({ jobs, batches }: SavedWorkspace, path: string, assert: Assert): void {
  const jobIds = new Set(jobs.map(({ id }) => id));
  for (const [batchIndex, { clips }] of batches.entries()) {
    const clipsPath = `${path}.batches[${batchIndex}].clips`;
    assertUniqueIds(clips, clipsPath, assert);
    for (const [index, { jobId }] of clips.entries()) {
      assert(jobIds.has(jobId), `${clipsPath}[${index}].jobId`, 'is not the id of a job');
    }
  }
}

function assertWebhook({ url, events }: WebhookState, path: string, assert: Assert): void {
  assert(isHttpUrl(url), `${path}.url`, 'must be an absolute http or https URL');
  assert(events.length > 0, `${path}.events`, 'must not be empty');
}

function assertSpan({ start, end }: Span, path: string, assert: Assert): void {
  assert(start < end, `${path}.end`, 'must be after start');
}

function assertUniqueIds(values: readonly { readonly id: string }[], path: string, assert: Assert): void {
  const ids = values.map(({ id }) => id);
  assertUnique(ids, (index) => `${path}[${index}].id`, assert);
}

function assertUnique(values: readonly string[], pathOf: (index: number) => string, assert: Assert): void {
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    assert(!seen.has(value), pathOf(index), 'is a duplicate');
    seen.add(value);
  }
}
