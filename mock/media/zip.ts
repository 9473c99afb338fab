import { zipSync } from 'fflate';

export interface ZipEntry {
  /** Made safe: no folder, no leading dot, unique whatever the case. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

// Without a zone, so that the archive is the same to the byte in every time zone. ZIP knows no earlier year.
const modified = '1980-01-01T00:00:00';

/** An archive of the files, stored as they are: videos do not get smaller. */
export function zip(files: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const taken = new Set<string>();
  const entries = files.map(({ name, bytes }) => [unique(safe(name), taken), bytes] as const);
  return zipSync(Object.fromEntries(entries), { level: 0, mtime: modified });
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let copy = 2; taken.has(candidate.toLowerCase()); copy++) candidate = numbered(name, copy);
  taken.add(candidate.toLowerCase());
  return candidate;
}

function numbered(name: string, copy: number): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? `${name} (${copy})` : `${name.slice(0, dot)} (${copy})${name.slice(dot)}`;
}

/** Joins runs of other characters to one underscore, which leaves `__proto__` no way in either. */
function safe(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N} ().-]+/gu, '_').replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' ? 'file' : plain;
}
