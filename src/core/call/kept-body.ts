import type { Redactor } from '../redaction/redactor.ts';

/** A response's body as errors keep it: parsed if it is JSON, without the API key. Of a long one only the start. */
export function keepBody(text: string, redactor: Redactor): unknown {
  if (text.length > maxLength) return redactor.start(text, maxLength);
  return redactor.json(parseJsonOrText(text));
}

export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const maxLength = 64 * 1024;
