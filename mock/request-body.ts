import { HttpProblem, invalid } from './problem.ts';

/**
 * Reads a request's body as JSON.
 *
 * @throws HttpProblem 415 unless it is declared as JSON, 413 when it is larger than `maxBytes`, 400 when it is no JSON or nested too deep.
 */
export async function readJsonBody(request: Request, maxBytes: number, maxDepth: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === '') throw invalid(null, 'The request needs a JSON object as its body.');
  requireJsonType(request);
  const body = parse(text);
  if (isDeeperThan(body, maxDepth)) throw invalid(null, `The body is nested deeper than ${maxDepth} levels.`);
  return body;
}

function requireJsonType({ headers }: Request): void {
  const type = headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)) return;
  throw new HttpProblem(
    415,
    'unsupported_media_type',
    `The body must be sent as "Content-Type: application/json", not ${type === '' ? 'without a type' : `"${type}"`}.`,
    { param: 'Content-Type' },
  );
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string> {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, 'payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(null, `The body is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Level by level, not by recursion: what nests too deep would overflow the stack. */
function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []));
  }
  return false;
}
