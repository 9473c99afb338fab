import { MAX_DELAY } from '../time/clock.ts';
import type { CallFaultEffects, EventFaultEffects, EventMatch, FileFaultEffects, FileMatch } from './fault.ts';

/** Faults apply to calls of endpoints, to downloads of files or to deliveries of events. */
export type FaultTarget = 'calls' | 'files' | 'deliveries';

/** Returns what a fault applies to: deliveries if it has `match.event`, files if it has `match.file`, otherwise calls. */
export function targetOf({ match = {} }: { match?: Partial<FileMatch & EventMatch> | undefined }): FaultTarget {
  if (match.event !== undefined) return 'deliveries';
  return match.file === undefined ? 'calls' : 'files';
}

/** A kind of fault: the type of its value, and the texts that the console shows. */
export interface FaultKind {
  /** The console's text before the value, such as "respond with". */
  readonly says: string;
  /** The type of the value; a flag is always true. */
  readonly type: 'flag' | 'number' | 'text' | 'json';
  /** The bounds, if the value is a number. */
  readonly min?: number;
  readonly max?: number;
  readonly label?: string;
  readonly unit?: string;
  /** A valid value, as a user would type it. */
  readonly example?: string;
  /** True if the fault changes fields of the response, and is therefore always applied after the service. */
  readonly isAfter?: true;
}

type KindOf<Value> = FaultKind &
  (Value extends true
    ? { readonly type: 'flag' }
    : Required<Pick<FaultKind, 'label' | 'example'>> &
        (Value extends number
          ? { readonly type: 'number'; readonly min: number; readonly max: number }
          : { readonly type: Value extends string ? 'text' : 'json' }));

type KindsOf<Effects> = { readonly [Name in keyof Effects]: KindOf<Effects[Name]> };

const ms = { type: 'number', label: 'Delay', min: 0, max: MAX_DELAY } as const;

export const fileFaultKinds = {
  status: { says: 'respond with', type: 'number', label: 'Status', example: '503', min: 400, max: 599 },
  delay: { ...ms, says: 'wait for', unit: 'ms', example: '2000' },
  drop: { says: 'lose the connection', type: 'flag' },
  stall: { says: 'stop halfway through the response', type: 'flag' },
  cut: { says: 'lose the connection halfway through the response', type: 'flag' },
} as const satisfies KindsOf<FileFaultEffects>;

/** All kinds of call faults. The compiler reports a field of {@link CallFaultEffects} without an entry. */
export const callFaultKinds = {
  ...fileFaultKinds,
  malformed: { says: 'respond with invalid JSON', type: 'flag' },
  omit: { says: 'respond without the field', type: 'text', label: 'Path of the field', example: 'id', isAfter: true },
  set: {
    says: 'respond with fields',
    type: 'json',
    label: 'Fields as JSON',
    example: '{"id": "other"}',
    isAfter: true,
  },
} as const satisfies KindsOf<CallFaultEffects>;

/** All kinds of event faults. The compiler reports a field of {@link EventFaultEffects} without an entry. */
export const eventFaultKinds = {
  delay: { ...ms, says: 'start late, by', unit: 'ms of mock time', example: '30000' },
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
} as const satisfies KindsOf<EventFaultEffects>;

// Casts: `keys` returns `string[]`.
export const callFaultKindNames = Object.keys(callFaultKinds) as (keyof CallFaultEffects)[];
export const eventFaultKindNames = Object.keys(eventFaultKinds) as (keyof EventFaultEffects)[];

export const faultKinds: Readonly<Record<FaultTarget, Readonly<Record<string, FaultKind>>>> = {
  calls: callFaultKinds,
  files: fileFaultKinds,
  deliveries: eventFaultKinds,
};
