import { redactJson } from '../redaction/redact-json.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** A response's body as errors keep it: parsed if it is JSON, without the API key. Of a long one only the start. */
export function keepBody(text: string, redactor: Redactor): unknown {
  if (text.length > maxLength) return redactor.start(text, maxLength);
  return redactJson(parseJsonOrText(text), redactor);
}

/**
 * A text above 1,048,576 characters is not parsed: three of them can become an object, which takes many times the
 * memory.
 */
export function parseJsonOrText(text: string): unknown {
  if (text.length > maxParsedLength) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const maxLength = 64 * 1024;
const maxParsedLength = 1024 * 1024;
