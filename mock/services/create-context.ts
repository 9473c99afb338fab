import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { Emit } from '../deliveries/emit.ts';
import type { JobOutcomes } from '../jobs/outcomes.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Store } from '../state/store.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Clock } from '../time/clock.ts';
import type { Context, SourceTranscript } from './context.ts';

/** What the services' contexts are made of. */
export interface ServiceDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly jobs: JobRunner;
  readonly outcomes: JobOutcomes;
  readonly emit: Emit;
  readonly unitsPerSecond: number;
  readonly webhookSecret: string | undefined;
  transcriptOf(url: string): SourceTranscript;
}

/** A service's context. The jobs that it begins and the events that it emits wait for the commit. */
export function newContext(workspace: Workspace, origin: string, deps: ServiceDeps) {
  const now = deps.clock.now();
  const begun: JobState[] = [];
  const emitted: [KnownEventType, EventData][] = [];
  const context: Context = {
    workspace,
    now,
    origin,
    txid: workspace.state.txid + 1,
    unitsPerSecond: deps.unitsPerSecond,
    webhookSecret: deps.webhookSecret,
    transcriptOf: deps.transcriptOf,
    emit: (type, data) => emitted.push([type, data]),
    nextOutcome: () => deps.outcomes.take(workspace.state.apiKey),
    begin: (job) => begun.push(job),
    poll: (job) => deps.jobs.poll(workspace, job),
    cancel: (job) => deps.jobs.endNow(workspace, job, 'cancelled', null),
  };
  const commit = () => {
    workspace.state.txid += 1;
    deps.store.add(workspace);
    deps.jobs.track(workspace, begun);
    for (const [type, data] of emitted) deps.emit(workspace, type, data, now);
  };
  return { context, commit };
}
