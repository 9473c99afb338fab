import { describe, expect, test } from 'vitest';
import { choicesOf } from '../not-ours.ts';
import type { Choices, PointId } from '../open-points.ts';
import { openSession, type Session } from '../support/session.ts';

/** What the client returned, and what the service said. Both must agree for every choice. */
export interface Comparison {
  readonly received: unknown;
  readonly said: unknown;
  /** What depends on the point's choice. Default: everything that was sent and received. */
  readonly seen?: unknown;
}

/** Uses a client of a service in a way that depends on how a point is settled. */
export type Probe = (session: Session) => Promise<Comparison>;

/** The points whose choices contradict another part of the specification, so that the client reports a mismatch. */
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
  // The client only requests a page after the last if there is no pagination.
  'pages.pastEnd',
]);

/** Single choices that the client also reports, because the status is not a string. */
const reportedChoices: { readonly [Id in PointId]?: readonly string[] } = {
  'project.status': ['null', 'absent'],
  'batch.id': ['null', 'absent'],
  'move.items': ['null', 'absent'],
  'audio.asset': ['null', 'absent'],
  'batch.workingStatus': ['null', 'absent'],
  'batch.endedStatus': ['null', 'absent'],
  'clip.openStatus': ['null', 'absent'],
  // The specification says that the id in the response to a start is a UUID.
  'job.projectId': [''],
  'job.workingStatus': ['null', 'absent'],
  'jobs.unrelated': ['one with status null', 'one without status'],
};

/** The choices of other points that a point needs to have a visible effect. */
const alongside: { readonly [Id in PointId]?: Partial<Choices> } = {
  'batch.endedStatus': { 'batch.start': 'ended' },
  'jobs.order': { 'jobs.attempts': 'a later failure' },
  'pages.pastEnd': { 'pages.pagination': 'absent' },
  'jobs.unrelated': { 'clip.export': 'never' },
  'pages.start': { 'pages.size': 'at most two' },
  'lists.jobs': { 'jobs.listing': 'after a while' },
  'idempotency.status': { 'success.projects.create': '201' },
};

/** Tests every choice of some points through the client. */
export function testPoints<Id extends PointId>(probes: { readonly [Each in Id]: Probe }): void {
  // Cast: `Object.keys` loses the names.
  describe.each(Object.keys(probes) as Id[])('%s', (id) => {
    const choices = choicesOf(id);
    const runs = new Map<string, Promise<Run>>();
    const run = (choice: string) => {
      const started = runs.get(choice) ?? runProbe(id, choice, probes[id]);
      runs.set(choice, started);
      return started;
    };

    test.each(choices)('%j', async (choice) => {
      const { outcome, mismatches } = await run(choice);
      if ('error' in outcome) throw outcome.error;
      expect(outcome.received).toEqual(outcome.said);
      const isReported = reported.has(id) || reportedChoices[id]?.includes(choice);
      if (!isReported) expect(mismatches).toEqual([]);
    });

    if (choices.length === 1) return;
    test.each(choices.slice(1))('%j changes the service’s behavior from the plain choice', async (choice) => {
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
