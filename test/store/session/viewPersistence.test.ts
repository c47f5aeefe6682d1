import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toggleFavourite } from '../../../src/store/session/favourites.ts';
import { createHistory } from '../../../src/store/session/history.ts';
import { PAGE, updateScreen } from '../../../src/store/session/screenView.ts';
import { createViewStore, freshList, pushOverlay, updateList } from '../../../src/store/session/view.ts';
import { persistViews } from '../../../src/store/session/viewPersistence.ts';
import type { ListState, ViewStore } from '../../../src/store/session/viewState.ts';
import { type FakeClock, fakeClock } from '../../support/fakeClock.ts';

let folder: string;
let clock: FakeClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  clock = fakeClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'state', 'views-demo.json');

function session() {
  const view = createViewStore(0, { utc: true });
  const history = createHistory(view);
  const problems: string[] = [];
  const memory = persistViews({
    view,
    clock,
    path: path(),
    isScreen: (id) => id !== 'gone',
    onProblem: (message) => problems.push(message),
  });
  return { view, history, problems, memory };
}
const openScreen = (view: ViewStore, screen: string, scope = {}) =>
  pushOverlay(view, { kind: 'screen', screen, scope, list: freshList, pageRows: 1, limit: 500 });

test('columns, order and preview of a pane return in the next session, and its filter does not', async () => {
  const first = session();
  updateList(first.view, 'disks', {
    hidden: ['size'],
    sort: { column: 'used', descending: true },
    filter: 'stor-02',
    preview: true,
  });
  await first.memory[Symbol.asyncDispose]();
  const { view } = session();
  expect(view.getState().lists.disks).toMatchObject({
    hidden: ['size'],
    sort: { column: 'used', descending: true },
    filter: '',
    preview: true,
  });
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path())).mode & 0o777).toBe(0o700);
  expect(first.problems).toEqual([]);
});

test('a theme that was chosen returns in the next session, and an unknown one is left out', async () => {
  const first = session();
  first.view.setState({ theme: 'light' });
  await first.memory[Symbol.asyncDispose]();
  expect(session().view.getState().theme).toBe('light');
  writeFileSync(path(), JSON.stringify({ lists: {}, theme: 'plaid' }));
  expect(session().view.getState().theme).toBeUndefined();
});

test('the next session begins with the deck, and one key opens the last screen if it still exists', async () => {
  const first = session();
  first.view.setState({ focus: 'crush', zoomed: true });
  openScreen(first.view, 'gone');
  openScreen(first.view, 'images', { pool: 'rbd' });
  await first.memory[Symbol.asyncDispose]();
  const { view, history } = session();
  expect(view.getState()).toMatchObject({ focus: 'health', zoomed: false, overlays: [] });
  expect(history.last()).toBe(true);
  expect(view.getState()).toMatchObject({ focus: 'crush', zoomed: true });
  expect(view.getState().overlays).toMatchObject([
    { kind: 'screen', screen: 'images', scope: { pool: 'rbd' }, pageRows: 1, limit: PAGE },
  ]);
});

test('a screen keeps its sort order wherever it is opened, and its filter for each object', () => {
  const { view } = session();
  openScreen(view, 'images', { pool: 'a' });
  view.setState(({ overlays }) => ({
    overlays: overlays.map((overlay) =>
      overlay.kind === 'screen'
        ? { ...overlay, list: { ...overlay.list, filter: 'vm', sort: { column: 'size', descending: true } } }
        : overlay,
    ),
  }));
  view.setState({ overlays: [] });
  openScreen(view, 'images', { pool: 'b' });
  expect(view.getState().overlays[0]).toMatchObject({ list: { filter: '', sort: { column: 'size' } } });
  view.setState({ overlays: [] });
  openScreen(view, 'images', { pool: 'a' });
  expect(view.getState().overlays[0]).toMatchObject({ list: { filter: 'vm' } });
});

test('a filter of a pane saved by an older version is not restored', async () => {
  const first = session();
  updateList(first.view, 'disks', { preview: true });
  await first.memory[Symbol.asyncDispose]();
  writeFileSync(path(), JSON.stringify({ lists: { 'pane disks': { filter: '!stor-07' } }, screens: [] }));
  expect(session().view.getState().lists.disks.filter).toBe('');
});

test('a filter set by a link to a screen does not replace the one that was typed there', () => {
  const { view } = session();
  const change = (list: Partial<ListState>) =>
    updateScreen(view, (screen) => ({ ...screen, list: { ...screen.list, ...list } }));
  openScreen(view, 'pools');
  change({ filter: 'vm', visit: false });
  view.setState({ overlays: [] });
  openScreen(view, 'pools');
  change({ filter: 'name:rbd', visit: true });
  view.setState({ overlays: [] });
  openScreen(view, 'pools');
  expect(view.getState().overlays[0]).toMatchObject({ list: { filter: 'vm' } });
});

test('the view settings are written at most once a second', async () => {
  const { view } = session();
  updateList(view, 'disks', { hidden: ['a'] });
  await clock.advance(999);
  expect(existsSync(path())).toBe(false);
  updateList(view, 'disks', { hidden: ['ab'] });
  await clock.advance(1);
  await vi.waitFor(() => expect(readFileSync(path(), 'utf8')).toContain('"ab"'), 30_000);
  expect(clock.pending()).toBe(0);
});

test.each([['not json'], ['[]'], ['{"lists":3}'], ['null']])(
  'broken view settings (%s) are reported and ignored',
  async (content) => {
    const first = session();
    updateList(first.view, 'disks', { hidden: ['a'] });
    await first.memory[Symbol.asyncDispose]();
    writeFileSync(path(), content);
    const { view, problems } = session();
    expect(problems[0]).toMatch(/views-demo\.json are not used/);
    expect(view.getState().lists.disks.hidden).toBeUndefined();
  },
);

test('wrong values in the view settings are ignored one by one', async () => {
  const first = session();
  updateList(first.view, 'disks', { hidden: ['a'] });
  await first.memory[Symbol.asyncDispose]();
  const lists = { 'pane disks': { filter: 3, sort: 'x', hidden: ['size', 4] } };
  writeFileSync(
    path(),
    JSON.stringify({ lists, focus: 'nowhere', screens: [{ screen: 'images', scope: { pool: 1 } }] }),
  );
  const { view, problems } = session();
  expect(problems).toEqual([]);
  expect(view.getState().lists.disks).toMatchObject({ filter: '', sort: undefined, hidden: ['size'] });
  expect(view.getState().overlays).toEqual([]);
});

const favourite = (row: string) => ({ home: 'pane disks', scope: {}, row, name: row });
const rows = ({ view }: { readonly view: ViewStore }) => view.getState().favourites.map(({ row }) => row);

test('favourites of two consoles of one user are all kept, and each shows what the other added and removed', async () => {
  const before = session();
  for (const row of ['1', '2', '3']) toggleFavourite(before.view, favourite(row));
  await before.memory[Symbol.asyncDispose]();
  const [first, second] = [session(), session()];
  toggleFavourite(first.view, favourite('2'));
  toggleFavourite(first.view, favourite('4'));
  toggleFavourite(second.view, favourite('5'));
  updateList(second.view, 'disks', { hidden: ['size'] });
  await first.memory[Symbol.asyncDispose]();
  await clock.advance(1000);
  await vi.waitFor(() => expect(rows(second)).toEqual(['1', '3', '4', '5']));
  await second.memory[Symbol.asyncDispose]();
  const later = session();
  expect(rows(later)).toEqual(['1', '3', '4', '5']);
  expect(later.view.getState().lists.disks.hidden).toEqual(['size']);
  expect(readdirSync(dirname(path()))).toEqual(['views-demo.json']);
});

test('view settings that cannot be written are reported once', async () => {
  writeFileSync(dirname(path()), 'a file in the place of the folder');
  const { view, problems, memory } = session();
  expect(problems).toEqual([expect.stringMatching(/^The views saved in .*views-demo\.json are not used: /)]);
  updateList(view, 'disks', { hidden: ['a'] });
  await clock.advance(1000);
  await vi.waitFor(() => expect(problems[1]).toMatch(/^The views could not be saved: E/), 30_000);
  updateList(view, 'disks', { hidden: ['b'] });
  await memory[Symbol.asyncDispose]();
  expect(problems).toHaveLength(2);
});

test.each<[string, (view: ViewStore) => void, timers: number]>([
  ['a list', (view) => updateList(view, 'disks', { hidden: ['a'] }), 1],
  ['the focus', (view) => view.setState({ focus: 'crush' }), 1],
  ['the zoom', (view) => view.setState({ zoomed: true }), 1],
  ['the theme', (view) => view.setState({ theme: 'light' }), 1],
  ['the favourites', (view) => toggleFavourite(view, favourite('1')), 1],
  ['an open screen', (view) => openScreen(view, 'images'), 1],
  ['a notice', (view) => view.setState({ notice: { role: 'info', text: 'x', leftMs: 1 } }), 0],
])('a change of %s is saved only if it is a setting', async (_, change, timers) => {
  const { view, memory } = session();
  change(view);
  expect(clock.pending()).toBe(timers);
  await memory[Symbol.asyncDispose]();
  expect(existsSync(path())).toBe(timers === 1);
  view.setState({ zoomed: !view.getState().zoomed });
  expect(clock.pending()).toBe(0);
});
