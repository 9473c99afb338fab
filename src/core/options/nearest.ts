/** The name that takes the fewest edits; undefined where there are no names. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const distances = names.map((known) => editDistance(name, known));
  return names[distances.indexOf(Math.min(...distances))];
}

// No name is as long, and to compare a text of a megabyte would take seconds.
const maxLength = 200;

/** Levenshtein's: how many letters must be inserted, removed or replaced to turn the start of one string into the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from(to, (_, j) => j + 1);
  for (let i = 0; i < from.length && i < maxLength; i++) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = from[i] === to[j] ? diagonal : 1 + Math.min(left, above, diagonal);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? from.length;
}
