import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, lineDiff, withContext } from '../../../src/screens/hooks/lineDiff.ts';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const text = (lines: readonly DiffLine[]) => lines.map(({ kind, text: line }) => signs[kind] + line);
const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });

test('both texts can be rebuilt from their line diff', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = lineDiff(before, after).lines;
      const side = (other: DiffLine['kind']) =>
        diff.filter(({ kind }) => kind !== other).map((line) => line.text);
      expect(side('added')).toEqual(before);
      expect(side('removed')).toEqual(after);
    }),
  );
});

test('a line diff is as small as the longest common subsequence allows', () => {
  const common = (a: readonly string[], b: readonly string[]): number => {
    const row = Array.from({ length: b.length + 1 }, () => 0);
    for (const one of a) {
      let corner = 0;
      for (const [index, other] of b.entries()) {
        const above = row[index + 1]!;
        row[index + 1] = one === other ? corner + 1 : Math.max(above, row[index]!);
        corner = above;
      }
    }
    return row.at(-1)!;
  };
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const same = lineDiff(before, after).lines.filter(({ kind }) => kind === 'same');
      expect(same).toHaveLength(common(before, after));
    }),
  );
});

test('a changed line is shown as the removed line followed by the added one', () => {
  expect(text(lineDiff(['#!/bin/sh', 'echo 1', 'exit 0'], ['#!/bin/sh', 'echo 2', 'exit 0']).lines)).toEqual([
    ' #!/bin/sh',
    '-echo 1',
    '+echo 2',
    ' exit 0',
  ]);
});

test('long texts that differ nearly everywhere are compared in bounded time, apart from their start and end', () => {
  const side = (name: string) => [
    'first',
    ...Array.from({ length: 5000 }, (_, index) => `${name}${index}`),
    'last',
  ];
  const { lines: found, isMinimal } = lineDiff(side('a'), side('b'));
  expect(isMinimal).toBe(false);
  expect(found).toHaveLength(10_002);
  expect([found[0], found.at(-1)].map((line) => line?.kind)).toEqual(['same', 'same']);
});

test('a line diff replaces long runs of unchanged lines by a count', () => {
  const before = Array.from({ length: 9 }, (_, index) => `line ${index}`);
  const parts = withContext(lineDiff(before, before.with(4, 'new')).lines, 1);
  expect(parts).toEqual([
    { kind: 'skipped', count: 3 },
    { kind: 'same', text: 'line 3' },
    { kind: 'removed', text: 'line 4' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: 'line 5' },
    { kind: 'skipped', count: 3 },
  ]);
});
