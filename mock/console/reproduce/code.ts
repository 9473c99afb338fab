import type { RequestRecord } from 'clipwright/mock';

/** Headers that `curlOf` does not copy, because curl, clients or browsers add them by themselves. */
const usualHeaders =
  /^(accept(-.*)?|authorization|connection|content-length|host|origin|referer|sec-.*|user-agent|x-clipwright-console|priority|cache-control|pragma|cookie|dnt|expect|transfer-encoding)$/;

/** The maximum length of a shell argument. Some systems reject longer ones. */
const LONGEST_ARGUMENT = 100_000;

/** Says why the mock did not keep the body of a request; undefined if it did, or none was sent. */
export function bodyLoss({ body, headers }: RequestRecord): string | undefined {
  const isSent = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
  if (body !== null || !isSent) return undefined;
  return 'The mock did not keep the body of this request: it keeps only bodies that it has read whole, as JSON.';
}

/**
 * Returns a shell command that sends a request again. It reads the API key from `CLIPWRIGHT_API_KEY`, and a body that
 * the mock did not keep from `BODY`. If `BODY` is not set, the shell says why it is needed, and sends nothing.
 */
export function curlOf(request: RequestRecord): string {
  const { method, url, headers, body } = request;
  const loss = bodyLoss(request);
  const json = body === null ? undefined : JSON.stringify(body);
  const isLong = json !== undefined && json.length > LONGEST_ARGUMENT;
  const parts = [
    // `-g` disables globbing, so that brackets in a URL are kept.
    `curl -sS -g ${method === 'HEAD' ? '-I' : `-X ${quoted(method)}`} ${quoted(url)}`,
    ...('authorization' in headers ? ['-H "Authorization: Bearer $CLIPWRIGHT_API_KEY"'] : []),
    ...Object.entries(headers)
      .filter(([name]) => !usualHeaders.test(name))
      .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(loss === undefined ? [] : [`--data-raw "\${BODY:?${loss}}"`]),
    ...(json === undefined ? [] : [isLong ? `--data-binary @- <<'END'\n${json}\nEND` : `--data-raw ${quoted(json)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes a text for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The maximum length of a value on one line. */
const LONGEST_LINE = 90;

export function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value === 'string' && value.includes('\n') && value.length > LONGEST_LINE) {
    const lines = value.split('\n').map((line) => `${inner}${JSON.stringify(line)},\n`);
    return `[\n${lines.join('')}${indent}].join('\\n')`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, field]) => `${keyOf(name)}: ${literal(field, inner)}`);
  if (parts.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= LONGEST_LINE && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function keyOf(name: string): string {
  // Without brackets, `__proto__` would set the prototype.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
