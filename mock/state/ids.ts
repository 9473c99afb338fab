import { v5 } from 'uuid';

/** The namespace of every identifier that the mock makes; any fixed UUID does. */
const NAMESPACE = '5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11';

/** The `n`-th identifier of a workspace: a UUID that depends on the seed, the workspace and the number alone. */
export function nthId(seed: string, workspace: string, n: number): string {
  return v5(`${seed}\n${workspace}\n${n}`, NAMESPACE);
}

/** A UUID that depends on the bytes alone. */
export function idOfBytes(bytes: Uint8Array): string {
  return v5(bytes, NAMESPACE);
}

/** The `n`-th throw of a fault's dice, from 0 up to 1: it depends on the seed, the fault and the number alone. */
export function nthChance(seed: string, fault: string, n: number): number {
  // The first 32 bits of a UUID of this kind are a hash's.
  return Number.parseInt(nthId(seed, fault, n).slice(0, 8), 16) / 2 ** 32;
}
