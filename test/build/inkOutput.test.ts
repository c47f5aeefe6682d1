import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Patch } from '../../scripts/build/patch.mjs';
import { patches } from '../../scripts/build/patches.mjs';
import { root } from '../../scripts/lib/project.mjs';
import { readLine } from '../../src/output/line.ts';
import { Styles } from '../../src/output/style.ts';
import { bundledWith } from '../support/bundled.ts';

interface Output {
  write(x: number, y: number, text: string, options: { transformers: readonly unknown[] }): void;
  clip(area: object): void;
  unclip(): void;
  get(): { output: string };
}
type OutputClass = new (size: { width: number; height: number }) => Output;
interface Parts {
  readonly Output: OutputClass;
  readonly sanitizeAnsi: (text: string) => string;
  readonly widestLine: (text: string) => number;
}

/** The class with which Ink draws a frame, and which it does not export. */
const SOURCE = `
export { default as Output } from '${root}/node_modules/ink/build/output.js';
export { default as sanitizeAnsi } from '${root}/node_modules/ink/build/sanitize-ansi.js';
export { default as widestLine } from '${root}/node_modules/widest-line/index.js';
`;

/** The parts of Ink that turn texts into a frame, with or without the patches. */
const inkParts = async (used: readonly Patch[]) => (await bundledWith(used, SOURCE)) as Parts;

let original: Parts;
let patched: Parts;
beforeAll(async () => {
  const frame = /output|styledChars|sanitize-ansi|widest-line|string-width/;
  original = await inkParts([]);
  patched = await inkParts(patches.filter(({ file }) => frame.test(file.source)));
});

const COLUMNS = 20;
const styles = new Styles({ endsAttributes: true });

/** The character and the style of each cell of a frame. */
const cells = (frame: string) =>
  frame.split('\n').map((line) => {
    const { texts, styles: inStyles } = readLine(line, COLUMNS, styles);
    return { texts, styles: inStyles };
  });

const WORDS = ['osd.1', ' ', '│', '漢字', 'é', 'e\u0301', '👩‍🚀', '▆▅', '\n', '\u200B'];
const STYLES = ['1m', '22m', '31m', '39m', '7m', '0m', '38;2;1;2;3m', '2J'].map((code) => `\u001B[${code}`);
const piece = fc.constantFrom(...WORDS, ...STYLES);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const place = { x: fc.integer({ min: -3, max: 22 }), y: fc.integer({ min: -1, max: 6 }) };
const clip = fc.record({ x1: place.x, x2: place.x, y1: place.y, y2: place.y });
const operation = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), ...place, text, loud: fc.boolean() }),
  fc.record({ kind: fc.constant('clipped' as const), ...place, text, clip }),
);

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

function frame({ Output, sanitizeAnsi }: Parts, operations: readonly Operation[]): string {
  const output = new Output({ width: COLUMNS, height: 5 });
  for (const step of operations) {
    const clean = sanitizeAnsi(step.text);
    const transformers =
      step.kind === 'write' && step.loud ? [(line: string) => line.replaceAll('osd', 'OSD!')] : [];
    if (step.kind === 'clipped') output.clip(step.clip);
    output.write(step.x, step.y, clean, { transformers });
    if (step.kind === 'clipped') output.unclip();
  }
  return output.get().output;
}

test('a frame of patched Ink equals the frame of Ink, whatever was drawn before', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 8 }), (operations) => {
      expect(cells(frame(patched, operations))).toEqual(cells(frame(original, operations)));
    }),
    { numRuns: 2000 },
  );
});

test('patched Ink measures texts as Ink does', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(patched.widestLine(some)).toBe(original.widestLine(some));
    }),
  );
});
