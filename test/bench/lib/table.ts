/** The result of one candidate. */
export interface Row {
  readonly name: string;
  /** The measured value, in the unit of the table. */
  readonly value: number;
  /** The median, over all rounds, of this value divided by the first candidate's. Null if rows are not compared. */
  readonly ratio: number | null;
  readonly aim: Aim | null;
}

/** A limit for a row's value or ratio, and whether the row meets it. */
export interface Aim {
  readonly of: 'value' | 'ratio';
  readonly bound: 'at most' | 'at least';
  readonly limit: number;
  readonly met: boolean;
}

/** An aim without the result of a measurement. */
export type Goal = Omit<Aim, 'met'>;

export interface Table {
  readonly title: string;
  /** How the rows were measured, for docs/performance.md. */
  readonly method: string;
  readonly unit: string;
  readonly rows: readonly Row[];
}

/** How much to measure. A short run only shows that each benchmark works. */
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

/** Rounds to three digits, because further digits of a timing are noise. */
function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}
