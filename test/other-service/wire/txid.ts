import type { Context } from '../context.ts';

/** A number, or a text such as `123n`. The text is written without the n, for numbers that are too large for JavaScript. */
export function txid(context: Context): number | string {
  return context.pick('values.txid', { small: 7, 'above 2^53': '9007199254740993n' });
}
