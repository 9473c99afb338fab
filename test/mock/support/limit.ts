import { assumptions } from 'clipwright/mock';
import { onTestFinished } from 'vitest';
import { isFull } from '../../support/amount.ts';

type Assumptions = typeof assumptions;

/** The names of the limits: the mock's assumptions that are numbers. */
type LimitName = {
  [Name in keyof Assumptions]: Assumptions[Name]['value'] extends number ? Name : never;
}[keyof Assumptions];

/** Returns the published limit in `test:slow`. In `npm test`, lowers the limit to `small` for the current test. */
export function limit(name: LimitName, small: number): number {
  // Cast: the value is read-only, because only tests change a limit.
  const assumption: { value: number } = assumptions[name];
  if (isFull) return assumption.value;
  const { value } = assumption;
  onTestFinished(() => void Object.assign(assumption, { value }));
  assumption.value = small;
  return small;
}
