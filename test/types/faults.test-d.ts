// This file is only compiled. A fault has exactly one effect, and only fields of its target.
import type { CallFault, EventFault, Fault, FileFault, Mock } from 'clipwright/mock';
import type { RemoteMock } from 'clipwright/mock/remote';

export const faults: Fault[] = [
  { status: 503 },
  {
    match: { endpoint: 'jobs.list', share: 0.5 },
    when: 'after',
    status: 503,
    headers: { a: 'b' },
    times: 2,
    apiKey: 'k',
  },
  { drop: true, status: undefined, times: undefined, match: undefined },
  { match: { file: true }, cut: true },
  { match: { file: 'exports', share: 0.5 }, status: 503, headers: { a: 'b' }, times: 2, apiKey: 'k' },
  { match: { event: '*', webhook: 'w' }, duplicate: 1, delay: undefined },
];

const call: CallFault = { match: { endpoint: 'projects.create' }, drop: true };
const file: FileFault = { match: { file: 'exports' }, stall: true };
const delivery: EventFault = { match: { event: 'export.ready' }, delay: 5 };
const effects = [{ drop: true }, { cut: true }, { status: 503 }] as const;

export function add(mock: Mock | RemoteMock): void {
  for (const fault of [call, file, delivery, ...faults]) mock.faults.add(fault);
  for (const effect of effects) {
    mock.faults.add({ when: 'after', times: 1, ...effect });
    mock.faults.add({ match: { endpoint: 'projects.create' }, ...effect });
    mock.faults.add({ match: { file: 'exports' }, ...effect });
  }
  for (const match of [{ endpoint: 'jobs.list' }, { file: true }, { event: '*' }] as const) {
    mock.faults.add({ match, drop: true });
  }
  mock.faults.add({ ...call, times: 1 });
}

export function addRefused(mock: Mock | RemoteMock): void {
  for (const effect of effects) {
    // @ts-expect-error: two effects
    mock.faults.add({ match: { file: true }, delay: 5, ...effect });
  }
  for (const effect of [{ drop: true }, { malformed: true }] as const) {
    // @ts-expect-error: files do not have the second effect
    mock.faults.add({ match: { file: true }, ...effect });
  }
  // @ts-expect-error: no effect
  mock.faults.add({ match: { file: true } });
  // @ts-expect-error: files have no endpoint
  mock.faults.add({ match: { file: true, endpoint: 'jobs.list' }, drop: true });
  // @ts-expect-error: not an object
  mock.faults.add('drop');
}

/** A fault's effects can be read without narrowing it to one effect. */
export function statusOf(fault: CallFault | FileFault): number | undefined {
  return fault.status;
}

export const refused: Fault[] = [
  // @ts-expect-error: two effects
  { status: 503, drop: true },
  // @ts-expect-error: two effects
  { match: { endpoint: 'projects.create' }, omit: 'id', malformed: true },
  // @ts-expect-error: two effects
  { match: { file: true }, cut: true, delay: 5 },
  // @ts-expect-error: two effects
  { match: { event: '*' }, duplicate: 1, drop: true },
  // @ts-expect-error: no effect
  { match: { endpoint: 'projects.create' }, times: 1 },
  // @ts-expect-error: no effect
  { match: { file: true }, status: undefined },
  // @ts-expect-error: files do not have this effect
  { match: { file: true }, malformed: true },
  // @ts-expect-error: events do not have this effect
  { match: { event: '*' }, status: 503 },
  // @ts-expect-error: only events have this effect
  { duplicate: 1 },
  // @ts-expect-error: a fault for files has no `when`, because it always applies after the service
  { match: { file: true }, when: 'after', drop: true },
  // @ts-expect-error: a delivery has no headers
  { match: { event: '*' }, headers: { a: 'b' }, drop: true },
  // @ts-expect-error: there is no such kind of file
  { match: { file: 'export' }, drop: true },
];

// @ts-expect-error: two effects
export const both: CallFault = { status: 503, drop: true };
