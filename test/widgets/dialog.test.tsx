import { Box, Text } from 'ink';
import { render } from 'ink-testing-library';
import { describe, expect, test } from 'vitest';
import { width } from '../../src/lib/text.ts';
import { dialogLayout } from '../../src/widgets/dialog.ts';
import { Dialog } from '../../src/widgets/Dialog.tsx';
import { ascii, LOOKS, plain } from './looks.ts';

const screen = { columns: 50, rows: 12 };
const text = {
  title: 'Delete pool rbd-ssd',
  body: ['All of its data is lost, and no one can bring it back.', '', 'Objects  412'],
  hasInput: true,
  footer: 'Esc cancel',
};

describe('dialogLayout', () => {
  test('a dialog is a box with wrapped text, an input line and the keys', () => {
    expect(dialogLayout(text, screen, plain)).toEqual({
      x: 1,
      y: 1,
      width: 48,
      margin: { left: 1, right: 1 },
      lines: [
        '┌─ Delete pool rbd-ssd ────────────────────────┐',
        '│ All of its data is lost, and no one can      │',
        '│ bring it back.                               │',
        '│                                              │',
        '│ Objects  412                                 │',
        '│                                              │',
        '│                                              │',
        '│ Esc cancel                                   │',
        '└──────────────────────────────────────────────┘',
      ],
      inputRow: 5,
      top: 0,
      maxTop: 0,
      page: 4,
    });
  });

  test('a dialog is wide enough for its title and the text at its end, and cuts only the title on a narrow screen', () => {
    const titled = { title: 'Delete the pool that nobody remembers', titleEnd: ' on demo', body: ['short'] };
    const [whole = ''] = dialogLayout(titled, { columns: 80, rows: 12 }, plain).lines;
    expect(whole).toContain('─ Delete the pool that nobody remembers on demo ┐');
    const [cut = ''] = dialogLayout(titled, { columns: 40, rows: 12 }, plain).lines;
    expect(cut).toMatch(/─ Delete the pool that nob\S+ on demo ─?┐/);
  });

  test('the text at the end of a title, such as the name of a cluster, leaves the title half of the line', () => {
    const titleEnd = ' on kubectl --context production exec -i -n rook-ceph deploy/rook-ceph-tools --';
    const [first = ''] = dialogLayout(
      { title: 'Delete the pool rbd', titleEnd, body: [] },
      screen,
      plain,
    ).lines;
    expect(first).toMatch(/─ Delete the pool rbd on kubectl --context p\S+ ─?┐/);
    const long = { title: 'Delete the pool that nobody remembers', titleEnd, body: [] };
    expect(dialogLayout(long, screen, plain).lines[0]).toMatch(
      /─ Delete the pool that ?\S+ on kubectl --con\S+ ─?┐/,
    );
  });

  test('a dialog scrolls a long body, shows the position, and keeps the other lines in view', () => {
    const body = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const layout = dialogLayout(
      { title: 'Long', body, top: 99, footer: 'Esc' },
      { columns: 44, rows: 8 },
      ascii,
    );
    expect(layout).toMatchObject({ top: 26, maxTop: 26, page: 4 });
    expect(layout.lines).toEqual([
      '+- Long -------------------------------+',
      '| line 26                              |',
      '| line 27                              |',
      '| line 28                              |',
      '| line 29                              |',
      '|                                      |',
      '| Esc                                  |',
      '+- 27-30 of 30 ------------------------+',
    ]);
  });

  test('a dialog keeps pinned lines below the body, and the first and the last of them if they need more than half of the room', () => {
    const pinned = (rows: number, count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `pinned ${index}`);
      const body = Array.from({ length: 30 }, (_, index) => `line ${index}`);
      const layout = dialogLayout(
        { title: 'Long', body, pinned: lines, footer: 'Esc' },
        { columns: 44, rows },
        ascii,
      );
      expect(layout.lines).toHaveLength(rows);
      return layout.lines.flatMap((line) => /(pinned|line) \d+/.exec(line)?.[0] ?? []);
    };
    expect(pinned(12, 2)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'pinned 0', 'pinned 1']);
    // Of eight lines one is blank, and half of the other seven is three.
    expect(pinned(12, 9)).toEqual([
      'line 0',
      'line 1',
      'line 2',
      'line 3',
      'pinned 0',
      'pinned 7',
      'pinned 8',
    ]);
    expect(pinned(7, 9)).toEqual(['line 0', 'pinned 8']);
    expect(pinned(6, 9)).toEqual(['line 0', 'line 1']);
  });

  test('a dialog is centred on the screen, above the lines reserved at the bottom', () => {
    const at = (rows: number, foot?: number) => {
      const layout = dialogLayout(text, { columns: 50, rows, ...(foot !== undefined && { foot }) }, plain);
      expect(layout.lines).toHaveLength(9);
      return layout.y;
    };
    expect([at(9), at(12), at(13), at(29)]).toEqual([0, 1, 2, 10]);
    expect([at(29, 2), at(29, 12), at(12, 3)]).toEqual([10, 8, 0]);
  });

  test('a dialog is never larger than the screen, and every line is as wide as the frame', () => {
    for (const look of LOOKS) {
      for (const [columns, rows] of [
        [200, 50],
        [80, 24],
        [60, 16],
        [20, 6],
      ] as const) {
        const body = [...text.body, look.paint('error', 'x'.repeat(300)), '容量'.repeat(40)];
        const layout = dialogLayout({ ...text, body, role: 'danger' }, { columns, rows }, look);
        expect(layout.lines.length).toBeLessThanOrEqual(rows);
        expect(layout.width).toBeLessThanOrEqual(columns);
        for (const line of layout.lines) expect(width(line)).toBe(layout.width);
      }
    }
  });
});

/** The lines of a screen full of dots with a dialog over it. */
function overDots(columns: number): string[] | undefined {
  const layout = dialogLayout(
    { title: 'Quit?', body: ['Press y.'], hasInput: true },
    { columns, rows: 7 },
    plain,
  );
  const { lastFrame } = render(
    <Box width={columns} height={7} flexDirection="column">
      <Text>{Array.from({ length: 7 }, () => '.'.repeat(columns)).join('\n')}</Text>
      <Dialog layout={layout} input={<Text>name_</Text>} />
    </Box>,
  );
  return lastFrame()?.split('\n');
}

test('a dialog covers only what is behind it', () => {
  const side = '.'.repeat(8);
  expect(overDots(56)).toEqual([
    '.'.repeat(56),
    `${side}┌─ Quit? ──────────────────────────────┐${side}`,
    `${side}│ Press y.                             │${side}`,
    `${side}│ name_                                │${side}`,
    `${side}└──────────────────────────────────────┘${side}`,
    '.'.repeat(56),
    '.'.repeat(56),
  ]);
});

test('a dialog leaves no narrow strips of the screen behind it at its sides', () => {
  expect(overDots(46)?.map((line) => line.trimEnd())).toEqual([
    '.'.repeat(46),
    '   ┌─ Quit? ──────────────────────────────┐',
    '   │ Press y.                             │',
    '   │ name_                                │',
    '   └──────────────────────────────────────┘',
    '.'.repeat(46),
    '.'.repeat(46),
  ]);
});
