const secondsPattern = /^\d{1,11}(\.\d+)?$/;
const millisecondsPattern = /^\d{12,14}(\.\d+)?$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const basicIsoPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(?:Z|([+-]\d\d)(\d\d)?)$/;

/**
 * Parses a timestamp header to milliseconds since 1970; NaN if not valid. Because the specification gives no format,
 * Unix seconds, milliseconds, and ISO 8601 with a time zone, extended or basic, are accepted.
 */
export function parseTimestamp(timestamp: string): number {
  if (secondsPattern.test(timestamp)) return Number(timestamp) * 1000;
  if (millisecondsPattern.test(timestamp)) return Number(timestamp);
  const extended = timestamp.replace(basicIsoPattern, toExtended);
  return isoPattern.test(extended) ? Date.parse(extended) : Number.NaN;
}

function toExtended(
  _: string,
  ...[year, month, day, hour, minute, second = '00', zoneHour, zoneMinute = '00']: string[]
) {
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zoneHour === undefined ? 'Z' : `${zoneHour}:${zoneMinute}`}`;
}
