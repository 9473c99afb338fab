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

/** A service's context; what it begins and emits waits until the request is accepted. */
export function newContext(workspace: Workspace, origin: string, parts: ServiceDeps) {
  const now = parts.clock.now();
  const begun: JobState[] = [];
  const emitted: [KnownEventType, EventData][] = [];
  const context: Context = {
    workspace,
    now,
    origin,
    txid: workspace.state.txid + 1,
    unitsPerSecond: parts.unitsPerSecond,
    webhookSecret: parts.webhookSecret,
    transcriptOf: parts.transcriptOf,
    emit: (type, data) => emitted.push([type, data]),
    nextOutcome: () => parts.outcomes.take(workspace.state.apiKey),
    begin: (job) => begun.push(job),
    poll: (job) => parts.jobs.poll(workspace, job),
    cancel: (job) => parts.jobs.force(workspace, job, 'cancelled', null),
  };
  const accept = () => {
    workspace.state.txid += 1;
    parts.store.keep(workspace);
    parts.jobs.follow(workspace, begun);
    for (const [type, data] of emitted) parts.emit(workspace, type, data, now);
  };
  return { context, accept };
}
