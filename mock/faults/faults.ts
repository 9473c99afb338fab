import type { KnownEventType } from '../../src/contract/event.ts';
import { aNonEmptyString, type Check, requireValue } from '../../src/core/options/checks.ts';
import type { ApiName } from '../http/api.ts';
import { misuse, unknownId } from '../http/errors.ts';
import type { ResponseData } from '../http/response.ts';
import type { FileKind } from '../http/urls.ts';
import { keyOf, type MockScope } from '../scope.ts';
import { nthRandom } from '../state/ids.ts';
import { canChange, isApplicable } from './call-fault-effects.ts';
import type {
  ActiveCallFault,
  ActiveEventFault,
  ActiveFault,
  ActiveFileFault,
  Fault,
  FaultFor,
  FaultStatus,
} from './fault.ts';
import { type FaultTarget, targetOf } from './fault-kinds.ts';
import { requireFault } from './validate-fault.ts';

interface FaultableCall {
  readonly endpoint: ApiName;
  readonly apiKey: string;
  /** The project in the path, or the project that the job in the path belongs to. */
  readonly project: string | undefined;
  /** The response of the service; undefined before the service has run. */
  readonly response?: ResponseData | undefined;
}

interface FaultableDownload {
  readonly kind: FileKind;
  /** The API key of the workspace that the file belongs to; undefined if it belongs to none. */
  readonly apiKey: string | undefined;
  readonly response: ResponseData;
}

interface FaultableDelivery {
  readonly type: KnownEventType;
  readonly webhookId: string;
  readonly apiKey: string;
}

/** How many faults that are used up the console can show. */
const MOST_USED_UP = 100;

type Given<F extends ActiveFault> = Omit<F, keyof FaultStatus>;

interface Entry<F extends ActiveFault = ActiveFault> {
  readonly id: string;
  readonly fault: Given<F>;
  readonly apiKey: string | undefined;
  hits: number;
  /** The number of random numbers drawn for `share`. */
  draws: number;
}

/** The faults of a mock. */
export class Faults {
  readonly #seed: string;
  readonly #keyCheck: Check;
  readonly #onChange: (apiKey: string | undefined) => void;
  #entries: Entry[] = [];
  /** The newest faults that have been applied `times` times, oldest first. */
  #usedUp: Entry[] = [];
  #count = 0;

  /**
   * @param onChange Called with the API key of faults that were added, applied or removed; undefined for all keys.
   * @internal
   */
  constructor(seed: string, anAcceptedKey: Check, onChange: (apiKey: string | undefined) => void) {
    this.#seed = seed;
    this.#keyCheck = anAcceptedKey;
    this.#onChange = onChange;
  }

  /**
   * Adds a fault, which stays active until it has been applied `times` times.
   *
   * @throws ConfigurationError that names the field when the fault has no effect or more than one, has an unknown
   * field, or could obviously never apply, for example because `match` has a project and an endpoint without one.
   */
  add<Given>(fault: FaultFor<Given>): ActiveFault {
    requireFault(fault, this.#keyCheck);
    this.#count += 1;
    // Copy the fault, so that later changes to the given object have no effect.
    const { apiKey, ...rest } = structuredClone<Fault>(fault);
    const entry: Entry = { id: `fault-${this.#count}`, fault: rest, apiKey, hits: 0, draws: 0 };
    this.#entries.push(entry);
    this.#onChange(apiKey);
    return view(entry);
  }

  /** Whether no fault is active. @internal */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Returns the active faults, oldest first. With an API key, returns only the faults that were added for this key. */
  list(scope: MockScope = {}): ActiveFault[] {
    return viewsOf(this.#entries, keyOf(scope, this.#keyCheck));
  }

  /** Returns the newest faults that have been applied `times` times, oldest first, for the console. @internal */
  usedUp(scope: MockScope = {}): ActiveFault[] {
    return viewsOf(this.#usedUp, keyOf(scope, this.#keyCheck));
  }

  /**
   * Removes one fault. With an API key, only removes a fault that was added for this key.
   *
   * @throws ConfigurationError when there is no such fault, or it is no longer active.
   */
  remove(id: string, scope: MockScope = {}): void {
    requireValue('id', id, aNonEmptyString);
    const apiKey = keyOf(scope, this.#keyCheck);
    const entry = this.#entries.find((each) => each.id === id && isOf(apiKey, each));
    if (!entry)
      throw misuse('id', 'is not known', unknownId('id', 'fault', id), ' `faults.list()` lists the active faults.');
    this.#remove(entry);
    this.#onChange(apiKey);
  }

  /** Removes all faults. With an API key, removes only the faults that were added for this key. */
  clear(scope: MockScope = {}): void {
    const apiKey = keyOf(scope, this.#keyCheck);
    this.#entries = this.#entries.filter((entry) => !isOf(apiKey, entry));
    this.#usedUp = this.#usedUp.filter((entry) => !isOf(apiKey, entry));
    this.#onChange(apiKey);
  }

  /** Like {@link clear}. Without an API key, also restarts the ids, which determine the random shares. @internal */
  reset(scope: MockScope): void {
    this.clear(scope);
    if (scope.apiKey === undefined) this.#count = 0;
  }

  /** Yields the faults to apply to a request, oldest first. Each yielded fault counts as applied. @internal */
  takeForCall(request: FaultableCall): Generator<ActiveCallFault, undefined> {
    return this.#takeEach('calls', request.apiKey, (fault: Given<ActiveCallFault>) => {
      const { endpoint = request.endpoint, project = request.project } = fault.match ?? {};
      return endpoint === request.endpoint && project === request.project && isApplicable(fault, request.response);
    });
  }

  /** Yields the faults to apply to a download, like {@link takeForCall}. @internal */
  takeForFile({ apiKey, kind, response }: FaultableDownload): Generator<ActiveFileFault, undefined> {
    return this.#takeEach('files', apiKey, (fault: Given<ActiveFileFault>) => {
      const { file } = fault.match;
      return (file === true || file === kind) && canChange(fault, response);
    });
  }

  /** Returns the first fault to apply to a delivery, and counts it as applied. @internal */
  takeForEvent({ type, webhookId, apiKey }: FaultableDelivery): ActiveEventFault | undefined {
    const isFor = ({ match }: Given<ActiveEventFault>) =>
      (match.event === '*' || match.event === type) && (match.webhook ?? webhookId) === webhookId;
    return this.#takeEach('deliveries', apiKey, isFor).next().value;
  }

  *#takeEach<F extends ActiveFault>(
    target: FaultTarget,
    apiKey: string | undefined,
    isFor: (fault: Given<F>) => boolean,
  ): Generator<F, undefined> {
    // Cast: a fault for this target is an F.
    const entries = this.#entries.filter(({ fault }) => targetOf(fault) === target) as Entry<F>[];
    for (const entry of entries) {
      if ((entry.apiKey ?? apiKey) === apiKey && isFor(entry.fault) && this.#take(entry)) yield view(entry);
    }
  }

  #take(entry: Entry): boolean {
    // The fault may have been used up or removed while an earlier fault delayed the request.
    if (!this.#entries.includes(entry)) return false;
    entry.draws += 1;
    if (nthRandom(this.#seed, entry.id, entry.draws) >= (entry.fault.match?.share ?? 1)) return false;
    entry.hits += 1;
    if (entry.hits === entry.fault.times) {
      this.#remove(entry);
      this.#usedUp = [...this.#usedUp, entry].slice(-MOST_USED_UP);
    }
    this.#onChange(entry.apiKey);
    return true;
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }
}

function view<F extends ActiveFault>({ id, fault, apiKey, hits }: Entry<F>): F {
  const left = fault.times === undefined ? null : fault.times - hits;
  const status: FaultStatus = { id, hits, left, scope: apiKey === undefined ? 'all' : 'key' };
  // Cast: `fault` and `status` together have all fields of F.
  return { ...fault, ...status } as F;
}

function viewsOf(entries: readonly Entry[], apiKey: string | undefined): ActiveFault[] {
  return entries.filter((entry) => isOf(apiKey, entry)).map(view);
}

function isOf(apiKey: string | undefined, entry: Entry): boolean {
  return apiKey === undefined || apiKey === entry.apiKey;
}
