/**
 * The JSON of an event as deliveries send it: a space after the colon of each field, and none after commas. No common
 * serializer writes that, so a receiver that verifies a body which it has parsed and serialized again fails with the mock,
 * too, and not only with a service whose JSON is not that of `JSON.stringify`.
 */
export function eventBody(event: unknown): string {
  return JSON.stringify(event).replace(stringToken, (token) => (token.endsWith(':') ? `${token} ` : token));
}

/** A string, with the colon after it where it is the name of a field. */
const stringToken = /"[^"\\]*(?:\\.[^"\\]*)*":?/g;
