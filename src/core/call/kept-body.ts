import type { Redactor } from '../redaction/redactor.ts';

/** A response's body as errors keep it. */
interface KeptBody {
  /** Without the API key: parsed if it is JSON, else a string; of a long one only the start. */
  readonly body: unknown;
  /** The same, of a longer one too. */
  readonly parsed: unknown;
}

export function keepBody(text: string, redactor: Redactor): KeptBody {
  // A longer text is not parsed: three of its characters can become an object, which takes many times the memory.
  const parsed = text.length > maxParsedLength ? undefined : redactor.value(parseJsonOrText(text));
  return { parsed, body: text.length > maxLength ? redactor.start(text, maxLength) : parsed };
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const maxLength = 64 * 1024;
const maxParsedLength = 1024 * 1024;
