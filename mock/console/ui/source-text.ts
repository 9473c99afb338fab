/** A JSON value as it is written in a program: `{ status: 503, times: 2 }`. */
export function sourceText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${fieldName(name)}: ${sourceText(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function fieldName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name);
}

/** In single quotes. */
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}
