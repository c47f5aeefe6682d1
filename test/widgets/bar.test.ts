import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Look, Role } from '../../src/lib/look.ts';
import { width } from '../../src/lib/text.ts';
import { bar, sparkline, sparkRole, stackedBar } from '../../src/widgets/bar.ts';
import { ascii, LOOKS, mono, plain } from './looks.ts';

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

  test('a sparkline scales to the given maximum', () => {
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
  expect(sparkRole([])).toBe('dim');
});
