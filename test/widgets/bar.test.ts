import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Look, Role } from '../../src/lib/look.ts';
import { width } from '../../src/lib/text.ts';
import { bar, roomyCeiling, sparkline, sparkRole, stackedBar } from '../../src/widgets/bar.ts';
import { ascii, LOOKS, mono, plain, tagged } from './looks.ts';

const anyNumber = fc.oneof(fc.double(), fc.double({ min: 0, max: 1 }), fc.constant(undefined));
const columns = fc.integer({ min: 0, max: 40 });
const look = fc.constantFrom(...LOOKS);

const LIMITS = [
  { at: 0.5, role: 'warn' },
  { at: 0.75, role: 'error' },
] as const;

describe('bar', () => {
  test('a bar marks its limits where it is empty, and is coloured only beyond those that are passed', () => {
    expect(bar(0.25, 8, plain, LIMITS)).toBe('██░░┊░┊░');
    expect(bar(0.25, 8, ascii, LIMITS)).toBe('##..|.|.');
    const roles: Role[] = [];
    const spying: Look = {
      ...plain,
      paint(role, text) {
        roles.push(...Array.from(text, () => role));
        return text;
      },
    };
    bar(0.25, 8, spying, LIMITS);
    expect(roles).toEqual(['dim', 'dim', 'rule', 'rule', 'rule', 'rule', 'rule', 'rule']);
    roles.length = 0;
    bar(1, 8, spying, LIMITS);
    expect(roles).toEqual(['dim', 'dim', 'dim', 'dim', 'warn', 'warn', 'error', 'error']);
  });

  test.each([
    [0, '░░░░░░░░', '........'],
    [0.001, '▏░░░░░░░', '#.......'],
    [0.5, '████░░░░', '####....'],
    [0.843, '██████▋░', '######..'],
    [0.999, '███████▉', '#######.'],
    [1, '████████', '########'],
    [7, '████████', '########'],
    [undefined, '░░░░░░░░', '........'],
  ])('a bar for %d is %s, or %s in ASCII', (share, unicode, asciiBar) => {
    expect([bar(share, 8, plain, []), bar(share, 8, ascii, [])]).toEqual([unicode, asciiBar]);
  });

  test('a bar is coloured from the cell in which its share passes a limit, even if that is reached exactly', () => {
    expect(bar(0.5, 3, tagged(plain), LIMITS)).toBe('<dim:█><warn:▌><rule:┊>');
    expect(bar(0.49, 3, tagged(plain), LIMITS)).toBe('<dim:█▍><rule:┊>');
  });

  test('a bar marks a limit at its end in the last cell', () => {
    expect(bar(0, 4, ascii, [{ at: 1, role: 'warn' }])).toBe('...|');
  });

  test('a bar is always exactly as wide as asked', () => {
    fc.assert(
      fc.property(anyNumber, columns, look, (share, room, some) => {
        expect(width(bar(share, room, some, LIMITS))).toBe(room);
      }),
    );
  });
});

const groups = (error: number, warn: number, ok: number) =>
  [
    { value: error, role: 'error' },
    { value: warn, role: 'warn' },
    { value: ok, role: 'ok' },
  ] as const;

describe('stackedBar', () => {
  test('a stacked bar shows small groups beside large ones', () => {
    expect(stackedBar(groups(1, 24, 3000), 12, plain)).toBe('█▄░░░░░░░░░░');
    expect(stackedBar(groups(1, 24, 3000), 12, ascii)).toBe('X!..........');
    expect(stackedBar(groups(0, 1, 1), 8, ascii)).toBe('!!!!....');
  });

  test('a stacked bar keeps the worst groups if there is no room for all', () => {
    expect(stackedBar(groups(1, 24, 3000), 2, ascii)).toBe('X!');
    expect(stackedBar(groups(1, 24, 3000), 1, ascii)).toBe('X');
  });

  test('only the shares with problems of a stacked bar have a colour, and danger is the worst of them', () => {
    const shares = (['ok', 'warn', 'error', 'danger'] as const).map((role) => ({ value: 10, role }));
    const shown = (room: number) => stackedBar(shares, room, tagged(ascii));
    expect(shown(8)).toBe('<rule:..><warn:!!><error:XX><danger:XX>');
    expect(shown(3)).toBe('<warn:!><error:X><danger:X>');
    expect(shown(2)).toBe('<error:X><danger:X>');
    expect(shown(1)).toBe('<danger:X>');
  });

  test.each([
    ['the share that lost most by rounding gets the spare cell', [5, 3, 2], 7, [4, 2, 1]],
    ['a later share gets it if it lost more', [3, 5, 2], 7, [2, 4, 1]],
    ['of equal shares the first gets it', [1, 1, 1], 4, [2, 1, 1]],
    ['each share gets its own spare cell', [1, 1, 1], 5, [2, 2, 1]],
    ['small shares take their cells from the large one', [1, 1, 100], 4, [1, 1, 2]],
    ['of two large ones from that which is nearer to fewer cells', [1, 1, 60, 40], 6, [1, 1, 3, 1]],
    ['of two equal large ones from the first', [1, 1, 50, 50], 5, [1, 1, 1, 2]],
  ])('in a stacked bar, %s', (_, values, room, cells) => {
    const shares = values.map((value) => ({ value, role: 'warn' as const }));
    const text = stackedBar(shares, room, tagged(ascii));
    expect([...text.matchAll(/!+/g)].map(([run]) => run.length)).toEqual(cells);
  });

  test('a stacked bar leaves out shares that are not known', () => {
    const shares = [NaN, Infinity, -3, 1].map((value) => ({ value, role: 'warn' as const }));
    expect(stackedBar(shares, 3, ascii)).toBe('!!!');
    expect(stackedBar([], 3, tagged(ascii))).toBe('<rule:...>');
  });

  test('a stacked bar of nothing is empty', () => {
    expect(stackedBar(groups(0, 0, 0), 4, ascii)).toBe('....');
    expect(stackedBar([], 4, ascii)).toBe('....');
  });

  test('a stacked bar is exactly as wide as asked, and every share above zero has a cell', () => {
    const roles: readonly Role[] = ['error', 'warn', 'ok'];
    const shares = fc.tuple(
      ...roles.map((role) => fc.record({ value: fc.nat(5000), role: fc.constant(role) })),
    );
    fc.assert(
      fc.property(shares, columns, look, (some, room, painted) => {
        expect(width(stackedBar(some, room, painted))).toBe(room);
        if (room < 3) return;
        const text = stackedBar(some, room, ascii);
        for (const [index, sign] of ['X', '!', '.'].entries()) {
          expect(text.includes(sign)).toBe((some[index]?.value ?? 0) > 0);
        }
      }),
    );
  });
});

describe('sparkline', () => {
  test('a sparkline draws the newest values at the right, and a gap for a missing one', () => {
    expect(sparkline([9, 9, 0, 1, 4, undefined, 8], 5, plain)).toBe('▁▂▅ █');
    expect(sparkline([0, 8], 5, plain)).toBe('   ▁█');
    expect(sparkline([0, 0], 4, ascii)).toBe('  __');
  });

  test('a sparkline draws its lowest level for zero', () => {
    expect(sparkline([0, 0.001, 100], 3, plain)).toBe('▁▂█');
  });

  test('a sparkline scales to its highest value, and has a blank for what is no number', () => {
    expect(sparkline([0.25, 0.5], 2, plain)).toBe('▅█');
    expect(sparkline([NaN, -1, 8], 4, plain)).toBe('  ▁█');
    expect(sparkline([0, undefined], 2, tagged(plain))).toBe('<accent:▁ >');
    expect(sparkline([1], 1, tagged(plain), { role: 'dim' })).toBe('<dim:█>');
  });

  test('a sparkline scales to the given maximum', () => {
    expect(sparkline([5], 1, plain, { max: 0 })).toBe('▁');
    expect(sparkline([50, 200], 2, plain, { max: 100 })).toBe('▅█');
  });

  test('a sparkline is always exactly as wide as asked', () => {
    fc.assert(
      fc.property(fc.array(anyNumber), columns, look, (values, room, some) => {
        expect(width(sparkline(values, room, some))).toBe(room);
      }),
    );
  });
});

test('bars and sparklines of width zero are empty', () => {
  expect([bar(1, 0, mono, LIMITS), stackedBar([], 0, mono), sparkline([1], 0, mono)]).toEqual(['', '', '']);
});

test('a sparkline has a colour only if its values vary by a quarter of the highest', () => {
  expect(sparkRole([100, 90, undefined, 80])).toBe('dim');
  expect(sparkRole([100, 75])).toBe('accent');
  expect(sparkRole([0, 0])).toBe('dim');
  expect(sparkRole([100, 76])).toBe('dim');
  expect(sparkRole([100, undefined, 0])).toBe('accent');
  expect(sparkRole([0.5, 0.3])).toBe('accent');
  expect(sparkRole([-10, 0])).toBe('dim');
  expect(sparkRole([])).toBe('dim');
});

test('the scale of values without a maximum leaves room above the highest', () => {
  expect(roomyCeiling([10, undefined, 5])).toBeCloseTo(14);
  expect([roomyCeiling([]), roomyCeiling([undefined, -3])]).toEqual([0, 0]);
});
