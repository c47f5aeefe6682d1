import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  shiftedDown,
  sideBySide,
  NO_REGIONS,
  rowRegions,
  type HitRegion,
  tableRegions,
} from '../../src/screens/hitRegions.ts';
import type { ListHandle } from '../../src/screens/list/handle.ts';
import type { Cockpit } from '../../src/store/cockpit.ts';
import { freshList } from '../../src/store/session/view.ts';
import type { ListState } from '../../src/store/session/viewState.ts';
import { headerLine } from '../../src/widgets/table.ts';
import { layoutColumns } from '../../src/widgets/tableLayout.ts';
import { settle } from '../../src/widgets/viewport.ts';
import { plain } from '../widgets/looks.ts';

const cockpit = {} as Cockpit;

/** A list view, kept here. */
function list(view: Partial<ListState> = {}) {
  let now: ListState = { ...freshList, ...view };
  const handle: ListHandle = {
    get: () => now,
    change: (_, change) => {
      now = { ...now, ...change };
    },
    inDeck: () => false,
    isVisit: () => false,
    pageRows: () => 1,
  };
  return { handle, view: () => now };
}

function choose(spot: HitRegion): void {
  expect(spot.kind).toBe('row');
  if (spot.kind === 'row') spot.choose();
}

const ids = Array.from({ length: 20 }, (_, index) => `row ${index}`);

describe('click regions of a list', () => {
  test('each row of a list can be clicked where it is painted, and nothing above or below', () => {
    const { handle } = list();
    const regionAt = rowRegions(cockpit, handle, { ids: ids.slice(0, 3), top: 1, height: 4 });
    expect([-1, 0, 1, 2, 3, 4].map((row) => regionAt(0, row).kind)).toEqual([
      'rest',
      'row',
      'row',
      'rest',
      'rest',
      'rest',
    ]);
  });

  test('a click moves the cursor to the painted row, wherever it is in the list by now', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(4), fc.shuffledSubarray(ids, { minLength: 20 }), (top, row, moved) => {
        const { handle, view } = list();
        const spot = rowRegions(cockpit, handle, { ids, top, height: 5 })(3, row);
        choose(spot);
        expect(spot.kind === 'row' && spot.isChosen()).toBe(true);
        const still = settle(view(), ids, 5);
        expect([still.cursor, still.top]).toEqual([`row ${top + row}`, top]);
        expect(settle(view(), moved, 5).cursor).toBe(`row ${top + row}`);
      }),
    );
  });

  test('the wheel scrolls a list from anywhere, and moves the cursor only if it must', () => {
    const { handle, view } = list({ cursor: 'row 4', index: 4 });
    const regionAt = rowRegions(cockpit, handle, { ids, top: 0, height: 5 });
    regionAt(0, 99).scroll(3);
    expect(view()).toMatchObject({ top: 3, cursor: 'row 4' });
    regionAt(0, 2).scroll(3);
    expect(view()).toMatchObject({ top: 6, cursor: 'row 6' });
    regionAt(0, -1).scroll(-20);
    expect(view()).toMatchObject({ top: 0, cursor: 'row 4' });
  });
});

describe('click regions of a table', () => {
  const cell = () => ({ text: '' });
  const columns = [
    { id: 'name', title: 'NAME', width: 8, cell, value: () => '' },
    { id: 'size', title: 'SIZE', width: 6, align: 'right' as const, cell, value: () => 0 },
    { id: 'bar', title: 'BAR', width: 5, cell },
  ];
  const layout = layoutColumns(columns, 40);
  const titled = (all: typeof columns, handle: ListHandle) =>
    tableRegions(cockpit, handle, { layout, all }, { ids, top: 0, height: 5 });
  /** The position of a title in the header. */
  const at = (title: string) => headerLine(layout, {}, plain).indexOf(title);
  const sort = (spot: HitRegion) => (spot.kind === 'title' ? spot.sort() : 'no title');

  test('a click on a column title sorts by it, and another one reverses the order', () => {
    const { handle, view } = list();
    const regionAt = titled(columns, handle);
    expect(sort(regionAt(at('NAME'), 0))).toBeUndefined();
    expect(view().sort).toEqual({ column: 'name', descending: false });
    sort(regionAt(at('SIZE') + 3, 0));
    expect(view().sort).toEqual({ column: 'size', descending: true });
    sort(regionAt(at('SIZE'), 0));
    expect(view().sort).toEqual({ column: 'size', descending: false });
  });

  test('a click on a column title that cannot sort keeps the order, and says why if no column can', () => {
    const { handle, view } = list();
    expect(sort(titled(columns, handle)(at('BAR'), 0))).toBeUndefined();
    expect(sort(titled(columns.slice(2), handle)(at('NAME'), 0))).toBe('these rows have a fixed order');
    expect(view().sort).toBeUndefined();
  });

  test('the rows of a table are clickable below its titles, and nothing beside the titles', () => {
    const { handle, view } = list();
    const regionAt = titled(columns, handle);
    expect([regionAt(0, 0).kind, regionAt(39, 0).kind, regionAt(3, -1).kind]).toEqual([
      'rest',
      'rest',
      'rest',
    ]);
    choose(regionAt(39, 1));
    expect(view().cursor).toBe('row 0');
  });
});

test('the regions of several parts are placed below and beside each other', () => {
  const { handle, view } = list();
  const rows = rowRegions(cockpit, handle, { ids, top: 0, height: 5 });
  const both = shiftedDown(2, sideBySide(10, NO_REGIONS, rows));
  expect([both(9, 3).kind, both(10, 1).kind, both(10, 2).kind]).toEqual(['rest', 'rest', 'row']);
  choose(both(12, 4));
  expect(view().cursor).toBe('row 2');
});
