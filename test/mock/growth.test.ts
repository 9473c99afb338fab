import { expect, test, vi } from 'vitest';
import { JobRunner } from '../../mock/jobs/runner.ts';
import { listCaptions, listWords } from '../../mock/services/captions.ts';
import { batchMove } from '../../mock/services/timeline-batches.ts';
import { timelineAt } from '../../mock/services/timeline-items.ts';
import { correctTranscript } from '../../mock/services/transcript.ts';
import { Captions } from '../../mock/state/captions.ts';
import { Items } from '../../mock/state/items.ts';
import { takeSnapshot } from '../../mock/state/snapshot.ts';
import { Store } from '../../mock/state/store.ts';
import { emptyWorkspace, type JobState, type ProjectState } from '../../mock/state/types.ts';
import type { Workspace } from '../../mock/state/workspace.ts';
import { Clock, EPOCH } from '../../mock/time/clock.ts';
import { type Edit, edits, longProject } from './support/project-edits.ts';
import { timesOf } from './support/times.ts';

/** Counts the reads of fields of wrapped objects. */
class Reads {
  count = 0;

  wrap<T extends object>(value: T): T {
    return new Proxy(value, {
      get: (target, field) => {
        this.count += 1;
        return Reflect.get(target, field, target);
      },
    });
  }

  /** Counts one read for each caption that an iteration visits. */
  countSteps(captions: Captions): Captions {
    const reads = this;
    const from = captions.from.bind(captions);
    captions.from = function* (offset) {
      for (const caption of from(offset)) {
        reads.count += 1;
        yield caption;
      }
    };
    return captions;
  }

  /** Returns the number of reads during a call. */
  of(work: () => unknown): number {
    const before = this.count;
    work();
    return this.count - before;
  }
}

const short = longProject(1000);
const long = longProject(20_000);

/** Copies a project, so that `reads` counts each read of an item, a caption or a word of the copy. */
function countedProject({ workspace, project, context }: typeof long) {
  const reads = new Reads();
  const items = new Items([...project.items].map((item) => reads.wrap(item)));
  const captions = reads.countSteps(new Captions());
  for (const caption of project.captions) {
    const words = reads.wrap(caption.words.map((word) => reads.wrap(word)));
    captions.put(reads.wrap({ ...caption, words }), items.require(caption.itemId).layer);
  }
  const counted: ProjectState = { ...project, items, captions };
  workspace.state.projects.set(counted.id, counted);
  return { project: counted, context, reads };
}

/** Returns the number of reads that an edit makes in a copy of a project, after another edit if one is given. */
function readsOf(original: typeof long, work: Edit, before?: Edit): number {
  const { project, context, reads } = countedProject(original);
  const place = { caption: 0.6, word: 0.5, to: 0.3 };
  before?.(project, context, place);
  return reads.of(() => work(project, context, place));
}

const pathOf = ({ id }: ProjectState) => ({ path: { projectId: id }, body: undefined });

const reading: Readonly<Record<string, Edit>> = {
  'a page of words': (project, context) =>
    listWords({ ...pathOf(project), query: { limit: 5, offset: project.captions.totals.words / 2 } }, context),
  'a page of captions': (project, context) =>
    listCaptions({ ...pathOf(project), query: { limit: 5, offset: project.captions.totals.captions / 2 } }, context),
  'the words of an item': (project, context) => {
    const [caption] = project.captions.from(project.captions.totals.captions / 2);
    return listWords({ ...pathOf(project), query: { timeline_item_id: caption?.itemId } }, context);
  },
  'the items at a time': (project, context) =>
    timelineAt({ ...pathOf(project), query: { time_seconds: project.items.end / 2000 } }, context),
};

const { split, merge, retime, move, trim } = edits as Record<string, Edit>;

test.each(Object.entries({ split, merge, retime, move, trim, ...reading }) as [string, Edit][])(
  '%s: a project with 20 times as many words causes at most 3 times as many reads',
  (_, work) => {
    expect(readsOf(long, work)).toBeLessThan(3 * readsOf(short, work));
  },
);

test('finding all words of a long caption by id reads each word only once', () => {
  const reads = new Reads();
  const words = Array.from({ length: 1000 }, (_, index) =>
    reads.wrap({ id: `w${index}`, word: 'a', start: index, end: index + 1, emphasis: false, paragraph: 0 }),
  );
  const captions = new Captions();
  captions.put({ id: 'c', itemId: 'i', words }, 0);
  const find = () => {
    for (let index = 0; index < words.length; index++) {
      expect(captions.requireWord(`w${index}`, 'id').index).toBe(index);
    }
  };
  expect(reads.of(find)).toBeLessThanOrEqual(words.length);
  expect(reads.of(find)).toBe(0);
});

test('a batch move does not search all captions of a project for each unknown item', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ timeline_item_id: `unknown-${id}`, new_start_seconds: 0 }));
  const moveUnknown: Edit = ({ id }, context) =>
    batchMove({ path: { projectId: id }, query: undefined, body: { items } }, context);
  expect(readsOf(short, moveUnknown)).toBeLessThan(100);
});

/** Replaces words of the project, each by the same new word. */
function correct(...words: readonly string[]): Edit {
  const phrase_replacements = words.map((word) => ({ from_words: [word], to_words: ['x'] }));
  return ({ id }, context) =>
    correctTranscript({ path: { projectId: id }, query: undefined, body: { phrase_replacements } }, context);
}

test('after the first correction, 20 times as many words cause at most 3 times as many reads', () => {
  const work = correct('w10', 'w900');
  const first = correct('w500');
  expect(readsOf(long, work, first)).toBeLessThan(3 * readsOf(short, work, first));
  expect(readsOf(long, work, first)).toBeLessThan(readsOf(long, work) / 20);
});

test('replacing 100 phrases reads at most twice as much of a project as replacing one', () => {
  const words = Array.from({ length: 100 }, (_, index) => `w${index * 10}`);
  expect(readsOf(long, correct(...words))).toBeLessThan(2 * readsOf(long, correct('w0')));
});

test('a correction looks up each first word of its phrases once', () => {
  const { project, context } = countedProject(short);
  const find = vi.spyOn(project.captions, 'withText');
  const phrase_replacements = Array.from({ length: 100 }, (_, index) => ({
    from_words: ['w1', `x${index}`],
    to_words: [],
  }));
  correctTranscript({ path: { projectId: project.id }, query: undefined, body: { phrase_replacements } }, context);
  expect(find).toHaveBeenCalledTimes(1);
});

test('replacing a phrase of 1,000 words reads at most twice as much as replacing a phrase of two words', () => {
  const correctPhrase =
    (length: number): Edit =>
    ({ id }, context) => {
      const from_words = Array.from({ length }, () => 'w1');
      const body = { phrase_replacements: [{ from_words, to_words: ['x'] }] };
      return correctTranscript({ path: { projectId: id }, query: undefined, body }, context);
    };
  expect(readsOf(long, correctPhrase(1000))).toBeLessThan(2 * readsOf(long, correctPhrase(2)));
});

/** Returns the number of reads of jobs while one job ends at its due time and a call ends another job. */
function readsOfEnds(jobCount: number): number {
  const reads = new Reads();
  const clock = new Clock('manual');
  const runner = new JobRunner({
    times: timesOf(clock),
    emit: () => undefined as never,
    origin: () => '',
    onChange: () => {},
  });
  // Cast: the runner reads only these fields of a workspace.
  const workspace = { state: { apiKey: 'test', timeOffset: 0 } } as Workspace;
  const jobs = Array.from({ length: jobCount }, (_, index) => {
    const duration = 1 + (jobCount - index) * 1000;
    const ids = { id: `${index}`, projectId: 'p', mediaId: 'm', exportId: null };
    const times = { createdAt: EPOCH, duration, steps: 4, polls: 0, held: 0, hold: null, end: null };
    return reads.wrap<JobState>({ ...ids, ...times, kind: 'clip', fileSeconds: 1, failure: null });
  });
  runner.track(workspace, jobs);
  clock.advance(1001);
  const [first] = jobs;
  if (!first) throw new Error('There is no job.');
  const count = reads.of(() => {
    runner.endDue();
    runner.hold(workspace, first, 1);
    runner.endNow(workspace, first, 'completed', null);
  });
  expect(jobs.filter(({ end }) => end).map(({ id }) => id)).toEqual(['0', `${jobCount - 1}`]);
  return count;
}

test('ending a job does not read other jobs', () => {
  expect(readsOfEnds(10_000)).toBe(readsOfEnds(10));
});

test('a snapshot or reset of one workspace does not read other workspaces', () => {
  const readsAmongWorkspaces = (count: number) => {
    const reads = new Reads();
    const store = new Store('seed');
    store.replace(Array.from({ length: count }, (_, index) => reads.wrap(emptyWorkspace(`${index}`))));
    return reads.of(() => {
      const last = `${count - 1}`;
      takeSnapshot(0, store.workspaces(last));
      store.findJob('unknown', last);
      store.replace([], last);
    });
  };
  expect(readsAmongWorkspaces(10_000)).toBe(readsAmongWorkspaces(10));
});
