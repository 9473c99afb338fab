import type { ActiveFault, Fault, FaultFor, Mock } from 'clipwright/mock';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { aNonEmptyString, anObject, aString, isObject, requireValue } from '../../src/core/options/checks.ts';
import { jsonFields } from '../checks.ts';
import type { JobParams } from '../control/models/state.ts';
import { type ControlName, type ControlRoute, controlNames, controlRoutes } from '../control/routes.ts';
import { aHold, aJobId, requireOutcome } from '../jobs/outcomes.ts';
import type { MockScope } from '../scope.ts';
import { requireSeedOptions } from '../state/seed-options.ts';
import { requireSeconds } from '../time/clock.ts';
import type { ControlClient } from './control-client.ts';

/** Members that a remote mock lacks, because they serve the mock or are internal. */
type InProcess = 'handle' | 'listen' | 'listenWith' | 'setResetPoint' | 'changes' | 'observe' | 'takeNext';

/** Members whose types are written by hand in {@link Remote}. */
type NotPromised = 'baseUrl' | 'fetch' | 'events' | 'requests' | 'deliveries' | 'faults';

type Method = (...given: never[]) => unknown;

type Promised<T> = T extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Awaited<Result>>
  : { readonly [Name in Exclude<keyof T, InProcess> as T[Name] extends Method ? Name : never]: Promised<T[Name]> };

/** Every member of {@link Mock} that works in another process, with promises as results. */
export type Remote = { readonly [Name in Exclude<keyof Mock, InProcess | NotPromised>]: Promised<Mock[Name]> } & {
  readonly baseUrl: string;
  readonly fetch: Mock['fetch'];
  readonly events: Mock['events'];
  readonly faults: Promised<Pick<Mock['faults'], 'list' | 'remove' | 'clear'>> & {
    /** Like `add` of a mock in this process, but returns a promise. */
    add<Given>(fault: FaultFor<Given>): Promise<ActiveFault>;
  };
  readonly requests: Promise<Mock['requests']>;
  readonly deliveries: Promise<Mock['deliveries']>;
};

export function remoteSeed(control: ControlClient): Remote['seed'] {
  return {
    project: async (options) => {
      requireSeedOptions(options, control.anAcceptedKey);
      const { apiKey, ...body } = options;
      return control.call('seed.project', { body, scope: { apiKey } });
    },
  };
}

export function remoteClock(control: ControlClient): Remote['clock'] {
  const { status } = routedMethods(control, 'clock');
  return {
    status,
    now: async (scope) => Date.parse((await status(scope)).now),
    advance: async (seconds, scope) => {
      // Don't check the maximum here: the mock checks it, because only the mock knows its time.
      requireSeconds(seconds, 0);
      await control.call('clock.advance', { body: { advance_seconds: seconds }, scope });
    },
  };
}

export function remoteJobs(control: ControlClient): Remote['jobs'] {
  const end = async (id: string, body: JobParams, scope: MockScope | undefined) => {
    requireValue('id', id, aJobId);
    await control.call('jobs.end', { id, body, scope });
  };
  return {
    ...routedMethods(control, 'jobs'),
    complete: (id, scope) => end(id, { status: 'completed' }, scope),
    fail: async (id, error, scope) => {
      if (error !== undefined) requireValue('reason', error, aString);
      await end(id, { status: 'failed', error }, scope);
    },
    cancel: (id, scope) => end(id, { status: 'cancelled' }, scope),
    hold: async (id, seconds, scope) => {
      if (seconds !== undefined) requireValue('seconds', seconds, aHold);
      await end(id, { status: 'held', seconds }, scope);
    },
    next: async (outcome) => {
      requireOutcome(outcome, control.anAcceptedKey);
      const { apiKey, ...body } = outcome;
      await control.call('jobs.next', { body, scope: { apiKey } });
    },
  };
}

export function remoteFaults(control: ControlClient): Remote['faults'] {
  return {
    ...routedMethods(control, 'faults'),
    add: async (fault) => {
      const { apiKey, ...body } = sendableFault(fault);
      if (apiKey !== undefined) requireValue('fault.apiKey', apiKey, control.anAcceptedKey);
      return control.call('faults.add', { body, scope: { apiKey } });
    },
  };
}

type RoutedName = {
  [Name in ControlName]: (typeof controlRoutes)[Name] extends { readonly returns: string } ? Name : never;
}[ControlName];

type RoutedPart = 'state' | 'clock' | 'jobs' | 'faults';

type RoutedMethods<Part extends RoutedPart> = {
  readonly [Method in keyof Remote[Part] & string as `${Part}.${Method}` extends RoutedName
    ? Method
    : never]: Remote[Part][Method];
};

/** Creates the methods of one part of a mock from its routes, such as `workspaces` from `state.workspaces`. */
export function routedMethods<Part extends RoutedPart>(control: ControlClient, part: Part): RoutedMethods<Part> {
  const methods = controlNames.flatMap((name) => {
    const { path, returns }: ControlRoute = controlRoutes[name];
    const [itsPart = '', method = ''] = name.split('.');
    if (itsPart !== part || returns === undefined) return [];
    // If `returns` is `nothing`, the result is undefined, because no response has a field of this name.
    const read = (response: unknown) => (returns === 'all' ? response : Object(response)[returns]);
    const byScope = async (scope?: MockScope) => read(await control.call(name, { scope }));
    const byId = async (id: string, scope?: MockScope) => {
      requireValue('id', id, aNonEmptyString);
      return read(await control.call(name, { id, scope }));
    };
    return [[method, path.includes('{id}') ? byId : byScope] as const];
  });
  // Cast: the handlers of the control API return what the mock's methods return.
  return Object.fromEntries(methods) as RoutedMethods<Part>;
}

/** @throws ConfigurationError when JSON cannot represent the fault. The mock checks everything else. */
function sendableFault(fault: Fault): Fault {
  requireValue('fault', fault, anObject);
  if ('set' in fault && fault.set !== undefined) requireValue('fault.set', fault.set, jsonFields);
  try {
    return JSON.parse(JSON.stringify(fault, nullIfLost)) as Fault;
  } catch (cause) {
    throw new ConfigurationError('fault', 'is not plain JSON.', { cause });
  }
}

/** Replaces a value that JSON cannot represent by null, which the mock rejects with the same error. */
function nullIfLost(_: string, value: unknown): unknown {
  if (['bigint', 'function', 'symbol'].includes(typeof value)) return null;
  return typeof value !== 'object' || Array.isArray(value) || isObject(value) ? value : null;
}
