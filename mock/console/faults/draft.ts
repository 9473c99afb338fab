import type { Fault } from 'clipwright/mock';
import { type FaultKind, type FaultTarget, faultKinds } from '../../faults/fault-kinds.ts';
import { parsed } from '../ui/json.tsx';

/** A fault as it is typed in: texts, which are empty where nothing is given. */
export interface FaultDraft {
  readonly target: FaultTarget;
  /** How many; all if empty. */
  readonly times: string;
  /** The endpoint or the event type; any if empty. */
  readonly of: string;
  /** The id of a project or webhook. */
  readonly only: string;
  /** In percent. */
  readonly share: string;
  readonly kind: string;
  readonly value: string;
  readonly isAfter: boolean;
  /** A line each. */
  readonly headers: string;
}

/** A fault of these calls or deliveries that does this, with an example of a value. */
export function newDraft(target: FaultTarget, kind: string): FaultDraft {
  const value = kindOf(target, kind).example ?? '';
  return { target, times: '1', of: '', only: '', share: '', kind, value, isAfter: false, headers: '' };
}

export function kindOf(target: FaultTarget, kind: string): FaultKind {
  return faultKinds[target][kind] ?? { says: kind, type: 'flag' };
}

/** The fault that a draft asks for. */
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
  // Cast: its fields are named by texts. The mock checks it.
  return fault as unknown as Fault;
}

/** The draft that a fault comes from. */
export function draftOf(fault: Fault): FaultDraft {
  // Cast: the fields of both kinds of faults, each of which lacks some.
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
  // A text that is no JSON stays one, which the mock refuses with its reason.
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
