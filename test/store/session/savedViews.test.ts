import { expect, test } from 'vitest';
import { paneHome, screenHome } from '../../../src/store/session/favourites.ts';
import { EMPTY, merge, readSaved, savedPane } from '../../../src/store/session/savedViews.ts';

const read = (part: object) => readSaved(JSON.stringify({ lists: {}, ...part }), (id) => id === 'osds');
const pane = 'health';

test.each([['[]'], ['3'], ['null'], ['{}'], ['{"lists":[]}'], ['{"lists":null}']])(
  'the file %s holds no views',
  (source) => {
    expect(() => readSaved(source, () => true)).toThrow(new TypeError('it holds no views'));
  },
);

test('a file that is no JSON is refused', () => {
  expect(() => readSaved('{', () => true)).toThrow(SyntaxError);
});

test.each<[string, unknown, object]>([
  ['no list', 'x', {}],
  ['a list of lists', [], {}],
  ['nothing', null, {}],
  ['a filter', { filter: 'a' }, { filter: 'a' }],
  ['a filter of another type', { filter: 3 }, {}],
  [
    'an order',
    { sort: { column: 'used', descending: true } },
    { sort: { column: 'used', descending: true } },
  ],
  [
    'an order without a direction',
    { sort: { column: 'used' } },
    { sort: { column: 'used', descending: false } },
  ],
  [
    'an order with a strange direction',
    { sort: { column: 'used', descending: 1 } },
    { sort: { column: 'used', descending: false } },
  ],
  ['an order without a column', { sort: { descending: true } }, {}],
  ['an order of another type', { sort: 'used' }, {}],
  ['hidden columns', { hidden: ['a', 3, 'b'] }, { hidden: ['a', 'b'] }],
  ['hidden columns of another type', { hidden: 'a' }, {}],
  ['a preview', { preview: false }, { preview: false }],
  ['a preview of another type', { preview: 1 }, {}],
])('of a saved list the valid parts are read: %s', (_, value, expected) => {
  expect(read({ lists: { here: value } }).lists).toEqual({ here: expected });
});

test('the focus, the zoom, the theme and the screens are read if they are valid', () => {
  expect(read({})).toEqual(EMPTY);
  expect(read({ focus: pane, zoomed: true })).toEqual({ ...EMPTY, focus: pane, zoomed: true });
  expect(read({ focus: 'nowhere', zoomed: 1, theme: 'nothing', screens: {}, favourites: 3 })).toEqual(EMPTY);
  const scope = { pool: 'rbd' };
  const screens = [
    { screen: 'osds', scope },
    { screen: 'gone', scope },
    { screen: 'osds', scope: { pool: 3 } },
    { screen: 'osds', scope: [] },
    { screen: 3, scope },
    { scope },
    'osds',
    null,
  ];
  expect(read({ screens }).screens).toEqual([{ screen: 'osds', scope }]);
});

test('favourites are read if their pane or screen still exists', () => {
  const whole = { scope: {}, row: 'osd.1', name: 'mine' };
  const [onPane, onScreen] = [
    { home: paneHome(pane), ...whole },
    { home: screenHome('osds'), ...whole },
  ];
  const favourites = [
    onPane,
    onScreen,
    { ...onScreen, home: screenHome('gone') },
    { ...onScreen, home: 'nowhere' },
    { ...onScreen, home: 3 },
    { ...onScreen, scope: 'x' },
    { ...onScreen, row: 3 },
    { ...onScreen, name: null },
    [],
    'x',
  ];
  expect(read({ favourites }).favourites).toEqual([onPane, onScreen]);
});

test('of a pane nothing is kept but its order, its hidden columns and its preview', () => {
  expect(savedPane({ filter: 'x' })).toEqual({});
  const sort = { column: 'a', descending: true };
  expect(savedPane({ filter: 'x', sort, hidden: [], preview: false })).toEqual({
    sort,
    hidden: [],
    preview: false,
  });
});

test('what two sessions changed is kept, and what one of them removed stays removed', () => {
  const views = (lists: Record<string, string>, names: readonly string[]) => ({
    ...EMPTY,
    lists: Object.fromEntries(Object.entries(lists).map(([key, filter]) => [key, { filter }])),
    favourites: names.map((row) => ({ home: paneHome(pane), scope: {}, row, name: row })),
  });
  const before = views({ same: '1', mine: '1', theirs: '1', goneHere: '1', goneThere: '1' }, ['a', 'b', 'c']);
  const own = views({ same: '1', mine: '2', theirs: '1', goneThere: '1', new: '3' }, ['a', 'c', 'd']);
  const theirs = views({ same: '1', mine: '1', theirs: '4', goneHere: '1', other: '5' }, ['a', 'b', 'e']);
  const merged = merge(before, { ...own, zoomed: true }, { ...theirs, focus: pane });
  expect(merged.lists).toEqual({
    same: { filter: '1' },
    mine: { filter: '2' },
    theirs: { filter: '4' },
    other: { filter: '5' },
    new: { filter: '3' },
  });
  expect(merged.favourites.map(({ row }) => row)).toEqual(['a', 'e', 'd']);
  expect([merged.zoomed, merged.focus]).toEqual([true, undefined]);
});
