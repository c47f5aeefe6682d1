import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineWriter } from '../../../src/service/hooks/output.ts';

/** The lines of bytes that arrive in pieces of these sizes. */
function linesOf(bytes: Uint8Array, sizes: readonly number[], limit = 1024): string[] {
  const lines: string[] = [];
  const keeper = createLineWriter(limit, (line) => lines.push(line));
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    keeper.add('output', bytes.subarray(at, at + size));
    at += size;
  }
  keeper.end();
  return lines;
}

test('lines do not depend on how the output is split into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', ' '))),
      fc.array(fc.integer({ min: 1, max: 9 })),
      (texts, sizes) => {
        const lines = texts.map((text) => text.replace(/^\uFEFF/, '').toWellFormed());
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        expect(linesOf(bytes, sizes, 1e6)).toEqual(lines);
      },
    ),
  );
});

test('a last line without a line break is a line', () => {
  expect(linesOf(Buffer.from('a\n\nb'), [1])).toEqual(['a', '', 'b']);
  expect(linesOf(Buffer.from(''), [])).toEqual([]);
});

test('bytes that are not valid UTF-8 are shown as such', () => {
  expect(linesOf(Buffer.from([0x61, 0xff, 0x62, 0x0a, 0xc3]), [2])).toEqual(['a\uFFFDb', '\uFFFD']);
});

test('output of exactly the limit is reported without a remark', () => {
  const bytes = Buffer.alloc(1024, 'x');
  expect(linesOf(bytes, [1000])).toEqual(['x'.repeat(1024)]);
  expect(linesOf(Buffer.alloc(1025, 'x'), [1024])).toEqual([
    'x'.repeat(1024),
    '(output beyond 1 KiB is not kept)',
  ]);
});

test('partial lines of both streams do not mix', () => {
  const lines: string[] = [];
  const keeper = createLineWriter(1024, (line) => lines.push(line));
  keeper.add('output', Buffer.from('half'));
  keeper.add('error', Buffer.from('whole\nrest'));
  keeper.add('output', Buffer.from(' a line\n'));
  keeper.end();
  expect(lines).toEqual(['whole', 'half a line', 'rest']);
});
