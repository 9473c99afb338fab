import type { Context } from '../context.ts';

/** A number; a text that ends in n is written as the number before it, which no number of JavaScript can be. */
export function txid(context: Context): number | string {
  return context.pick('values.txid', { small: 7, 'above 2^53': '9007199254740993n' });
}
