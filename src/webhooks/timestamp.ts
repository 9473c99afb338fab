const secondsPattern = /^\d{1,11}$/;
const millisecondsPattern = /^\d{12,14}$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses a timestamp header to milliseconds since 1970; NaN if it is not valid. The specification does not say which
 * format the service sends, so Unix seconds, Unix milliseconds and ISO 8601 with a time zone are accepted.
 */
export function parseTimestamp(timestamp: string): number {
  if (secondsPattern.test(timestamp)) return Number(timestamp) * 1000;
  if (millisecondsPattern.test(timestamp)) return Number(timestamp);
  return isoPattern.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}
