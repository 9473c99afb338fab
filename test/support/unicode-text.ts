import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const last = 0x10ffff - SURROGATES.count;

const character = fc
  .oneof(fc.nat(0x7f), fc.nat(last))
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count));

/** Texts of any characters of Unicode, half of them of ASCII. fast-check's own (`unit: 'binary'`) takes most of a second to set up. */
export function unicodeText(length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...length });
}
