import type { Mock } from 'clipwright/mock';
import { expect } from 'vitest';
import { type ApiName, api } from '../../../mock/http/api.ts';
import type { MockSnapshot } from '../../../mock/state/snapshot-types.ts';
import { requireExact } from '../../support/exactness.ts';
import { at, type Project, type Word, type Workspace, type World, wordsOf } from './state.ts';

export interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
}

/** The result that the rules require for a request: an error status in `refusals`, or success if the list is empty. */
export interface Verdict {
  readonly refusals: readonly number[];
  /** Whether the error is stored under the Idempotency-Key. An error for a malformed request is not stored. */
  readonly remembered?: boolean;
  /** Whether the mock may accept the request although `refusals` is not empty. */
  readonly open?: boolean;
}

/** The objects that an action can use: the mock, the model, and the workspace that takes the action. */
export class Turn {
  readonly mock: Mock;
  readonly world: World;
  readonly workspace: Workspace;
  /** How many requests to each endpoint were accepted, and how many were rejected. */
  readonly counts: Map<string, [number, number]>;
  /** The projects that this action may have changed. */
  readonly touched = new Set<Project>();

  constructor(mock: Mock, world: World, workspace: Workspace, counts: Map<string, [number, number]>) {
    this.mock = mock;
    this.world = world;
    this.workspace = workspace;
    this.counts = counts;
  }

  toUnits(seconds: number): number {
    return Math.round(seconds * this.world.unitsPerSecond) + 0;
  }

  toSeconds(units: number): number {
    return units / this.world.unitsPerSecond;
  }

  /**
   * Returns a project of this workspace, usually one that is not empty. Sometimes returns only an id that must get a
   * 404: the id of another workspace's project or an unknown id.
   */
  target({ place, stray }: Place): { readonly id: string; readonly project: Project | undefined } {
    const others = this.world.workspaces.filter((other) => other !== this.workspace);
    const foreign = at(
      others.flatMap((other) => other.projects),
      place,
    );
    if (stray === 0 && foreign) return { id: foreign.id, project: undefined };
    if (stray === 1) return { id: 'none', project: undefined };
    const { projects } = this.workspace;
    const full = projects.filter(({ items }) => items.length > 0);
    const project = at(stray < 35 && full.length > 0 ? full : projects, place);
    if (project) this.touched.add(project);
    return { id: project?.id ?? 'none', project };
  }

  /** Returns a word of the project. Sometimes returns an id that must get a 404. */
  word(
    project: Project | undefined,
    { place, stray }: Place,
  ): { readonly id: string; readonly word: Word | undefined } {
    const elsewhere = this.world.workspaces.flatMap(({ projects }) => projects).find((other) => other !== project);
    const foreign = elsewhere && at(wordsOf(elsewhere), place);
    if (stray === 0 && foreign) return { id: foreign.id, word: undefined };
    const word = project && stray !== 1 ? at(wordsOf(project), place) : undefined;
    return { id: word?.id ?? 'none', word };
  }

  /** Sends a request that only reads, and returns the response. */
  async read(name: ApiName, sent: Sent = {}, apiKey = this.workspace.apiKey) {
    const response = await this.mock.fetch(...this.#request(name, sent, apiKey));
    const { status } = response;
    const body: unknown = await response.json();
    requireExact(name, status, body);
    // Cast to `never`, so that callers can compare the body with a value of any type.
    return { status, body: body as never };
  }

  /**
   * Sends a request that changes something, and checks that it is accepted or rejected as `verdict` says. Returns the
   * response, or undefined if a stored response was replayed or the request was rejected. A rejected request must not
   * change anything.
   */
  async change(name: ApiName, sent: Sent, verdict: Verdict) {
    const before = await this.mock.snapshot();
    const response = await this.mock.fetch(...this.#request(name, sent, this.workspace.apiKey));
    const { status } = response;
    const text = await response.text();
    requireExact(name, status, JSON.parse(text));
    // A malformed request is rejected before its Idempotency-Key is looked up.
    const replay = verdict.refusals.length > 0 && !verdict.remembered ? undefined : this.#replay(name, sent);
    if (replay) {
      expect([status, text]).toEqual(replay);
      expect(await this.mock.snapshot()).toEqual(before);
      return undefined;
    }
    const reached = status < 400 || verdict.remembered === true;
    if (sent.idempotencyKey !== undefined && reached) {
      this.workspace.replays.delete(sent.idempotencyKey);
      this.workspace.replays.set(sent.idempotencyKey, { input: inputOf(name, sent), at: this.world.now, status, text });
    }
    this.#count(name, status);
    if (verdict.refusals.length > 0 && !(verdict.open && status < 400)) {
      expect(verdict.refusals, text).toContain(status);
      expect(withoutReplays(await this.mock.snapshot())).toEqual(withoutReplays(before));
      return undefined;
    }
    expect(status, text).toBeLessThan(300);
    this.workspace.txid += 1;
    expect(
      (await this.mock.snapshot()).workspaces.find(({ apiKey }) => apiKey === this.workspace.apiKey),
    ).toHaveProperty('txid', this.workspace.txid);
    // Cast to `never`, so that callers can compare the body with a value of any type.
    return JSON.parse(text) as never;
  }

  /** Checks that an id is new, and records it. */
  expectNewId(id: string): string {
    expect(this.world.ids.has(id), `${id} is new`).toBe(false);
    this.world.ids.add(id);
    return id;
  }

  /** Records that the workspace's webhooks must receive this event. */
  expectEvent(type: string, id: string): void {
    for (const { url, events } of this.workspace.webhooks) {
      if (events.includes(type)) this.workspace.expectedEvents.push(`${url} ${type} ${id}`);
    }
  }

  #replay(name: ApiName, sent: Sent): [number, string | unknown] | undefined {
    const known = sent.idempotencyKey === undefined ? undefined : this.workspace.replays.get(sent.idempotencyKey);
    if (!known || this.world.now - known.at >= 24 * 3_600_000) return undefined;
    if (known.input === inputOf(name, sent)) return [known.status, known.text];
    return [409, expect.stringContaining('"code":"idempotency_conflict"')];
  }

  #request(
    name: ApiName,
    { path = {}, query = {}, body, idempotencyKey }: Sent,
    apiKey: string,
  ): [string, RequestInit] {
    const filled = api[name].path.replace(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(path[parameter] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const init = { method: api[name].method, headers, ...(body && { body: JSON.stringify(body) }) };
    return [`${this.mock.baseUrl}${filled}?${search}`, init];
  }

  #count(name: string, status: number): void {
    const [accepted, refused] = this.counts.get(name) ?? [0, 0];
    this.counts.set(name, status < 400 ? [accepted + 1, refused] : [accepted, refused + 1]);
  }
}

/**
 * `place` is a position as a fraction of a list's length, because an index could become invalid when fast-check shrinks
 * a failure. `stray` 0 or 1 selects an id that is not found.
 */
export interface Place {
  readonly place: number;
  readonly stray: number;
}

/** Returns the same text for inputs that differ only in the order of their fields. */
function inputOf(name: ApiName, { path, body }: Sent): string {
  return JSON.stringify([name, path ?? {}, body ?? {}], (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function withoutReplays(snapshot: MockSnapshot) {
  return {
    ...snapshot,
    // A rejected request can create a workspace that only contains the stored error.
    workspaces: snapshot.workspaces.map(({ idempotency, ...rest }) => rest).filter(({ idCount }) => idCount > 0),
  };
}
