/**
 * Whether this is `npm run test:slow`, where everything has its full size. It decides how often a property runs, how large
 * the input of a test is, and whether the command line is tested in process or as it is built.
 */
export const isFull: boolean = process.env.TEST_AMOUNT === 'full';

/** How often a property runs: a tenth of `full` in `npm test`. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 10);
}
