import type { Fault } from 'clipwright/mock';
import type { CallFaultKind } from '../../faults/call-fault-kinds.ts';
import type { EventFaultKind } from '../../faults/event-fault-kinds.ts';

/** A fault hits calls of endpoints, or deliveries of events. */
export type FaultTarget = 'calls' | 'deliveries';

/** What a fault does, and which value it takes. */
export interface FaultKind {
  /** The verb of the sentence, before the value. */
  readonly says: string;
  /** The type of the value; if omitted, there is no value. */
  readonly type?: 'number' | 'text' | 'json';
  /** The label of the value's field. */
  readonly label?: string;
  /** The unit after the value. */
  readonly unit?: string;
  /** The initial value. */
  readonly example?: string;
  /** The bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Whether it changes the service's response, and so always hits after the work. */
  readonly isAfter?: true;
}

const MAX_DELAY = 2_147_483_647;

const callKinds: Readonly<Record<CallFaultKind, FaultKind>> = {
  status: { says: 'respond with', type: 'number', label: 'Status', example: '503', min: 400, max: 599 },
  delay: { says: 'wait for', type: 'number', label: 'Delay', unit: 'ms', example: '2000', min: 0, max: MAX_DELAY },
  drop: { says: 'lose the connection' },
  stall: { says: 'stop halfway through the response' },
  cut: { says: 'lose the connection halfway through the response' },
  malformed: { says: 'respond with invalid JSON' },
  omit: { says: 'respond without the field', type: 'text', label: 'Path of the field', example: 'id', isAfter: true },
  set: { says: 'respond with', type: 'json', label: 'Fields as JSON', example: '{"id": "other"}', isAfter: true },
};

const eventKinds: Readonly<Record<EventFaultKind, FaultKind>> = {
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
  drop: { says: 'lose their first attempt' },
};

/** The kinds, by the name of the fault's field. */
export const faultKinds: Readonly<Record<FaultTarget, Readonly<Record<string, FaultKind>>>> = {
  calls: callKinds,
  deliveries: eventKinds,
};

/** Common failures that fill the form. */
export const presets: Readonly<Record<string, Fault>> = {
  '429 storm': { status: 429, headers: { 'retry-after': '2' }, times: 5 },
  'Slow network': { delay: 2000 },
  'Lost responses': { when: 'after', drop: true, times: 3 },
  'Webhooks twice': { match: { event: '*' }, duplicate: 1 },
  // Deliveries that are not delayed overtake the delayed ones.
  'Webhooks out of order': { match: { event: '*', share: 0.5 }, delay: 30_000 },
};
