/** A line of indented JSON. */
export interface JsonLine {
  /** The place of the value that begins there, such as `items[0].start`; empty for the whole, and where none begins. */
  readonly path: string;
  readonly text: string;
}

/** The lines of a value as indented JSON, each with its place. */
export function jsonLines(value: unknown, path = '', start = '', indent = ''): JsonLine[] {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [{ path, text: indent + start + (JSON.stringify(value) ?? '') }];
  }
  const entries = Object.entries(value);
  const inner = entries.flatMap(([name, field], index) => {
    const fieldPath = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const lines = jsonLines(field, fieldPath, isList ? '' : `${JSON.stringify(name)}: `, `${indent}  `);
    return index === entries.length - 1 ? lines : withComma(lines);
  });
  return [
    { path, text: `${indent}${start}${isList ? '[' : '{'}` },
    ...inner,
    { path: '', text: `${indent}${isList ? ']' : '}'}` },
  ];
}

function withComma(lines: readonly JsonLine[]): JsonLine[] {
  const last = lines.at(-1);
  return last ? [...lines.slice(0, -1), { ...last, text: `${last.text},` }] : [];
}
