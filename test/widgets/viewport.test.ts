import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  followTop,
  lowestTop,
  type Motion,
  move,
  moveTo,
  scrollTop,
  settle,
  type Viewport,
  scroll,
} from '../../src/widgets/viewport.ts';

/** The initial viewport of a list. */
const START: Viewport = { cursor: undefined, index: 0, top: 0 };
const list = (length: number) => Array.from({ length }, (_, index) => `row${index}`);
const rows = list(100);

describe('move', () => {
  test('the list does not scroll while the cursor moves in view', () => {
    expect(move({ cursor: 'row3', index: 3, top: 0 }, 1, rows, 10)).toEqual({
      cursor: 'row4',
      index: 4,
      top: 0,
    });
  });

  test('the list scrolls by half a page when the cursor leaves it', () => {
    expect(move({ cursor: 'row9', index: 9, top: 0 }, 1, rows, 10)).toEqual({
      cursor: 'row10',
      index: 10,
      top: 6,
    });
    expect(move({ cursor: 'row20', index: 20, top: 20 }, -1, rows, 10)).toEqual({
      cursor: 'row19',
      index: 19,
      top: 14,
    });
  });

  test.each<[Motion, number, number]>([
    ['pageDown', 35, 30],
    ['pageUp', 15, 10],
    ['halfDown', 30, 25],
    ['halfUp', 20, 15],
    ['home', 0, 0],
    ['end', 99, 90],
  ])('the move %s goes to row %i with row %i at the top', (motion, index, top) => {
    expect(move({ cursor: 'row25', index: 25, top: 20 }, motion, rows, 10)).toEqual({
      cursor: `row${index}`,
      index,
      top,
    });
  });

  test('a move in an empty list changes nothing', () => {
    expect(move(START, 'pageDown', [], 10)).toBe(START);
    expect(moveTo(START, 5, [], 10)).toBe(START);
  });
});

describe('settle', () => {
  test('the cursor begins at the first row', () => {
    expect(settle(START, rows, 10)).toEqual({ cursor: 'row0', index: 0, top: 0 });
  });

  test('the cursor follows its row, which stays on its line of the screen', () => {
    const grown = ['new0', 'new1', ...rows];
    expect(settle({ cursor: 'row25', index: 25, top: 20 }, grown, 10)).toEqual({
      cursor: 'row25',
      index: 27,
      top: 22,
    });
  });

  test('a list scrolled to its top shows new rows at its top', () => {
    expect(settle({ cursor: 'row2', index: 2, top: 0 }, ['new', ...rows], 10)).toEqual({
      cursor: 'row2',
      index: 3,
      top: 0,
    });
  });

  test('the cursor moves to the row that takes the place of a removed one', () => {
    const without = rows.filter((id) => id !== 'row25');
    expect(settle({ cursor: 'row25', index: 25, top: 20 }, without, 10)).toEqual({
      cursor: 'row26',
      index: 25,
      top: 20,
    });
    expect(settle({ cursor: 'row99', index: 99, top: 90 }, list(50), 10)).toEqual({
      cursor: 'row49',
      index: 49,
      top: 40,
    });
  });

  test('the cursor remembers its row while a filter matches nothing', () => {
    const view = { cursor: 'row25', index: 25, top: 20 };
    expect(settle(settle(view, [], 10), rows, 10)).toMatchObject({ cursor: 'row25', index: 25 });
  });

  test('the cursor stays in view when the list gets less high', () => {
    expect(settle({ cursor: 'row9', index: 9, top: 0 }, rows, 4)).toMatchObject({ cursor: 'row9' });
  });

  test('settle returns the same object if nothing has changed', () => {
    const view = { cursor: 'row25', index: 25, top: 20 };
    expect(settle(view, rows, 10)).toBe(view);
  });
});

type Step =
  | { readonly kind: 'move'; readonly motion: Motion }
  | { readonly kind: 'list'; readonly ids: readonly string[] }
  | { readonly kind: 'height'; readonly height: number };

const ids = fc.uniqueArray(
  fc.nat(60).map((id) => `row${id}`),
  { maxLength: 40 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    motion: fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom<Motion>('pageUp', 'pageDown', 'halfUp', 'halfDown', 'home', 'end'),
    ),
  }),
  fc.record({ kind: fc.constant('list' as const), ids }),
  fc.record({ kind: fc.constant('height' as const), height: fc.integer({ min: 1, max: 30 }) }),
);

test('the cursor is always on a row in view, and follows its row while that exists', () => {
  fc.assert(
    fc.property(ids, fc.array(step), (first, steps) => {
      let now: readonly string[] = first;
      let height = 10;
      let view: Viewport = settle(START, now, height);
      for (const next of steps) {
        const before = view.cursor;
        if (next.kind === 'list') now = next.ids;
        if (next.kind === 'height') height = next.height;
        view = next.kind === 'move' ? move(view, next.motion, now, height) : settle(view, now, height);
        if (now.length === 0) continue;
        expect(view.cursor).toBe(now[view.index]);
        expect(view.top).toBeGreaterThanOrEqual(0);
        expect(view.top).toBeLessThanOrEqual(Math.max(0, now.length - height));
        expect(view.index - view.top).toBeGreaterThanOrEqual(0);
        expect(view.index - view.top).toBeLessThan(height);
        if (next.kind !== 'move' && before !== undefined && now.includes(before))
          expect(view.cursor).toBe(before);
      }
    }),
  );
});

test('scrollTop keeps the scroll position if the row is in view', () => {
  expect(scrollTop(20, 20, 10, 100)).toBe(20);
  expect(scrollTop(20, 29, 10, 100)).toBe(20);
});

describe('follow', () => {
  test('a followed list has its newest row at the bottom, and moves only when it may', () => {
    expect(lowestTop(undefined, 10, 100, false)).toBe(90);
    expect(lowestTop(90, 10, 103, false)).toBe(90);
    expect(lowestTop(90, 10, 103, true)).toBe(93);
    expect(lowestTop(95, 10, 100, false)).toBe(90);
  });

  test('a followed list moves at once when more new rows wait than it has lines', () => {
    expect(lowestTop(90, 10, 111, false)).toBe(101);
  });

  test('a followed list shows its last page at first', () => {
    expect(followTop(undefined, 10, 100)).toBe(90);
    expect(followTop(undefined, 10, 4)).toBe(0);
  });

  test('a followed list does not scroll until it is full, then scrolls by half a page', () => {
    expect(followTop(90, 10, 100)).toBe(90);
    expect(followTop(90, 10, 101)).toBe(96);
    expect(followTop(96, 10, 106)).toBe(96);
  });

  test('a followed list shows its last page if more rows arrive than half a page', () => {
    expect(followTop(90, 10, 105)).toBe(100);
    expect(followTop(90, 10, 106)).toBe(96);
    expect(followTop(90, 10, 500)).toBe(490);
  });

  test('a followed list always has the newest row in view', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 60 }), fc.nat(500), (top, height, total) => {
        const first = followTop(top, height, total);
        expect(first).toBeLessThanOrEqual(total);
        expect(total - first).toBeLessThanOrEqual(height);
      }),
    );
  });
});

describe('wheel', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `row ${index}`);
  const at = (index: number, top: number) => ({ cursor: `row ${index}`, index, top });

  test('the wheel leaves the cursor on its row while that is in view', () => {
    expect(scroll(at(5, 0), 3, ids, 10)).toEqual(at(5, 3));
    expect(scroll(at(5, 3), -3, ids, 10)).toEqual(at(5, 0));
  });

  test('the wheel takes the cursor along when its row would leave the view, and stops at the ends of the list', () => {
    expect(scroll(at(1, 0), 3, ids, 10)).toEqual(at(3, 3));
    expect(scroll(at(12, 10), -6, ids, 5)).toEqual(at(8, 4));
    expect(scroll(at(22, 19), 9, ids, 10)).toEqual(at(22, 20));
    expect(scroll(at(0, 0), -3, ids, 10)).toEqual(at(0, 0));
  });

  test('the wheel does nothing if all rows are in view or there are none', () => {
    expect(scroll(at(2, 0), 3, ids.slice(0, 4), 10)).toEqual(at(2, 0));
    expect(scroll(at(2, 0), 3, [], 10)).toEqual(at(2, 0));
  });
});
