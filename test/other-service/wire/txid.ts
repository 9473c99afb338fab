import type { Context } from '../context.ts';

/** Returns a number. If it is too large for JavaScript, returns a string such as `123n`; the `n` is not sent. */
export function txid(context: Context): number | string {
  return context.pick('values.txid', { small: 7, 'above 2^53': '9007199254740993n' });
}
