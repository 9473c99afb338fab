const secondsPattern = /^\d{1,11}$/;
const millisecondsPattern = /^\d{12,14}$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since 1970 of a timestamp header: Unix seconds, Unix milliseconds, or ISO 8601 with a zone. NaN for
 * anything else, since the specification does not say which of them the service sends.
 */
export function millisecondsOf(timestamp: string): number {
  if (secondsPattern.test(timestamp)) return Number(timestamp) * 1000;
  if (millisecondsPattern.test(timestamp)) return Number(timestamp);
  return isoPattern.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}
