import { expect, test } from 'vitest';
import { resources } from '../../../src/store/cache/resources.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const open = (scenario = 'calm') => openDeck({ scenario, columns: 100, rows: 30 });

test('Ctrl-P finds an OSD and goes to it', async () => {
  await open();
  await deck.press('ctrl-p', ...letters('osd.17'));
  expect(await text()).toMatch(/▌osd\.17 /);
  await deck.press('enter');
  expect(await text()).toMatch(/3 Disks and OSDs/);
  expect(await text()).toMatch(/▌. stor-\d\d +osd\.17 /);
});

test('paging in the search results moves by the height of the list, and stops at both ends', async () => {
  await open();
  await deck.press('ctrl-p', ...letters('osd'));
  const cursor = () => {
    const top = deck.cockpit.view.getState().overlays.at(-1);
    return top?.kind === 'picker' ? top.cursor : undefined;
  };
  const at: unknown[] = [];
  for (const key of ['down', 'pagedown', 'up', 'pageup', 'up', 'ctrl-d', 'ctrl-u']) {
    await deck.press(key);
    at.push(cursor());
  }
  expect(at).toEqual([1, 25, 24, 0, 0, 24, 0]);
});

test('Ctrl-P reads lists that no pane has read yet', async () => {
  await open();
  deck.cockpit.view.setState({ focus: 'logs', zoomed: true });
  const { store } = deck.cockpit.cache;
  const { [resources.disks.key]: _, ...slots } = store.getState().slots;
  store.setState({ slots });
  await deck.press('ctrl-p', ...letters('osd.17'));
  expect(await text()).toMatch(/▌osd\.17 /);
});

test('Ctrl-P also finds a host, a pool and a health check', async () => {
  await open('demo');
  await deck.command('go stor-05');
  expect(await text()).toMatch(/\/host:stor-05/);
  await deck.command('go rgw-data');
  expect(await text()).toMatch(/2 Placement[^]*▌?rgw-data/);
  await deck.command('go PG_DEGRADED');
  expect(await text()).toMatch(/1 Health/);
});

test('Ctrl-P finds the rows of a screen that was visited and leads back to it', async () => {
  await open();
  await deck.command('rbd');
  await deck.press('esc');
  await deck.press('ctrl-p', ...letters('vm-disks pools of block'), 'enter');
  expect(await text()).toMatch(/Pools of block images[^]*▌ ?vm-disks/);
});

test('the line below the cursor stays in view while the cursor moves down a long list', async () => {
  await open();
  await deck.press('ctrl-p', ...letters('osd'));
  const first =
    (await text())
      .split('\n')
      .find((line) => line.includes('▌'))
      ?.replace('▌', ' ')
      .trim() ?? '--';
  await deck.press('down', 'down');
  expect(await text()).toContain(first);
  await deck.press('up', 'up');
  for (let turn = 0; turn < 40; turn++) {
    await deck.press('down');
    const lines = (await text()).split('\n');
    const at = lines.findIndex((line) => line.includes('▌'));
    expect(at).toBeGreaterThan(0);
    expect(lines[at + 1]).toMatch(/osd\.\d+/);
  }
});

test('the go command lists several matches, and reports if there is none', async () => {
  await open();
  await deck.command('go osd');
  expect(await text()).toMatch(/Go to {2}osd/);
  await deck.press('esc');
  await deck.command('go zzqqxx');
  expect(await text()).toMatch(/Nothing that is loaded matches zzqqxx/);
});

test('the key 0 lists the screens by group and searches them', async () => {
  await open();
  await deck.press('0');
  expect(await text()).toMatch(/Screens[^]*Deck[^]*Block storage/);
  await deck.press(...letters('statistics'), 'enter');
  expect(await text()).toMatch(/▶ Statistics/);
});

test('a search without matches says so, and continues when the text is shortened', async () => {
  await open();
  await deck.press('ctrl-p', ...letters('osd.3x'));
  expect(await text()).toMatch(/osd\.3x +0\b[^]*\n Nothing matches\./);
  await deck.press('backspace');
  expect(await text()).toMatch(/▌osd\.3 /);
  expect(await text()).not.toContain('Nothing matches');
});

test('the previous view is reached with - and with the brackets', async () => {
  await open();
  await deck.press('3', 'f');
  await deck.command('rbd');
  await deck.press('[');
  expect(await text()).toMatch(/3 Disks and OSDs/);
  await deck.press(']');
  expect(await text()).toMatch(/Pools of block images/);
  await deck.press('-');
  expect(await text()).toMatch(/3 Disks and OSDs/);
  await deck.press('-');
  expect(await text()).toMatch(/Pools of block images/);
});

test.each([
  ['the help', ['?', ...letters(':undo')]],
  ['the search with Ctrl-P', ['ctrl-p', ...letters(':undo')]],
])('a disabled command that is chosen in %s says why', async (_, keys) => {
  await open();
  await deck.press(...keys);
  expect(await text()).toMatch(/:undo/);
  await deck.press('enter');
  expect(await text()).toMatch(/Nothing to undo/);
});

test('a chosen command waits for its required argument', async () => {
  await open();
  await deck.press('?', ...letters(':unset'), 'enter');
  expect(await text()).toMatch(/\n:unset /);
});

test.each([
  ['the help', ['?']],
  ['the explorer', [':', ...letters('api'), 'enter']],
  ['the search with Ctrl-P', ['ctrl-p']],
  ['a reply', ['3', 'y', '/']],
])('Backspace in %s erases a character of two UTF-16 code units as a whole', async (_, keys) => {
  await open();
  await deck.press(...keys, 'x', '👍', 'backspace');
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({ search: 'x' });
  await deck.press('y', 'space', 'z', 'ctrl-w');
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({ search: 'xy ' });
  await deck.press('ctrl-u');
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({ search: '' });
});

test('the list of screens keeps its columns, and sideways movement, until more than a blank is typed', async () => {
  await open();
  await deck.press('0', 'space');
  const cursor = () => {
    const top = deck.cockpit.view.getState().overlays.at(-1);
    return top?.kind === 'picker' ? top.cursor : undefined;
  };
  expect(cursor()).toBe(0);
  await deck.press('right');
  expect(cursor()).toBeGreaterThan(1);
});

test('Ctrl-P finds an action on the selected row and opens its dialog', async () => {
  await open();
  await deck.press('3', 'ctrl-p', ...letters('device class'));
  expect(await text()).toMatch(/▌Change the device class of its OSD +Action +c/);
  await deck.press('enter');
  expect(await text()).toMatch(/Change the device class of \S+/);
});

test('where no rows can be filtered, / searches everything instead of letting the typed text act as keys', async () => {
  await open();
  await deck.press('1', '/', ...letters('stor-07'));
  expect(await text()).toMatch(/Go to {2}stor-07/);
  await deck.press('esc');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'health', overlays: [] });
});
