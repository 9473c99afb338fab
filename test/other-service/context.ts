import type { Choices, PointId } from '../../mock/points/open-points.ts';
import { pick } from './choices.ts';
import { Ids } from './ids.ts';
import type { BatchRecord, EventRecord, JobRecord, ProjectRecord, WebhookRecord } from './state.ts';

/** The job that a URL belongs to, and the action of a request to the URL. */
export interface JobTarget {
  readonly job: JobRecord;
  readonly action: 'poll' | 'again' | 'state' | 'cancel';
}

/** The choices and the state of a service. */
export class Context {
  readonly choices: Choices;
  readonly ids: Ids;
  readonly projects = new Map<string, ProjectRecord>();
  readonly jobs = new Map<string, JobRecord>();
  readonly batches: BatchRecord[] = [];
  readonly webhooks: WebhookRecord[] = [];
  readonly events: EventRecord[] = [];
  readonly logos = new Set<string>();
  readonly tracks = new Map<string, string>();
  /** The targets of all job URLs. The keys are absolute URLs. */
  readonly jobTargets = new Map<string, JobTarget>();
  /** The base URL, without a trailing slash. */
  baseUrl: string;
  #time = Date.UTC(2026, 10, 21, 21, 6, 48, 368);

  constructor(choices: Choices) {
    this.choices = choices;
    this.ids = new Ids(choices);
    this.baseUrl = pick(choices, 'base.address', {
      'at the root': 'https://api.other.test/api/v1',
      'below a path': 'https://other.test/video/service/api/v1',
      'on a port': 'http://other.test:8443/api/v1',
    });
  }

  get origin(): string {
    return new URL(this.baseUrl).origin;
  }

  /** Advances the service's clock by a second, and returns its time. */
  now(): Date {
    this.#time += 1_000;
    return new Date(this.#time);
  }

  pick<Id extends PointId, const Values extends { readonly [Choice in Choices[Id]]: unknown }>(
    id: Id,
    values: Values,
  ): Values[Choices[Id]] {
    return pick(this.choices, id, values);
  }

  emit(type: string, data: Record<string, unknown>): void {
    const isSent = this.pick('event.emits', {
      'exports, jobs and others': true,
      'exports only': type.startsWith('export.'),
      'jobs only': type.startsWith('job.'),
    });
    if (isSent) this.#push(type, data);
    // The specification does not list this event type.
    if (isSent && this.choices['event.otherTypes'] === 'some') this.#push('workspace.changed', {});
  }

  #push(type: string, data: Record<string, unknown>): void {
    const count = this.events.filter((event) => event.type === type).length + 1;
    const id = this.pick('event.ids', { 'each event': this.ids.next('event'), 'each event of a type': `${count}` });
    this.events.push({ id, type, createdAt: this.now(), data });
  }
}
