import type { Context } from '../context.ts';

/** Returns a number, or a string such as `123n` if the number is too large for JavaScript. The `n` is not sent. */
export function txid(context: Context): number | string {
  return context.pick('values.txid', { small: 7, 'above 2^53': '9007199254740993n' });
}
