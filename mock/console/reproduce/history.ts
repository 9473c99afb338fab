import type { ProjectContent, RequestRecord } from 'clipwright/mock';
import type { MockStore } from '../data/mock-store.ts';
import { apiKeyOfDigest } from '../data/workspaces.ts';

/** The maximum length of a recorded response body, in bytes. */
const MOST_BYTES = 8192;

/** What happened in a request's workspace before that request. */
export interface RequestHistory {
  /** The seeded projects and the requests that changed something, in order. */
  readonly steps: readonly (RequestRecord | ProjectContent)[];
  /** The workspace's API key; undefined if nothing was created in the workspace. */
  readonly apiKey?: string | undefined;
  /** Whether `steps` contains everything since the mock was started or reset. */
  readonly isWhole: boolean;
}

/** Reads the history of a request from the mock's log and state. */
export async function historyOf({ id }: RequestRecord, { control }: MockStore): Promise<RequestHistory> {
  const { requests, workspaces } = await control.call('requests', { query: { source: 'any' } });
  const digest = workspaces[requests.findIndex((each) => each.id === id)];
  if (digest === undefined) return { steps: [], isWhole: false };
  const apiKey = digest === null ? undefined : await apiKeyOfDigest(control, digest);
  if (apiKey === undefined) return { steps: [], isWhole: true };

  const own = requests.filter((_, index) => workspaces[index] === digest);
  const writes = own.filter(hasWritten);
  const place = own.findIndex((each) => each.id === id);
  const before = own.slice(0, place).filter(hasWritten);
  const scope = { apiKey };
  const { projects } = await control.call('state.projects', { scope });
  const contents = await Promise.all(projects.map(({ id }) => control.call('state.project', { id, scope })));
  // The steps are incomplete if the log has dropped writes, and wrong if an older snapshot was restored.
  const isKnown = ({ project, revision, seeded }: ProjectContent) =>
    revision === writes.length && (seeded !== null || writes.some((write) => mayShow(write, project.id)));
  const seededAt = (revision: number) => contents.filter(({ seeded }) => seeded?.revision === revision);
  return {
    steps: [...before.flatMap((write, revision) => [...seededAt(revision), write]), ...seededAt(before.length)],
    apiKey,
    isWhole: contents.every(isKnown),
  };
}

/** Whether a fault replaced the response after the service had done the work. */
export function isAfterService({ why }: RequestRecord): boolean {
  return why?.fault?.when === 'after';
}

function hasWritten(request: RequestRecord): boolean {
  const { endpoint, method, status, replayed, why } = request;
  if (endpoint === null || method === 'GET' || replayed) return false;
  return why?.by === 'fault' ? isAfterService(request) : status !== null && status < 300;
}

/** Whether a response contains a project's id, or may have contained it before it was lost, changed or truncated. */
function mayShow({ response, why }: RequestRecord, id: string): boolean {
  return !response || why !== null || response.bytes > MOST_BYTES || response.body.includes(id);
}
