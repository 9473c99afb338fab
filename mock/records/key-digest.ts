import { parse, v5 } from 'uuid';

/** An arbitrary UUID. */
const NAMESPACE = parse('7a3b1f52-5d0e-4c5a-9a53-6c1d3f6f2c90');

/** Returns an identifier of an API key, for places that must not show the key. */
export function keyDigest(apiKey: string): string {
  return v5(apiKey, NAMESPACE);
}
