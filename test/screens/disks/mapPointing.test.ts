import { expect, test } from 'vitest';
import { topScreen } from '../../../src/store/session/screenView.ts';
import { updateList } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, see, text } from '../openedDeck.ts';
import { click, find, openPointed, pointAt, wheel } from '../pointing.ts';

/** The OSD that the line below the map names. */
const named = async () => /^ *(osd\.\d+|host \S+|rack \S+) {2}/m.exec(await text())?.[1];

test('a click on a cell of the map puts the cursor there, and one beside the cells leaves it', async () => {
  await openPointed(160, 48, { scenario: 'calm' });
  await deck.command('map');
  await see(/stor-07 ▪/);
  const { column, row } = await find(/stor-07 ▪/);
  for (const [along, osd] of [
    ['stor-07 '.length, 'osd.30'],
    ['stor-07 ▪ '.length, 'osd.31'],
    ['stor-07 ▪ ▪ ▪ ▪ '.length, 'osd.34'],
  ] as const) {
    await pointAt('press', column + along, row);
    expect(await named()).toBe(osd);
  }
  await click(/rack2/);
  await click(/▪ 60 up/);
  expect(await named()).toBe('osd.34');
});

test('the wheel over the map moves the cursor down by a row of cells, and up again', async () => {
  await openPointed(160, 48, { scenario: 'calm' });
  await deck.command('map');
  await see(/stor-05 ▪/);
  await deck.press('home');
  const first = await named();
  await wheel('down', /stor-05 ▪/);
  const below = await named();
  expect(below).not.toBe(first);
  await wheel('up', /stor-05 ▪/);
  expect(await named()).toBe(first);
});

test('a map without a matching OSD says how the filter is cleared, and has no line below it', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.command('map');
  await deck.press('/', ...letters('nothing-like-it'), 'enter');
  expect(await text()).toMatch(/No OSD matches\. Esc clears the filter\./);
  expect(await named()).toBeUndefined();
});

test('Enter on a cell that stands for a host opens its disks', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm', scale: 2400 });
  await deck.command('map');
  await see(/host stor-\d+/);
  await deck.press('home');
  const host = (await named())?.replace('host ', '');
  await deck.press('enter');
  expect(topScreen(deck.cockpit.view.getState())).toMatchObject({
    screen: 'server-disks',
    scope: { server: host },
  });
});

test('a map measure is chosen only while the map is on, and the first one is the state', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.press('3', 'f');
  await deck.type('v');
  expect(await text()).toMatch(/the map is off; m shows it/);
  await deck.press('m');
  expect(deck.cockpit.view.getState().lists.disks).toMatchObject({ map: 'state' });
  await deck.press('m');
  expect(deck.cockpit.view.getState().lists.disks.map).toBeUndefined();
});

test('a zoomed map has the page of its OSD below it, unless a preview shows that already', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.command('map');
  expect(await see(/osd\.\d+ on stor-\d+/)).toMatch(/\n *status +UP/);
  updateList(deck.cockpit.view, 'disks', { preview: true });
  const pages = (await text()).match(/status +UP/g) ?? [];
  expect(pages).toHaveLength(1);
});
