import fc from 'fast-check';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Patch } from '../../scripts/build/patch.mjs';
import { stringWidthFastPath } from '../../scripts/build/patches/stringWidthFastPath.mjs';
import { root } from '../../scripts/lib/project.mjs';
import { bundledWith } from '../support/bundled.ts';

type StringWidth = (text: string, options?: { ambiguousIsNarrow: boolean }) => number;

/** The library as it is installed, which an import of this test would not be, and as it is in the build. */
let stringWidth: StringWidth;
let patchedWidth: StringWidth;

beforeAll(async () => {
  const source = `export { default } from ${JSON.stringify(join(root, 'node_modules/string-width/index.js'))};`;
  const built = async (patches: readonly Patch[]) =>
    ((await bundledWith(patches, source)) as { default: StringWidth }).default;
  [stringWidth, patchedWidth] = [await built([]), await built([stringWidthFastPath])];
});

function character(): fc.Arbitrary<string> {
  const range = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
  return fc.oneof(
    range(0x20, 0x7e),
    range(0xa0, 0x36f),
    range(0x2000, 0x206f),
    range(0x20d0, 0x27bf),
    range(0x2800, 0x303f),
    range(0xac00, 0xac20),
    range(0x1100, 0x11ff),
    range(0xfe00, 0xff0f),
    range(0x1f1e6, 0x1f64f),
    fc.constantFrom('\u200D', '\uFE0F', '\u20E3', '\u001B[1m', '\u001B[0m', '👩‍🚀', '1️⃣', '🇩🇪', 'ก็'),
  );
}

test('the patched string-width agrees with the original on every character that it treats specially', () => {
  const differing: string[] = [];
  const compare = (from: number, to: number) => {
    for (let code = from; code <= to; code++) {
      const text = String.fromCodePoint(code);
      if (patchedWidth(text) !== stringWidth(text)) differing.push(`U+${code.toString(16)}`);
    }
  };
  compare(0x20, 0x3400);
  compare(0xfe00, 0xffff);
  compare(0x1f000, 0x1faff);
  expect(differing).toEqual([]);
});

test('the patched string-width agrees with the original on mixed texts, with ambiguous characters narrow or wide', () => {
  fc.assert(
    fc.property(fc.array(character(), { maxLength: 12 }), fc.boolean(), (characters, ambiguousIsNarrow) => {
      const text = characters.join('');
      expect(patchedWidth(text, { ambiguousIsNarrow })).toBe(stringWidth(text, { ambiguousIsNarrow }));
      // Without options widths are kept: the second answer must be the first.
      const narrow = stringWidth(text, { ambiguousIsNarrow: true });
      expect([patchedWidth(text), patchedWidth(text)]).toEqual([narrow, narrow]);
    }),
    { numRuns: 2000 },
  );
});
