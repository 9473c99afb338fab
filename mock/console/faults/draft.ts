import type { Fault } from 'clipwright/mock';
import { type FaultKind, type FaultTarget, faultKinds } from '../../faults/fault-kinds.ts';
import { capitalized } from '../data/texts.ts';
import { parsed } from '../ui/detail.tsx';

/** A fault as typed into the form. Empty fields are empty strings. */
export interface FaultDraft {
  readonly target: FaultTarget;
  /** How many times the fault applies; if empty, always. */
  readonly times: string;
  /** The endpoint or event type that the fault applies to; if empty, all of them. */
  readonly of: string;
  /** The id of the only project or webhook that the fault applies to. */
  readonly only: string;
  /** The share of calls or deliveries that the fault applies to, in percent. */
  readonly share: string;
  readonly kind: string;
  readonly value: string;
  readonly isAfter: boolean;
  /** The headers, one per line. */
  readonly headers: string;
}

/** Returns a draft for this kind of fault, with an example value. */
export function newDraft(target: FaultTarget, kind: string): FaultDraft {
  const value = kindOf(target, kind).example ?? '';
  return { target, times: '1', of: '', only: '', share: '', kind, value, isAfter: false, headers: '' };
}

export function kindOf(target: FaultTarget, kind: string): FaultKind {
  return faultKinds[target][kind] ?? { says: kind, type: 'flag' };
}

export function faultOf({ target, times, of, only, share, kind, value, isAfter, headers }: FaultDraft): Fault {
  const isOfCalls = target === 'calls';
  const match = {
    ...(isOfCalls ? of && { endpoint: of } : { event: of || '*' }),
    ...(only && { [isOfCalls ? 'project' : 'webhook']: only }),
    ...(share && { share: Number(share) / 100 }),
  };
  const { type, isAfter: isAlwaysAfter } = kindOf(target, kind);
  const fault = {
    ...(Object.keys(match).length > 0 && { match }),
    ...(isOfCalls && isAfter && !isAlwaysAfter && { when: 'after' }),
    [kind]: typedValue(type, value),
    ...(isOfCalls && kind === 'status' && headers.trim() && { headers: headersOf(headers) }),
    ...(times && { times: Number(times) }),
  };
  // Cast: the fields have computed names. The mock checks the fault.
  return fault as Fault;
}

export function draftOf(fault: Fault): FaultDraft {
  // Casts: call faults and delivery faults have different fields.
  const given = fault as Readonly<Record<string, unknown>>;
  const match = (fault.match ?? {}) as Readonly<Record<string, string | number | undefined>>;
  const target = match.event === undefined ? 'calls' : 'deliveries';
  const kind = Object.keys(faultKinds[target]).find((each) => given[each] !== undefined) ?? '';
  const of = String(match.endpoint ?? match.event ?? '');
  return {
    target,
    times: fault.times === undefined ? '' : String(fault.times),
    of: of === '*' ? '' : of,
    only: String(match.project ?? match.webhook ?? ''),
    share: match.share === undefined ? '' : String(Number(match.share) * 100),
    kind,
    value: textOf(given[kind]),
    isAfter: given.when === 'after',
    headers: Object.entries(given.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  };
}

function typedValue(type: FaultKind['type'], value: string): unknown {
  if (type === 'flag') return true;
  if (type === 'text') return value;
  // Invalid JSON stays a string, which the mock rejects with a reason.
  return type === 'number' ? Number(value) : parsed(value);
}

function textOf(value: unknown): string {
  if (value === undefined || value === true) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function headersOf(lines: string): Record<string, string> {
  const fields = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    fields.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

/** Describes a fault in words: `Next 2 calls to projects.create respond with 503`. */
export function sentenceOf(draft: FaultDraft): string {
  const { target, times, of, only, share, kind, value, isAfter } = draft;
  const { says, unit } = kindOf(target, kind);
  const parts = [
    share && `${share} % of`,
    countOf(draft),
    placeOf(target, of),
    only && `of ${target === 'calls' ? 'project' : 'webhook'} ${only}`,
    times === '1' ? singular(says) : says,
    value,
    unit,
    isAfter && 'after the work is done',
  ];
  return capitalized(parts.filter(Boolean).join(' '));
}

function countOf({ target, times }: FaultDraft): string {
  if (times === '') return `all ${target}`;
  return times === '1' ? `next ${target === 'calls' ? 'call' : 'delivery'}` : `next ${times} ${target}`;
}

function singular(says: string): string {
  return says.startsWith('are ') ? says.replace('are', 'is') : says.replace(/^\w+/, '$&s');
}

function placeOf(target: FaultDraft['target'], of: string): string {
  if (target === 'calls') return of && `to ${of}`;
  return of && `of ${of}`;
}

/** Common failures that can be filled into the form. */
export const presets: Readonly<Record<string, Fault>> = {
  '429 storm': { status: 429, headers: { 'retry-after': '2' }, times: 5 },
  'Slow network': { delay: 2000 },
  'Lost responses': { when: 'after', drop: true, times: 3 },
  'Webhooks twice': { match: { event: '*' }, duplicate: 1 },
  // Deliveries without a delay overtake the delayed ones.
  'Webhooks out of order': { match: { event: '*', share: 0.5 }, delay: 30_000 },
};
