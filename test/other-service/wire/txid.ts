import type { Context } from '../context.ts';

/** A number, or a text such as `123n` for a number that is too large for JavaScript and written without the n. */
export function txid(context: Context): number | string {
  return context.pick('values.txid', { small: 7, 'above 2^53': '9007199254740993n' });
}
