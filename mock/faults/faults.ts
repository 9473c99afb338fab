import type { KnownEventType } from '../../src/contract/event.ts';
import type { ApiName } from '../api/table.ts';
import { keyOf, type MockScope } from '../scope.ts';
import { nthChance } from '../state/ids.ts';
import { type ActiveCallFault, type ActiveEventFault, type ActiveFault, type Fault, isEventFault } from './fault.ts';
import { hasField } from './omit.ts';
import { requireFault } from './require-fault.ts';

/** A call that a fault may hit. */
export interface FaultTarget {
  readonly endpoint: ApiName;
  readonly apiKey: string;
  /** The project that the path names, itself or by a job. */
  readonly project: string | undefined;
  /** The answer's body, once the service has accepted the call; undefined before. */
  readonly accepted?: string;
}

/** A delivery that a fault may hit. */
export interface DeliveryTarget {
  readonly type: KnownEventType;
  readonly webhookId: string;
  readonly apiKey: string;
}

interface Entry<F extends ActiveFault = ActiveFault> {
  readonly fault: F;
  readonly apiKey: string | undefined;
  /** How many more it hits. */
  left: number;
  /** How often the dice were thrown for it. */
  throws: number;
}

/** What goes wrong on command. */
export class Faults {
  readonly #seed: string;
  #entries: Entry[] = [];
  #count = 0;

  /** @internal */
  constructor(seed: string) {
    this.#seed = seed;
  }

  /**
   * Puts a fault in force, until it has hit as often as its `times` say.
   *
   * @throws ConfigurationError that names the field when the fault says nothing, too much, what is not known, or what can
   * never happen.
   */
  add(fault: Fault): ActiveFault {
    requireFault(fault);
    this.#count += 1;
    // A copy: what the caller does with it later changes nothing.
    const { apiKey, ...rest } = structuredClone(fault);
    const active: ActiveFault = { ...rest, id: `fault-${this.#count}` };
    this.#entries.push({ fault: active, apiKey, left: fault.times ?? Number.POSITIVE_INFINITY, throws: 0 });
    return active;
  }

  /** The faults in force, the oldest first; those that were added for an API key, if it is named. */
  list(scope: MockScope = {}): ActiveFault[] {
    const apiKey = keyOf(scope);
    return this.#entries.filter((entry) => isOf(apiKey, entry)).map(({ fault }) => fault);
  }

  /** Takes faults back; those that were added for an API key, if it is named. */
  clear(scope: MockScope = {}): void {
    const apiKey = keyOf(scope);
    this.#entries = this.#entries.filter((entry) => !isOf(apiKey, entry));
  }

  /**
   * Takes faults back; if all, the same seed, faults and calls give the same hits again.
   *
   * @internal
   */
  reset(scope: MockScope): void {
    this.clear(scope);
    if (scope.apiKey === undefined) this.#count = 0;
  }

  /**
   * The faults that hit a call, the oldest first. Each counts as a hit as it is taken: who needs no more, takes no more.
   *
   * @internal
   */
  *takeForCall(call: FaultTarget): Generator<ActiveCallFault> {
    for (const entry of [...this.#entries]) {
      if (isCallEntry(entry) && isForCall(entry, call) && this.#hits(entry)) yield entry.fault;
    }
  }

  /**
   * The first fault that hits a delivery; it counts as a hit.
   *
   * @internal
   */
  takeForEvent(delivery: DeliveryTarget): ActiveEventFault | undefined {
    const candidates = this.#entries.filter(isEventEntry).filter((entry) => isForDelivery(entry, delivery));
    return candidates.find((entry) => this.#hits(entry))?.fault;
  }

  #hits(entry: Entry): boolean {
    // While an earlier fault delayed the call, this one may have hit others or been taken back.
    if (!this.#entries.includes(entry)) return false;
    entry.throws += 1;
    const { id, match } = entry.fault;
    if (nthChance(this.#seed, id, entry.throws) >= (match?.share ?? 1)) return false;
    entry.left -= 1;
    if (entry.left === 0) this.#entries = this.#entries.filter((other) => other !== entry);
    return true;
  }
}

function isOf(apiKey: string | undefined, entry: Entry): boolean {
  return apiKey === undefined || apiKey === entry.apiKey;
}

function isEventEntry(entry: Entry): entry is Entry<ActiveEventFault> {
  return isEventFault(entry.fault);
}

function isCallEntry(entry: Entry): entry is Entry<ActiveCallFault> {
  return !isEventFault(entry.fault);
}

function isForCall({ fault, apiKey }: Entry<ActiveCallFault>, call: FaultTarget): boolean {
  const { match: { endpoint = call.endpoint, project = call.project } = {}, omit } = fault;
  const phase = fault.when ?? (omit === undefined ? 'before' : 'after');
  return (
    (apiKey ?? call.apiKey) === call.apiKey &&
    endpoint === call.endpoint &&
    project === call.project &&
    phase === (call.accepted === undefined ? 'before' : 'after') &&
    (omit === undefined || hasField(call.accepted ?? '{}', omit))
  );
}

function isForDelivery({ fault, apiKey }: Entry<ActiveEventFault>, delivery: DeliveryTarget): boolean {
  const { event, webhook = delivery.webhookId } = fault.match;
  return (
    (apiKey ?? delivery.apiKey) === delivery.apiKey &&
    (event === '*' || event === delivery.type) &&
    webhook === delivery.webhookId
  );
}
