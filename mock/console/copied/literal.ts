/** The longest value that stays on one line. */
const LONGEST_LINE = 90;

/** Expressions for texts: ids that differ in a program have a name there. */
export type Names = ReadonlyMap<string, string>;

/** JavaScript that makes a value that was parsed from JSON. */
export function literal(value: unknown, names: Names = new Map(), indent = ''): string {
  if (typeof value === 'string') return names.get(value) ?? JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, names, inner))
    : Object.entries(value).map(([name, field]) => `${key(name)}: ${literal(field, names, inner)}`);
  if (parts.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= LONGEST_LINE && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function key(name: string): string {
  // Without brackets it would set the prototype.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** JavaScript that makes a text in which names can occur. */
export function textLiteral(text: string, names: Names): string {
  const found = [...names].filter(([id]) => text.includes(id));
  if (found.length === 0) return JSON.stringify(text);
  const escaped = text.replace(/[\\`]|\$(?=\{)/g, '\\$&');
  return `\`${found.reduce((result, [id, name]) => result.replaceAll(id, () => `\${${name}}`), escaped)}\``;
}
