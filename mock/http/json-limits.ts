/** How large a JSON value may be. */
export interface JsonLimits {
  /** How deeply it may nest. */
  readonly depth: number;
  /** How many values it may hold, including those in arrays and objects. */
  readonly values: number;
}

/** How a JSON value exceeds the limits, for a sentence about it; undefined if it does not. */
export function excessOf(json: unknown, limits: JsonLimits): string | undefined {
  let values = 0;
  let level: unknown[] = [json];
  // Level by level, not by recursion: a value that nests deeply would overflow the stack.
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > limits.depth) return `is nested deeper than ${limits.depth} levels`;
    if (values > limits.values) return `holds more than ${limits.values} values`;
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
  return undefined;
}
