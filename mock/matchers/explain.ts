import type { Difference } from '../records/differences.ts';
import { print } from './print.ts';
import type { Candidate, SearchResult } from './search.ts';

const MAX_FINDINGS = 3;
const MAX_REASONS = 5;

/**
 * What was sought, what there is, and where it differs.
 *
 * @param times How often it was to be there exactly; at least once if left out.
 */
export function explain(sought: SearchResult, times?: number): string {
  const { matches, others } = sought;
  const lines = [headline(sought, times), ...shown(matches, (each) => `  ${each.label}: ${print(each.given)}`)];
  // Where there are enough, those that differ are beside the point.
  if (matches.length >= (times ?? 1)) return lines.join('\n');
  if (matches.length + others.length === 0) return [...lines, allNames(sought)].join('\n');
  if (others.length > 0) lines.push(`The nearest of ${others.length === 1 ? 'one other' : `${others.length} others`}:`);
  return [...lines, ...shown(byNearness(others), apart)].join('\n');
}

function headline({ verb, name, wanted, matches }: SearchResult, times: number | undefined): string {
  const what = wanted === undefined ? name : `${name} with ${print(wanted)}`;
  const count = matches.length;
  if (times === undefined && count === 0) return `The mock has ${verb} no ${what}.`;
  const but = times === undefined || times === count ? '' : `, not ${timesOf(times)}`;
  return `The mock has ${verb} ${what} ${timesOf(count)}${but}${count === 0 ? '.' : ':'}`;
}

function shown(findings: readonly Candidate[], show: (finding: Candidate) => string): string[] {
  return listed(findings.map(show), MAX_FINDINGS, '  ');
}

function apart({ label, differences, obstacle }: Candidate): string {
  const reasons = [...(obstacle === null ? [] : [obstacle]), ...differences.map(place)];
  return [`  ${label}`, ...listed(reasons, MAX_REASONS, '').map((reason) => `    ${reason}`)].join('\n');
}

function place({ path, expected, received }: Difference): string {
  const where = path === '' ? '' : `${path}: `;
  return `${where}expected ${print(expected)}, received ${received === undefined ? 'nothing' : print(received)}`;
}

/** The fewest differences first, and of as many the newest. */
function byNearness(findings: readonly Candidate[]): Candidate[] {
  return findings.toReversed().sort((a, b) => distance(a) - distance(b));
}

function distance({ differences, obstacle }: Candidate): number {
  return differences.length + (obstacle === null ? 0 : 1);
}

function allNames({ verb, names }: SearchResult): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = [...counts].map(([name, count]) => `${name} ${timesOf(count)}`);
  const done = verb === 'received' ? 'received' : 'sent';
  return `It has ${done} ${all.length === 0 ? 'nothing' : all.join(', ')}.`;
}

function listed(lines: readonly string[], max: number, indent: string): string[] {
  const more = lines.length - max;
  return more > 0 ? [...lines.slice(0, max), `${indent}… and ${more} more`] : [...lines];
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
