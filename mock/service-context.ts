import type { EventData, KnownEventType } from '../src/contract/event.ts';
import type { Clock } from './clock.ts';
import type { Context, SourceTranscript } from './context.ts';
import type { Emit } from './emit.ts';
import type { JobOutcomes } from './job-outcomes.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobState } from './state.ts';
import type { Store } from './store.ts';
import type { Workspace } from './workspace.ts';

/** What the services' contexts are made of. */
export interface ServiceParts {
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
export function newContext(workspace: Workspace, origin: string, parts: ServiceParts) {
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
    look: (job) => parts.jobs.look(workspace, job),
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
