import { zipSync } from 'fflate';

// A fixed date without a time zone, so that an archive always has the same bytes. ZIP allows no earlier date.
const MODIFIED_AT = '1980-01-01T00:00:00';

/**
 * Stores the files without compression, because videos do not get smaller. In the archive, names have no folder and no
 * leading dot, and are unique, ignoring case.
 */
export function zip(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const usedNames = new Set<string>();
  const entries = files.map(({ name, bytes }) => [uniqueName(sanitizeName(name), usedNames), bytes] as const);
  return zipSync(Object.fromEntries(entries), { level: 0, mtime: MODIFIED_AT });
}

function uniqueName(name: string, usedNames: Set<string>): string {
  let candidate = name;
  for (let copy = 2; usedNames.has(candidate.toLowerCase()); copy++) candidate = numberedName(name, copy);
  usedNames.add(candidate.toLowerCase());
  return candidate;
}

function numberedName(name: string, copy: number): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? `${name} (${copy})` : `${name.slice(0, dot)} (${copy})${name.slice(dot)}`;
}

/** Replaces each run of unusual characters with one underscore. This also prevents the name `__proto__`. */
function sanitizeName(name: string): string {
  const sanitized = name.replace(/[^\p{L}\p{M}\p{N} ().-]+/gu, '_').replace(/^[. ]+|[. ]+$/g, '');
  return sanitized === '' ? 'file' : sanitized;
}
