import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const last = 0x10ffff - SURROGATES.count;

const character = fc
  .oneof(fc.nat(0x7f), fc.nat(last))
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count));

/** Generates texts of any Unicode characters, half of them ASCII. fast-check's `unit: 'binary'` takes most of a second to start. */
export function unicodeText(length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...length });
}
