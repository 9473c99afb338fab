import type { Fault } from 'clipwright/mock';
import type { CallFaultKind } from '../../faults/call-fault-kinds.ts';
import type { EventFaultKind } from '../../faults/event-fault-kinds.ts';

/** What a fault is of: calls of endpoints, or deliveries of events. */
export type FaultTarget = 'calls' | 'deliveries';

/** What a fault does, as a part of a sentence. */
export interface FaultKind {
  /** What happens to the calls or deliveries, before the value. */
  readonly says: string;
  /** What the value must be; none if omitted. */
  readonly type?: 'number' | 'text' | 'json';
  /** The name of the field of the value. */
  readonly label?: string;
  /** What follows the value. */
  readonly unit?: string;
  /** Where one starts from. */
  readonly example?: string;
  /** The bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Whether it changes a response of the service, and so always hits after the work. */
  readonly isAfter?: true;
}

const MAX_DELAY = 2_147_483_647;

const callKinds: Readonly<Record<CallFaultKind, FaultKind>> = {
  status: { says: 'answer', type: 'number', label: 'Status', example: '503', min: 400, max: 599 },
  delay: { says: 'wait for', type: 'number', label: 'Delay', unit: 'ms', example: '2000', min: 0, max: MAX_DELAY },
  drop: { says: 'lose the connection' },
  stall: { says: 'stop halfway through the answer' },
  cut: { says: 'lose the connection halfway through the answer' },
  malformed: { says: 'answer with invalid JSON' },
  omit: { says: 'answer without the field', type: 'text', label: 'Path of the field', example: 'id', isAfter: true },
  set: { says: 'answer with', type: 'json', label: 'Fields as JSON', example: '{"id": "other"}', isAfter: true },
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

/** What can happen, by the name of the field of a fault that asks for it. */
export const faultKinds: Readonly<Record<FaultTarget, Readonly<Record<string, FaultKind>>>> = {
  calls: callKinds,
  deliveries: eventKinds,
};

/** Failures that are worth a test, each of which fills the form. */
export const presets: Readonly<Record<string, Fault>> = {
  '429 storm': { status: 429, headers: { 'retry-after': '2' }, times: 5 },
  'Slow network': { delay: 2000 },
  'Lost answers': { when: 'after', drop: true, times: 3 },
  'Webhooks twice': { match: { event: '*' }, duplicate: 1 },
  // What is not delayed overtakes what is.
  'Webhooks out of order': { match: { event: '*', share: 0.5 }, delay: 30_000 },
};
