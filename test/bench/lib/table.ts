/** A figure of one candidate, beside those that were measured in turn with it. */
export interface Row {
  readonly name: string;
  /** In the unit of the table. */
  readonly value: number;
  /** To the value of the first row in the same round, the median of all rounds. Null in a table without comparison. */
  readonly ratio: number | null;
  readonly aim: Aim | null;
}

/** What a row is meant to reach. */
export interface Aim {
  readonly of: 'value' | 'ratio';
  readonly bound: 'at most' | 'at least';
  readonly limit: number;
  readonly met: boolean;
}

/** What a row is meant to reach, before it is known whether it does. */
export type Goal = Omit<Aim, 'met'>;

export interface Table {
  readonly title: string;
  /** How it is measured, for a reader. */
  readonly method: string;
  readonly unit: string;
  readonly rows: readonly Row[];
}

/** How much is measured: all of it, or so little that it only shows that each benchmark runs. */
export interface Extent {
  readonly isShort: boolean;
}

export const atMost = (limit: number, of: Goal['of'] = 'value'): Goal => ({ of, bound: 'at most', limit });
export const atLeast = (limit: number, of: Goal['of'] = 'value'): Goal => ({ of, bound: 'at least', limit });

export function toRow(name: string, value: number, ratio: number | null, goal: Goal | undefined): Row {
  return { name, value: round(value), ratio: ratio === null ? null : round(ratio), aim: toAim(goal, value, ratio) };
}

function toAim(goal: Goal | undefined, value: number, ratio: number | null): Aim | null {
  if (!goal) return null;
  const reached = goal.of === 'ratio' ? (ratio ?? Number.NaN) : value;
  return { ...goal, met: goal.bound === 'at most' ? reached <= goal.limit : reached >= goal.limit };
}

/** To three digits, which is more than a timing is worth. */
function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}
