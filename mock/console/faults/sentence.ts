import { capitalized } from '../ui/capitalized.ts';
import { type FaultDraft, kindOf } from './draft.ts';

/** What a fault does, in words: `Next 2 calls to projects.create answer 503`. */
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
