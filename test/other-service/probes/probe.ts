import { describe, expect, test } from 'vitest';
import type { Choices, PointId } from '../../../mock/points/open-points.ts';
import { choicesOf } from '../choices.ts';
import { openSession, type Session } from '../support/session.ts';

/** The client's result, and the correct result for the service's responses. The two must be equal. */
export interface Comparison {
  readonly received: unknown;
  readonly said: unknown;
  /** The value that must differ between the choices of a point. Default: all requests and responses. */
  readonly seen?: unknown;
}

/** Uses the client in a way that depends on the choice for one open point. */
export type Probe = (session: Session) => Promise<Comparison>;

/** The points at which a choice can contradict the specification, so that the client reports a mismatch. */
const reported: ReadonlySet<PointId> = new Set([
  'batch.clips',
  'clip.project',
  'job.error',
  'sound.status',
  'jobs.poll',
  'jobs.cancelResponse',
  'webhook.response',
  'lists.jobs',
  'lists.captions',
  'lists.words',
  'lists.timeline',
  'lists.segments',
  'lists.updates',
  'words.field',
  'pages.pagination',
  'pages.total',
  'pages.more',
  'pages.position',
  // The mismatch is the missing `pagination`, see `alongside`.
  'pages.pastEnd',
]);

/** The choices that the client reports as mismatches, at points that are not in `reported`. */
const reportedChoices: { readonly [Id in PointId]?: readonly string[] } = {
  'project.status': ['null', 'absent'],
  'batch.id': ['null', 'absent'],
  'move.items': ['null', 'absent'],
  'audio.asset': ['null', 'absent'],
  'batch.workingStatus': ['null', 'absent'],
  'batch.endedStatus': ['null', 'absent'],
  'clip.openStatus': ['null', 'absent'],
  // An empty project_id is a mismatch, because the specification says that it is a UUID.
  'job.projectId': [''],
  'job.workingStatus': ['null', 'absent'],
  'jobs.unrelated': ['a job with status null', 'a job without status'],
};

/** Additional choices for some points. Without them, a client could not tell the choices of the point apart. */
const alongside: { readonly [Id in PointId]?: Partial<Choices> } = {
  'batch.endedStatus': { 'batch.start': 'ended' },
  'jobs.order': { 'jobs.attempts': 'a later failure' },
  'pages.pastEnd': { 'pages.pagination': 'absent' },
  'jobs.unrelated': { 'clip.export': 'never' },
  'pages.start': { 'pages.size': 'at most two' },
  'lists.jobs': { 'jobs.listing': 'after a while' },
  'idempotency.status': { 'success.projects.create': '201' },
};

/** Defines tests for each supported choice of each point in `probes`. */
export function testPoints<Id extends PointId>(probes: { readonly [Each in Id]: Probe }): void {
  // Cast: `Object.keys` types the names as strings.
  describe.each(Object.keys(probes) as Id[])('%s', (id) => {
    const choices = choicesOf(id);
    const runs = new Map<string, Promise<Run>>();
    const run = (choice: string) => {
      const started = runs.get(choice) ?? runProbe(id, choice, probes[id]);
      runs.set(choice, started);
      return started;
    };

    test.each(choices)('the client supports %j', async (choice) => {
      const { outcome, mismatches } = await run(choice);
      if ('error' in outcome) throw outcome.error;
      expect(outcome.received).toEqual(outcome.said);
      const isReported = reported.has(id) || reportedChoices[id]?.includes(choice);
      if (!isReported) expect(mismatches).toEqual([]);
    });

    if (choices.length === 1) return;
    test.each(choices.slice(1))('the choice %j changes what the service sends or receives', async (choice) => {
      const [plain, other] = [await run(choices[0] ?? ''), await run(choice)];
      expect(other.seen).not.toEqual(plain.seen);
    });
  });
}

interface Run {
  readonly outcome: Comparison | { readonly error: unknown };
  readonly seen: unknown;
  readonly mismatches: readonly unknown[];
}

async function runProbe(id: PointId, choice: string, probe: Probe): Promise<Run> {
  const session = openSession({ ...alongside[id], [id]: choice });
  const outcome = await probe(session).catch((error: unknown) => ({ error }));
  const seen = 'seen' in outcome ? outcome.seen : session.service.exchanges;
  return { outcome, seen, mismatches: session.mismatches.map(({ endpoint, issues }) => ({ endpoint, issues })) };
}
