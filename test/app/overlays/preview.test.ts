import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../../screens/openedDeck.ts';

const open = (columns: number, rows: number) => openDeck({ columns, rows });

test('the preview describes the row under the cursor below the list', async () => {
  await open(140, 40);
  await deck.press('3', 'f', '_');
  expect(await text()).toMatch(
    /3 Disks and OSDs[^]*▌▲ stor-06 +osd\.26[^]*\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─\n[^]*server seen/,
  );
  await deck.press('down');
  expect(await text()).toMatch(/▌✓ stor-01 +osd\.0[^]*\n─ .*osd\.0 on stor-01 +✓ UP /);
  await deck.press('_');
  expect(await text()).not.toMatch(/\n─ .*osd\.0 on stor-01 +✓ UP /);
});

test('the preview opens its pane in full for the room it needs', async () => {
  await open(140, 40);
  await deck.press('3', '_');
  expect(await text()).not.toMatch(/1 Health/);
  expect(await text()).toMatch(/\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─/);
});

test('the page keys move by the visible rows above the preview', async () => {
  await open(140, 40);
  await deck.press('3', 'f', '_', 'pagedown');
  expect(await text()).toMatch(/▌/);
  await deck.press('G');
  expect(await text()).toMatch(/▌/);
});

test('each list has a preview of its own, which a command can switch', async () => {
  await open(140, 40);
  await deck.command('pools');
  await deck.clock.advance(3000);
  await deck.command('preview on');
  expect(await text()).toMatch(/\n─ Pool \.mgr .*─/);
  await deck.command('servers');
  await deck.clock.advance(3000);
  expect(await text()).not.toMatch(/\n─ /);
  await deck.press('q');
  expect(await text()).toMatch(/\n─ Pool \.mgr .*─/);
  await deck.command('preview sideways');
  expect(await text()).toMatch(/Type :preview on or :preview off/);
});

test.each([
  [80, 24, /it takes 120 columns or 40 rows/],
  [100, 42, /\n─ .*osd\.26 on stor-06 /],
  [120, 24, /\n─ .*osd\.26 on stor-06 /],
])('the preview fits on %ix%i', async (columns, rows, shown) => {
  await open(columns, rows);
  await deck.press('3');
  await deck.command('preview');
  expect(await text()).toMatch(shown);
});

test('the preview is hidden while the terminal is too small, and then returns', async () => {
  await open(140, 40);
  await deck.press('3', '_');
  await deck.resize(80, 24);
  expect(await text()).not.toMatch(/\n─ /);
  await deck.resize(140, 40);
  expect(await text()).toMatch(/\n─ .*osd\.26 on stor-06 +▲ DOWN out .*─/);
});

test('a list without a preview says so', async () => {
  await open(140, 40);
  await deck.press('4');
  await deck.command('preview');
  expect(await text()).toMatch(/nothing here has a preview/);
});

test('the description begins where a short list ends, and of a long list it takes a share', async () => {
  await open(160, 48);
  await deck.command('pools');
  await deck.clock.advance(1000);
  await deck.press('_');
  expect(await text()).toMatch(/\n rgw-data [^\n]*\n *\n─ Pool \.mgr /);
  await deck.command('options');
  await deck.clock.advance(1000);
  await deck.press('_');
  expect((await text()).split('\n').findIndex((line) => line.startsWith('─ '))).toBe(30);
});
