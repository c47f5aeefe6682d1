import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { describe, expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { detailRows, detailTableHeight } from '../../src/widgets/detailTable.ts';
import { DetailTable } from '../../src/widgets/DetailTable.tsx';
import { ascii, mono, plain } from './looks.ts';

const facts = [
  ['state', 'DOWN in'],
  ['host', 'stor-07'],
];

function draw(rows: readonly (readonly string[])[], columns: number, look = plain): string[] {
  const { lastFrame } = render(
    <Box flexDirection="column">
      <DetailTable titles={['fact', 'value']} rows={rows} columns={columns} look={look} />
    </Box>,
  );
  return (lastFrame() ?? '').split('\n');
}

describe('DetailTable', () => {
  test('DetailTable draws facts in a frame', () => {
    const lines = draw(facts, 60);
    expect(lines).toEqual([
      '┌───────┬─────────┐',
      '│ fact  │ value   │',
      '├───────┼─────────┤',
      '│ state │ DOWN in │',
      '├───────┼─────────┤',
      '│ host  │ stor-07 │',
      '└───────┴─────────┘',
    ]);
    expect(lines.length).toBe(detailTableHeight(facts.length));
  });

  test('DetailTable draws its frame in ASCII if the terminal needs it', () => {
    expect(draw(facts.slice(0, 1), 60, ascii)).toEqual([
      '+-------+---------+',
      '| fact  | value   |',
      '+-------+---------+',
      '| state | DOWN in |',
      '+-------+---------+',
    ]);
  });

  test('DetailTable fits its width: it cuts the longest texts and keeps wide characters in their column', () => {
    const lines = draw(
      [
        ['model', '容量'.repeat(30)],
        ['serial\x1b[2J', 'e\u0301'.repeat(50)],
      ],
      30,
    );
    for (const line of lines) expect(width(line)).toBe(30);
    expect(lines.join('\n')).toContain('serial␛[2J');
  });

  test('DetailTable narrows the first of its widest columns first, and none below its heading', () => {
    const cells = (titles: readonly string[], row: readonly string[], columns: number) =>
      detailRows(titles, [row], columns, plain);
    expect(cells(['a', 'b'], ['12345', 'abcde'], 16)).toEqual([{ a: '123…', b: 'abcde' }]);
    expect(cells(['long heading', 'b'], ['123456789012', 'abcdefgh'], 24)).toEqual([
      { 'long heading': '123456789012', b: 'abcd…' },
    ]);
    expect(cells(['heading', 'other'], ['1234567', 'abcde'], 10)).toEqual([
      { heading: '1234567', other: 'abcde' },
    ]);
  });

  test('DetailTable leaves out as little as it can of a text with combined characters', () => {
    expect(detailRows(['t'], [['abcde\u0301']], 9, plain)).toEqual([{ t: 'abc…' }]);
  });

  test('DetailTable sets its headings apart without colour', () => {
    expect(draw(facts, 60, mono)[1]).toContain('\x1b[1m fact  \x1b[22m');
  });

  test('DetailTable shows at most twenty rows and says how many are left out', () => {
    const lines = draw(
      Array.from({ length: 23 }, (_, index) => [`fact ${index}`, 'x']),
      60,
    );
    expect(lines.length).toBe(detailTableHeight(23) + 1);
    expect(lines.at(-1)).toBe('… 3 more');
  });

  test('DetailTable is empty without rows', () => {
    expect(draw([], 60)).toEqual(['']);
  });
});
