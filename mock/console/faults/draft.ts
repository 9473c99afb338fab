import type { ActiveFault, Fault } from 'clipwright/mock';
import { type FaultKind, type FaultTarget, faultKinds, targetOf } from '../../faults/fault-kinds.ts';
import { capitalized } from '../data/texts.ts';
import { parsed } from '../ui/json.tsx';

/** A fault as typed into the form. Empty fields are empty strings. */
export interface FaultDraft {
  readonly target: FaultTarget;
  /** How many times the fault applies; if empty, always. */
  readonly times: string;
  /** The endpoint, kind of file or event type that the fault applies to; if empty, all of them. */
  readonly of: string;
  /** The id of the only project or webhook that the fault applies to. */
  readonly only: string;
  /** The share of calls, downloads or deliveries that the fault applies to, in percent. */
  readonly share: string;
  readonly kind: string;
  readonly value: string;
  readonly isAfter: boolean;
  /** The headers, one per line. */
  readonly headers: string;
}

/** The words of the form's sentence, and the fields of `match`, for faults of one target. */
interface TargetForm {
  readonly one: string;
  readonly many: string;
  /** The field of `match` whose value is the draft's `of`. */
  readonly of: 'endpoint' | 'file' | 'event';
  readonly preposition: 'to' | 'of';
  readonly all: string | true | undefined;
  /** The field of `match` whose value is the draft's `only`. */
  readonly only?: 'project' | 'webhook';
}

export const targetForms: Readonly<Record<FaultTarget, TargetForm>> = {
  calls: { one: 'call', many: 'calls', of: 'endpoint', preposition: 'to', all: undefined, only: 'project' },
  files: { one: 'download', many: 'downloads', of: 'file', preposition: 'of', all: true },
  deliveries: { one: 'delivery', many: 'deliveries', of: 'event', preposition: 'of', all: '*', only: 'webhook' },
};

/** Returns a draft for this kind of fault, with an example value. */
export function newDraft(target: FaultTarget, kind: string): FaultDraft {
  const value = kindOf(target, kind).example ?? '';
  return { target, times: '1', of: '', only: '', share: '', kind, value, isAfter: false, headers: '' };
}

export function kindOf(target: FaultTarget, kind: string): FaultKind {
  return faultKinds[target][kind] ?? { says: kind, type: 'flag' };
}

export function faultOf({ target, times, of, only, share, kind, value, isAfter, headers }: FaultDraft): Fault {
  const form = targetForms[target];
  const place = of || form.all;
  const match = {
    ...(place !== undefined && { [form.of]: place }),
    ...(only && form.only && { [form.only]: only }),
    ...(share && { share: Number(share) / 100 }),
  };
  const { type, isAfter: isAlwaysAfter } = kindOf(target, kind);
  const fault = {
    ...(Object.keys(match).length > 0 && { match }),
    ...(target === 'calls' && isAfter && !isAlwaysAfter && { when: 'after' }),
    [kind]: typedValue(type, value),
    ...(hasHeaders(target, kind) && headers.trim() && { headers: headersOf(headers) }),
    ...(times && { times: Number(times) }),
  };
  // Cast: the fields have computed names. The mock checks the fault.
  return fault as object as Fault;
}

/** Whether a fault of this kind can have headers. */
export function hasHeaders(target: FaultTarget, kind: string): boolean {
  return target !== 'deliveries' && kind === 'status';
}

export function draftOf(fault: Fault | ActiveFault): FaultDraft {
  // The fields depend on the target and on the effect.
  const given: Readonly<Record<string, unknown>> = { ...fault };
  const match: Readonly<Record<string, unknown>> = { ...fault.match };
  const target = targetOf(fault);
  const { of, all, only } = targetForms[target];
  const kind = Object.keys(faultKinds[target]).find((each) => given[each] !== undefined) ?? '';
  return {
    target,
    times: textOf(fault.times),
    of: match[of] === all ? '' : textOf(match[of]),
    only: only === undefined ? '' : textOf(match[only]),
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

/** Describes a fault in words: `Next 2 calls to projects.create respond with 503` if `which` is `next`. */
export function sentenceOf(draft: FaultDraft, which = 'next'): string {
  const { target, times, of, only, share, kind, value, isAfter, headers } = draft;
  const form = targetForms[target];
  const { says, unit } = kindOf(target, kind);
  const parts = [
    share && `${share} % of`,
    countOf(draft, which),
    of && `${form.preposition} ${of}`,
    only && `of ${form.only} ${only}`,
    times === '1' ? singular(says) : says,
    value,
    unit,
    headers && `and ${headers.replaceAll('\n', ', ')}`,
    isAfter && 'after the work is done',
  ];
  return capitalized(parts.filter(Boolean).join(' '));
}

function countOf({ target, times }: FaultDraft, which: string): string {
  const { one, many } = targetForms[target];
  if (times === '') return `all ${many}`;
  return times === '1' ? `${which} ${one}` : `${which} ${times} ${many}`;
}

function singular(says: string): string {
  return says.startsWith('are ') ? says.replace('are', 'is') : says.replace(/^\w+/, '$&s');
}

/** Common failures that can be filled into the form. */
export const presets: Readonly<Record<string, Fault>> = {
  '429 storm': { status: 429, headers: { 'retry-after': '2' }, times: 5 },
  'Slow network': { delay: 2000 },
  'Lost responses': { when: 'after', drop: true, times: 3 },
  'Broken downloads': { match: { file: true }, cut: true, times: 2 },
  'Webhooks twice': { match: { event: '*' }, duplicate: 1 },
  // Deliveries without a delay overtake the delayed ones.
  'Webhooks out of order': { match: { event: '*', share: 0.5 }, delay: 30_000 },
};
