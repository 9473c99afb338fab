import type { FileVersion, PartFile } from './part-file.ts';

/** Returns headers that request the missing bytes, or the whole file if the part file cannot be resumed. */
export function requestHeaders(part: PartFile): Record<string, string> {
  // Offsets into a compressed body would not be offsets into the file.
  const whole = { 'accept-encoding': 'identity' };
  if (!part.isResumable || part.validator === null) return whole;
  // With `If-Range`, the server sends the whole file if the file has changed.
  return { ...whole, range: `bytes=${part.bytes}-`, 'if-range': part.validator };
}

/** Returns the version of the file that a response with status 200 contains. */
export function readVersion({ headers }: Response): FileVersion {
  // `fetch` decompresses the body, but these headers describe the compressed body.
  if (isEncoded(headers)) return { validator: null, total: null };
  const length = headers.get('content-length');
  return { validator: readValidator(headers), total: length === null ? null : Number(length) };
}

/**
 * Reads the size of the file from a response with status 206. Returns undefined if the response cannot continue the
 * part file, because it has another version of the file, or other bytes than requested.
 */
export function readRest({ headers }: Response, part: PartFile): number | undefined {
  const [, start, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get('content-range') ?? '') ?? [];
  if (!part.isResumable || Number(start) !== part.bytes || isEncoded(headers)) return undefined;
  const total = size === '*' ? (part.total ?? Number(last) + 1) : Number(size);
  const validator = headers.get(part.validator?.startsWith('"') ? 'etag' : 'last-modified') ?? part.validator;
  return total === (part.total ?? total) && validator === part.validator ? total : undefined;
}

function isEncoded(headers: Headers): boolean {
  return !['', 'identity'].includes(headers.get('content-encoding')?.toLowerCase() ?? '');
}

function readValidator(headers: Headers): string | null {
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) return etag;
  // A file can change twice within a second, so a recent date does not identify a version (RFC 9110, section 8.8.2.2).
  const modified = headers.get('last-modified') ?? '';
  return Date.parse(headers.get('date') ?? '') - Date.parse(modified) >= 1000 ? modified : null;
}
