import { parse, v5 } from 'uuid';

/** The namespace of all identifiers: any fixed UUID. Bytes, because `v5` would parse a string for every identifier. */
const NAMESPACE = parse('5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11');

/** The `n`-th identifier of a workspace, derived from the seed, the workspace and the number alone. */
export function nthId(seed: string, workspace: string, n: number): string {
  // Bytes, because `v5` throws for a string with half of a surrogate pair, which a seed may have.
  return idFromBytes(new TextEncoder().encode(`${seed}\n${workspace}\n${n}`));
}

/** A comparison for `sort`: negative if `a` comes before `b`. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A UUID derived from the bytes alone. */
export function idFromBytes(bytes: Uint8Array): string {
  return v5(bytes, NAMESPACE);
}

/**
 * The `n`-th pseudo-random number of a fault, from 0 to less than 1, derived from the seed, the fault and the number
 * alone.
 */
export function nthRandom(seed: string, fault: string, n: number): number {
  // The first 32 bits of a version 5 UUID come from a hash.
  return Number.parseInt(nthId(seed, fault, n).slice(0, 8), 16) / 2 ** 32;
}
