import { createMock } from 'clipwright/mock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ApiName, api, apiNames } from '../../mock/http/api.ts';
import { isFull, runs } from '../support/amount.ts';
import type { Action, WeightedAction } from './model/action.ts';
import * as creation from './model/creation.ts';
import * as jobs from './model/jobs.ts';
import * as pages from './model/pages.ts';
import { expectProject, turningPoints } from './model/reads.ts';
import { newWorld, type World } from './model/state.ts';
import * as timeline from './model/timeline.ts';
import * as transcript from './model/transcript.ts';
import { Turn } from './model/turn.ts';
import * as words from './model/words.ts';

const opening: readonly creation.Cue[] = [
  { gap: 0, length: 2, startsWithPrevious: false, words: ['We', 'choose', 'to', 'go'] },
  { gap: 0, length: 2, startsWithPrevious: false, words: ['to', 'the', '<b>Moon</b>', 'decade.'] },
  { gap: 2.5, length: 1, startsWithPrevious: false, words: ['Why?', 'go'] },
];

/**
 * The action that calls each endpoint. If the compiler reports a missing endpoint, add an action to the `calls` of a
 * file in test/mock/model/.
 */
const calls: { readonly [Name in ApiName]: WeightedAction } = {
  ...creation.calls,
  ...jobs.calls,
  ...timeline.calls,
  ...pages.calls,
  ...words.calls,
  ...transcript.calls,
};

const control: readonly WeightedAction[] = [
  { weight: 1, arbitrary: creation.seed },
  { weight: 3, arbitrary: jobs.advance },
  { weight: 3, arbitrary: jobs.endByHand },
];

const action: fc.Arbitrary<Action> = fc.oneof(...Object.values(calls), ...control);

test('after any actions in three workspaces, the mock and the model have the same state', async () => {
  const counts = new Map<string, [number, number]>();
  // Without `noBias`, fast-check prefers the ends of ranges, so most ids would be unknown, and middle words rare.
  const sequence = fc.array(fc.noBias(action), { minLength: 1, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequence, fc.constantFrom(1000, 50), (actions, units) => play(actions, units, counts)),
    { numRuns: runs(120) },
  );
  if (!isFull) return;
  // The property would hold trivially if the mock rejected all changes of a kind.
  const changes = apiNames.filter((name) => api[name].method !== 'GET');
  const neverAccepted = changes.filter((name) => (counts.get(name)?.[0] ?? 0) === 0);
  expect(neverAccepted, 'endpoints whose actions in test/mock/model/ were always rejected').toEqual([]);
});

async function play(
  actions: readonly Action[],
  unitsPerSecond: number,
  counts: Map<string, [number, number]>,
): Promise<void> {
  const received: string[] = [];
  const mock = createMock({
    unitsPerSecond,
    transcripts: {
      'https://v.example/talk': creation.clipTranscript,
      'https://v.example/mute': { failure: 'no sound' },
    },
    deliver: async (request) => {
      const { type, data } = (await request.json()) as { type: string; data: Record<string, string> };
      received.push(`${request.url} ${type} ${subjectOf(type, data)}`);
      return new Response();
    },
  });
  const world = newWorld(['a', 'b', 'c'], unitsPerSecond, await mock.clock.now());
  const turnOf = (at: number) => new Turn(mock, world, world.workspaces[at] as World['workspaces'][0], counts);
  await creation.seedProject(turnOf(0), opening);
  await creation.seedProject(turnOf(1), opening);
  await creation.registerForAllEvents(turnOf(0));
  for (const [step, one] of actions.entries()) {
    const turn = turnOf(one.workspace);
    await one.run(turn);
    for (const project of turn.touched) {
      const times = turningPoints(project);
      await expectProject(turn, project, times.slice(step % 7).slice(0, 1));
    }
  }
  for (const at of [0, 1, 2]) {
    const turn = turnOf(at);
    for (const project of turn.workspace.projects) await expectProject(turn, project, turningPoints(project));
    await expectNoAccessByOthers(turn);
  }
  await mock.settled();
  expect(received.sort()).toEqual(world.workspaces.flatMap((workspace) => workspace.expectedEvents).sort());
}

/** Returns the id of the object that an event is about. */
function subjectOf(type: string, data: Readonly<Record<string, string>>): string | undefined {
  const [noun = ''] = type.split('.');
  return data[
    { project: 'project_id', media: 'asset_id', transcription: 'asset_id', export: 'export_id' }[noun] ?? 'job_id'
  ];
}

async function expectNoAccessByOthers(turn: Turn): Promise<void> {
  const [project] = turn.workspace.projects;
  const [job] = project?.jobs ?? [];
  for (const { apiKey } of turn.world.workspaces.filter((other) => other !== turn.workspace)) {
    if (project)
      expect((await turn.read('captions.list', { path: { projectId: project.id } }, apiKey)).status).toBe(404);
    if (job) expect((await turn.read('jobs.retrieve', { path: { jobId: job.id } }, apiKey)).status).toBe(404);
  }
}
