import { expect, test } from 'vitest';
import { deck, openDeck, openScreen, text } from '../../screens/openedDeck.ts';

const open = (columns: number, rows: number) => openDeck({ columns, rows });
const rest = () => deck.clock.advance(150);

/** The page below a list, and the page beside it, by their titles. */
const below = (title: string) => new RegExp(`\\n─ ${title} .*─`);
const beside = (title: string) => new RegExp(`│ ${title}`);

test('the page of the row under the cursor is shown beside a list if the columns leave room', async () => {
  await openScreen('servers', { columns: 160, rows: 30 });
  expect(await text()).toMatch(/SERVER.* SEEN +│ Server stor-01\s*\n▌✓ stor-01 /);
  await deck.press('_');
  expect(await text()).not.toMatch(/│/);
  await deck.press('_');
  expect(await text()).toMatch(beside('Server stor-01'));
});

test('the page follows the cursor once it rests, and not while a key is held', async () => {
  await openScreen('servers', { columns: 160, rows: 30 });
  await deck.press('down');
  await deck.clock.advance(100);
  await deck.press('down');
  await deck.clock.advance(100);
  expect(await text()).toMatch(/▌✓ stor-03/);
  expect(await text()).toMatch(beside('Server stor-01\\b'));
  await rest();
  expect(await text()).toMatch(beside('Server stor-03'));
});

test('the page of another list is shown at once', async () => {
  await openScreen('servers', { columns: 160, rows: 30 });
  await deck.press('down');
  await rest();
  await deck.command('crush');
  expect(await text()).toMatch(beside('root default'));
});

test('the page beside a list has the lines of the page that the key d opens', async () => {
  await openScreen('crush-rules', { columns: 200, rows: 50 });
  const page = (await text()).split('\n').flatMap((line) => line.split('│ ')[1]?.trim() || []);
  await deck.press('d');
  const full = (await text()).replaceAll(/\s+/g, ' ');
  expect(page.length).toBeGreaterThan(5);
  expect(page.filter((line) => !full.includes(line.replaceAll(/\s+/g, ' ')))).toEqual([]);
});

test('no page is shown beside a list below 120 columns, or if the columns of the list need the room', async () => {
  await openScreen('servers', { columns: 119, rows: 30 });
  expect(await text()).not.toMatch(/│/);
  await openScreen('pools', { columns: 140, rows: 20 });
  expect(await text()).not.toMatch(/│/);
  expect(await text()).not.toMatch(below('Pool \\.mgr'));
});

test('the page is shown in the rows that a short list leaves free, if they are enough for it', async () => {
  await openScreen('pools', { columns: 140, rows: 30 });
  expect(await text()).toMatch(below('Pool \\.mgr'));
  await open(140, 30);
  await deck.press('3', 'f');
  expect(await text()).not.toMatch(below('.*osd\\.26 on stor-06'));
});

test('without room beside the list, the page is shown below it on a terminal of at least 40 rows', async () => {
  await open(140, 40);
  await deck.press('3', 'f');
  expect(await text()).toMatch(
    /3 Disks and OSDs[^]*▌▲ stor-06 +osd\.26[^]*\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─\n[^]*server seen/,
  );
  await deck.press('down');
  await rest();
  expect(await text()).toMatch(/▌✓ stor-01 +osd\.0[^]*\n─ .*osd\.0 on stor-01 +✓ UP /);
  await deck.press('_');
  expect(await text()).not.toMatch(/\n─ .*osd\.0 on stor-01 +✓ UP /);
});

test('the preview key on the deck enlarges the pane to make room', async () => {
  await open(140, 40);
  await deck.press('3', '_');
  expect(await text()).not.toMatch(/1 Health/);
  expect(await text()).toMatch(/\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─/);
});

test('the page keys move by the visible rows above the preview', async () => {
  await open(140, 40);
  await deck.press('3', 'f');
  expect(await text()).toMatch(/▌▲ stor-06 osd\.26 [^]*stor-04 osd\.16 [^\n]*\n─ .*osd\.26 on stor-06/);
  await deck.press('pagedown');
  expect(await text()).toMatch(/▌✓ stor-04 osd\.17 [^]*stor-07 osd\.34 [^\n]*\n─ /);
});

test('each list has its own preview setting, which a command can change', async () => {
  await open(140, 40);
  await deck.command('pools');
  await deck.clock.advance(3000);
  expect(await text()).toMatch(below('Pool \\.mgr'));
  await deck.command('preview off');
  await deck.command('servers');
  await deck.clock.advance(3000);
  expect(await text()).toMatch(/│ Server|\n─ Server/);
  await deck.press('q');
  expect(await text()).not.toMatch(below('Pool \\.mgr'));
  await deck.command('preview sideways');
  expect(await text()).toMatch(/Type :preview on or :preview off/);
});

test.each([
  [80, 24, /it takes 120 columns or 40 rows/],
  [100, 42, /\n─ .*osd\.26 on stor-06 /],
  [120, 24, /\n─ .*osd\.26 on stor-06 /],
])(
  'a preview that is switched on fits on %ix%i, or the screen says what room it takes',
  async (columns, rows, shown) => {
    await open(columns, rows);
    await deck.press('3');
    await deck.command('preview on');
    expect(await text()).toMatch(shown);
  },
);

test('the preview is hidden while the terminal is too small, and then returns', async () => {
  await open(140, 40);
  await deck.press('3', 'f');
  await deck.resize(80, 24);
  expect(await text()).not.toMatch(/\n─ /);
  await deck.resize(140, 40);
  expect(await text()).toMatch(/\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─/);
});

test('a list without a preview says so, and the OSD map keeps its layout', async () => {
  await open(160, 40);
  await deck.press('4');
  await deck.command('preview');
  expect(await text()).toMatch(/nothing here has a preview/);
  await deck.command('map');
  expect(await text()).not.toMatch(/│ osd/);
});

test('the preview starts right below a short list, and takes a share of a long one', async () => {
  await open(160, 48);
  await deck.command('pools');
  await deck.clock.advance(1000);
  expect(await text()).toMatch(/\n rgw-data [^\n]*\n *\n─ Pool \.mgr /);
  await deck.command('options');
  await deck.clock.advance(1000);
  await deck.command('preview on');
  expect((await text()).split('\n').findIndex((line) => line.startsWith('─ '))).toBe(30);
});
