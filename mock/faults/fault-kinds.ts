import { MAX_DELAY } from '../time/clock.ts';
import type { CallFault, EventFault } from './fault.ts';

/** A fault hits calls of endpoints, or deliveries of events. */
export type FaultTarget = 'calls' | 'deliveries';

/** The fields of a fault that say what it does to a request; it has exactly one of them. */
export type CallFaultKind = Exclude<keyof CallFault, 'match' | 'when' | 'headers' | 'times' | 'apiKey'>;

/** The fields of a fault that say what it does to a delivery; it has exactly one of them. */
export type EventFaultKind = Exclude<keyof EventFault, 'match' | 'times' | 'apiKey'>;

/** What a kind of fault takes as its value, and what the console says about it. */
export interface FaultKind {
  /** The verb of the console's sentence, before the value. */
  readonly says: string;
  /** The type of the value; a flag is always true. */
  readonly type: 'flag' | 'number' | 'text' | 'json';
  /** The bounds of a number, which is whole. */
  readonly min?: number;
  readonly max?: number;
  /** The label of the value's field. */
  readonly label?: string;
  /** The unit after the value. */
  readonly unit?: string;
  /** A value that the mock takes; JSON where it is of this type. */
  readonly example?: string;
  /** Whether it changes the service's response, and so always hits after the work. */
  readonly isAfter?: true;
}

/** A record that fits the field of the fault that it is for. */
type KindOf<Value> = FaultKind &
  (Value extends true
    ? { readonly type: 'flag' }
    : Required<Pick<FaultKind, 'label' | 'example'>> &
        (Value extends number
          ? { readonly type: 'number'; readonly min: number; readonly max: number }
          : { readonly type: Value extends string ? 'text' : 'json' }));

type KindsOf<F, Name extends keyof F> = { readonly [K in Name]-?: KindOf<NonNullable<F[K]>> };

/** All kinds of call faults: a new field of {@link CallFault} needs its record here to compile. */
export const callFaultKinds = {
  status: { says: 'respond with', type: 'number', label: 'Status', example: '503', min: 400, max: 599 },
  delay: { says: 'wait for', type: 'number', label: 'Delay', unit: 'ms', example: '2000', min: 0, max: MAX_DELAY },
  drop: { says: 'lose the connection', type: 'flag' },
  stall: { says: 'stop halfway through the response', type: 'flag' },
  cut: { says: 'lose the connection halfway through the response', type: 'flag' },
  malformed: { says: 'respond with invalid JSON', type: 'flag' },
  omit: { says: 'respond without the field', type: 'text', label: 'Path of the field', example: 'id', isAfter: true },
  set: { says: 'respond with', type: 'json', label: 'Fields as JSON', example: '{"id": "other"}', isAfter: true },
} as const satisfies KindsOf<CallFault, CallFaultKind>;

/** All kinds of event faults: a new field of {@link EventFault} needs its record here to compile. */
export const eventFaultKinds = {
  delay: {
    says: 'start late, by',
    type: 'number',
    label: 'Delay',
    unit: 'ms of mock time',
    example: '30000',
    min: 0,
    max: MAX_DELAY,
  },
  duplicate: {
    says: 'are repeated',
    type: 'number',
    label: 'Repetitions',
    unit: 'more times',
    example: '1',
    min: 1,
    max: 10,
  },
  drop: { says: 'lose their first attempt', type: 'flag' },
} as const satisfies KindsOf<EventFault, EventFaultKind>;

// Casts: `keys` gives strings.
export const callFaultKindNames = Object.keys(callFaultKinds) as CallFaultKind[];
export const eventFaultKindNames = Object.keys(eventFaultKinds) as EventFaultKind[];

/** The kinds, by the name of the fault's field. */
export const faultKinds: Readonly<Record<FaultTarget, Readonly<Record<string, FaultKind>>>> = {
  calls: callFaultKinds,
  deliveries: eventFaultKinds,
};
