import { type Goal, type Row, toRow } from './table.ts';

/** Measures a candidate once. */
export type Measure = () => Promise<number>;

interface Comparison {
  readonly rounds: number;
  readonly goals?: Readonly<Record<string, Goal>>;
  /** Adjusts a candidate's value, for example by subtracting the first candidate's value. */
  readonly adjust?: (value: number, first: number) => number;
}

/**
 * Measures candidates in turns, so that other work on the machine affects all of them. The rows contain medians, and
 * ratios to the first candidate.
 */
export async function inTurns(
  candidates: Readonly<Record<string, Measure>>,
  { rounds, goals = {}, adjust = (value) => value }: Comparison,
): Promise<Row[]> {
  const names = Object.keys(candidates);
  const values = new Map<string, number[]>(names.map((name) => [name, []]));
  const ratios = new Map<string, number[]>(names.map((name) => [name, []]));
  // The first round only warms up the code, so its values are ignored.
  for (let round = -1; round < rounds; round += 1) {
    const measured = new Map<string, number>();
    for (const [name, measure] of Object.entries(candidates)) measured.set(name, await measure());
    if (round < 0) continue;
    const first = measured.get(names[0] ?? '') ?? Number.NaN;
    for (const [name, value] of measured) {
      values.get(name)?.push(adjust(value, first));
      ratios.get(name)?.push(value / first);
    }
  }
  return names.map((name) => toRow(name, median(values.get(name)), median(ratios.get(name)), goals[name]));
}

/** Measures the microseconds per call when `calls` calls are made one after the other. */
export function perCall(calls: number, call: () => unknown): Measure {
  return async () => {
    const start = performance.now();
    for (let made = 0; made < calls; made += 1) await call();
    return ((performance.now() - start) / calls) * 1000;
  };
}

function median(values: readonly number[] = []): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
