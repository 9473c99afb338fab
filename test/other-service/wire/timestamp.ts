import type { Context } from '../context.ts';

export function timestamp(context: Context, date: Date): string {
  const iso = date.toISOString();
  return context.pick('values.timestamps', {
    Z: iso,
    'without fraction': iso.replace(/\.\d+/, ''),
    'offset and microseconds': withOffset(date),
    'without zone': iso.replace('Z', ''),
    basic: iso.replace(/[-:]|\.\d+/g, ''),
  });
}

/** Returns the start of year 1. Some languages write this time for a missing date. */
export function yearOne(context: Context): string {
  const date = new Date(0);
  date.setUTCFullYear(1, 0, 1);
  return timestamp(context, date);
}

/** Returns the start of 1970. Some languages write this time for a missing date. */
export function unixEpoch(context: Context): string {
  return timestamp(context, new Date(0));
}

/** Returns the end of year 9999. Some languages write this time for a missing date. */
export function lastDate(context: Context): string {
  return timestamp(context, new Date('9999-12-31T23:59:59.999Z'));
}

function withOffset(date: Date): string {
  return new Date(date.getTime() + 2 * 3_600_000).toISOString().replace('Z', '217+02:00');
}
