import { type Difference, isAsymmetricMatcher, isPlainObject } from '../records/differences.ts';
import type { Candidate, SearchResult } from './search.ts';

const MAX_CANDIDATES = 3;
const MAX_REASONS = 5;

/** @param times The exact number of expected matches; at least one if omitted. */
export function explain(result: SearchResult, times?: number): string {
  const { matches, others } = result;
  const lines = [
    headline(result, times),
    ...listCandidates(matches, ({ label, actual }) => `  ${label}: ${print(actual)}`),
  ];
  // If there are enough matches, the other candidates do not explain the result.
  if (matches.length >= (times ?? 1)) return lines.join('\n');
  if (matches.length + others.length === 0) {
    return [...lines, summarizeNames(result), ...result.explainNone()].join('\n');
  }
  if (others.length > 0) lines.push(`The nearest of ${others.length === 1 ? 'one other' : `${others.length} others`}:`);
  return [...lines, ...listCandidates(nearestFirst(others), describeMismatch)].join('\n');
}

function headline({ verb, name, expected, matches }: SearchResult, times: number | undefined): string {
  const subject = expected === undefined ? name : `${name} with ${print(expected)}`;
  const count = matches.length;
  if (times === undefined && count === 0) return `The mock has ${verb} no ${subject}.`;
  const correction = times === undefined || times === count ? '' : `, not ${formatTimes(times)}`;
  return `The mock has ${verb} ${subject} ${formatTimes(count)}${correction}${count === 0 ? '.' : ':'}`;
}

function listCandidates(candidates: readonly Candidate[], describe: (candidate: Candidate) => string): string[] {
  return truncate(candidates.map(describe), MAX_CANDIDATES, '  ');
}

function describeMismatch({ label, reasons }: Candidate): string {
  const described = truncate(reasons.map(describeReason), MAX_REASONS, '');
  return [`  ${label}`, ...described.map((reason) => `    ${reason}`)].join('\n');
}

function describeReason(reason: Difference | string): string {
  if (typeof reason === 'string') return reason;
  const { path, expected, received } = reason;
  const prefix = path === '' ? '' : `${path}: `;
  return `${prefix}expected ${print(expected)}, received ${received === undefined ? 'nothing' : print(received)}`;
}

/** Sorts candidates by the number of reasons why they do not match. If the numbers are equal, the newest is first. */
function nearestFirst(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toReversed().sort((a, b) => a.reasons.length - b.reasons.length);
}

function summarizeNames({ verb, recordedNames }: SearchResult): string {
  const groups = Map.groupBy(recordedNames, (name) => name);
  const summary = [...groups].map(([name, same]) => `${name} ${formatTimes(same.length)}`).join(', ');
  // Don't say "delivered", because these counts include failed deliveries.
  return `It has ${verb === 'received' ? 'received' : 'sent'} ${summary || 'nothing'}.`;
}

function truncate(lines: readonly string[], max: number, indent: string): string[] {
  const more = lines.length - max;
  return more > 0 ? [...lines.slice(0, max), `${indent}… and ${more} more`] : [...lines];
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

const MAX_CHARACTERS = 200;
const MAX_DEPTH = 10;

/** Prints a value in a format similar to JSON on one line, and truncates it if it is long. */
export function print(value: unknown): string {
  const text = printNested(value, 0);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function printNested(value: unknown, depth: number): string {
  // An expected value comes from a test and may contain itself.
  if (depth > MAX_DEPTH) return '…';
  if (isAsymmetricMatcher(value)) return printMatcher(value, depth);
  if (Array.isArray(value)) return `[${value.map((item) => printNested(item, depth + 1)).join(', ')}]`;
  if (isPlainObject(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${printNested(field, depth + 1)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Prints an asymmetric matcher like vitest and jest do: `Any<String>`, `StringContaining "x"`. */
function printMatcher(matcher: object, depth: number): string {
  const name = String(matcher);
  if (name.startsWith('[object')) return 'a value that its matcher accepts';
  const sample: unknown = 'sample' in matcher ? matcher.sample : undefined;
  if (sample === undefined) return name;
  return typeof sample === 'function' ? `${name}<${sample.name}>` : `${name} ${printNested(sample, depth + 1)}`;
}
