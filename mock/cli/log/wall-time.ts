let second = Number.NaN;
let text = '';

/** The local time of day, as in `14:03:12`. Made once a second: many lines have the same. */
export function wallTime(now = Date.now()): string {
  const current = Math.floor(now / 1000);
  if (current === second) return text;
  second = current;
  text = new Date(now).toTimeString().slice(0, 8);
  return text;
}
