/**
 * Whether this is `npm run test:slow`. In that case, properties run more often, tests have larger inputs, and the built
 * command line is tested instead of one in this process.
 */
export const isFull: boolean = process.env.TEST_AMOUNT === 'full';

/** `TEST_RUNS=20 npm test -- test/mock/fuzz.property.test.ts` runs this test's properties twenty times as often as `test:slow`. */
const factor = Number(process.env.TEST_RUNS ?? (isFull ? 1 : 0.1));

/** Returns how often a property runs: `full` times in `npm run test:slow`, and a tenth of that in `npm test`. */
export function runs(full: number): number {
  return Math.ceil(full * factor);
}
