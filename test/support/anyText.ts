import fc from 'fast-check';

/** The number of halves of surrogate pairs, which are no characters, and the first of them. */
const [HALVES, FIRST_HALF] = [0x800, 0xd800];

const anyCharacter = fc.nat(0x10ffff - HALVES).map(
  (number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES),
  (character) => {
    const code = String(character).codePointAt(0) ?? -1;
    if (String.fromCodePoint(code) !== character) throw new TypeError('not one character');
    if (code < FIRST_HALF) return code;
    return code < FIRST_HALF + HALVES ? -1 : code - HALVES;
  },
);

/** Texts of any characters, as with fast-check's unit `binary`, which first makes a map of a million characters. */
export const anyText = (limits: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: anyCharacter });
