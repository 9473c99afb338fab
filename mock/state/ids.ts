import { parse, v5 } from 'uuid';

/** An arbitrary UUID, the namespace for `v5`. It is parsed once, because `v5` would parse a string for every id. */
const NAMESPACE = parse('5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11');

/** Returns the `n`-th id of a workspace. It depends only on the seed, the workspace and the number. */
export function nthId(seed: string, workspace: string, n: number): string {
  // Pass bytes, because `v5` throws for a string with a lone surrogate, which a seed may contain.
  return idFromBytes(new TextEncoder().encode(`${seed}\n${workspace}\n${n}`));
}

export function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function idFromBytes(bytes: Uint8Array): string {
  return v5(bytes, NAMESPACE);
}

/** Returns the `n`-th pseudo-random number of a fault, from 0 to less than 1. It depends only on the arguments. */
export function nthRandom(seed: string, fault: string, n: number): number {
  // The first 32 bits of a version 5 UUID come from a hash.
  return Number.parseInt(nthId(seed, fault, n).slice(0, 8), 16) / 2 ** 32;
}
