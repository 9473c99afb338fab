import fc from 'fast-check';
import type { Place, Turn } from './turn.ts';

/** One step of a sequence. `workspace` is the index of the workspace that takes the step. */
export interface Action {
  readonly workspace: number;
  run(turn: Turn): Promise<void>;
  [fc.toStringMethod](): string;
}

export interface WeightedAction {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Action>;
}

/** Generates steps of one kind. A failing sequence is printed with the parameters of its steps. */
export function action<Params>(
  name: string,
  params: fc.Arbitrary<Params>,
  run: (turn: Turn, params: Params) => Promise<void>,
): fc.Arbitrary<Action> {
  return fc.tuple(fc.constantFrom(0, 0, 0, 1, 1, 1, 2), params).map(([workspace, chosen]) => ({
    workspace,
    run: (turn) => run(turn, chosen),
    [fc.toStringMethod]: () => `${name} by ${'abc'[workspace]} ${fc.stringify(chosen)}`,
  }));
}

/** A multiple of 1/1000, because most doubles that fast-check generates are too close to zero to have an effect. */
export const fraction: fc.Arbitrary<number> = fc.nat({ max: 999 }).map((n) => n / 1000);

/** Generates multiples of 1/50 s from `min` to `max`. With so few values, spans often touch exactly. */
export function seconds(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: min * 50, max: max * 50 }).map((n) => n / 50);
}

export const place: fc.Arbitrary<Place> = fc.record({ place: fraction, stray: fc.nat({ max: 39 }) });

/** Usually one to three words. Sometimes no words, a blank word, or too many words for the available time. */
export const texts: fc.Arbitrary<string[]> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.array(fc.constantFrom('we', 'hard.', '“easy”', 'Is it', ' Moon ', '日本', '—', 'to-day!'), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom([], ['we', ' '], Array<string>(60).fill('go')) },
);

/** Generates a value of `one` in one of `times` cases, otherwise undefined. */
export function oneIn<T>(one: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
}

/** Undefined or one of only two keys, so that keys are often reused. */
export const idempotencyKey: fc.Arbitrary<string | undefined> = oneIn(fc.constantFrom('key-0001', 'key-0002'), 2);
