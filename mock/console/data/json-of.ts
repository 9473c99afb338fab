/**
 * The parsed value of a text that one has given, called `name`. Of which type it is, the mock checks.
 *
 * @throws Error when it is not JSON.
 */
export function jsonOf<Value>(text: string, name: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The ${name} is not valid JSON.`);
  }
}
