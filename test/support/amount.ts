/**
 * Whether this is `npm run test:slow`, where everything has its full size. It decides how often a property runs, how large
 * the input of a test is, and whether the command line is tested in process or as it is built.
 */
export const isFull: boolean = process.env.TEST_AMOUNT === 'full';

/** For a long search: `TEST_RUNS=20 npm test -- test/mock/fuzz.property.test.ts` runs it twenty times as often as `test:slow`. */
const factor = Number(process.env.TEST_RUNS ?? (isFull ? 1 : 0.1));

/** How often a property runs: a tenth of `full` in `npm test`. */
export function runs(full: number): number {
  return Math.ceil(full * factor);
}
