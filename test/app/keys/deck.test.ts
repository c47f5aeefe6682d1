import { beforeEach, expect, test, vi } from 'vitest';
import { PANES } from '../../../src/store/session/panes.ts';
import { updateList } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

beforeEach(async () => {
  await openDeck({ scenario: 'calm', columns: 120, rows: 40 }, 2000);
});

const state = () => deck.cockpit.view.getState();
const top = () => state().overlays.at(-1)?.kind;

test('each digit focuses its pane', async () => {
  for (const [index, pane] of PANES.entries()) {
    await deck.press(String(index + 1));
    expect(state().focus).toBe(pane);
  }
});

test('Tab cycles forward through the panes, and Shift-Tab backward', async () => {
  await deck.press('1', 'shift-tab');
  expect(state().focus).toBe(PANES.at(-1));
  await deck.press('tab', 'tab');
  expect(state().focus).toBe(PANES[1]);
});

test('Enter enlarges a pane, and in an enlarged pane describes the row under the cursor', async () => {
  await deck.press('3', 'enter');
  expect(state().zoomed).toBe(true);
  await deck.press('enter');
  expect(top()).toBe('describe');
});

test('the key f enlarges a pane and returns to the deck', async () => {
  await deck.press('f');
  expect(state().zoomed).toBe(true);
  await deck.press('f');
  expect(state().zoomed).toBe(false);
});

test('Esc first clears the filter, then shows all rows, then returns to the deck', async () => {
  await deck.press('3', 'f', '/', ...letters('osd'), 'enter');
  updateList(deck.cockpit.view, 'disks', { problemsOnly: true });
  await deck.press('esc');
  expect(state().lists.disks).toMatchObject({ filter: '', problemsOnly: true });
  await deck.press('esc');
  expect(state()).toMatchObject({ zoomed: true });
  expect(state().lists.disks.problemsOnly).toBe(false);
  await deck.press('esc');
  expect(state().zoomed).toBe(false);
});

test('the key ! shows only problems, and then all rows again', async () => {
  await deck.press('3', '!');
  expect(state().lists.disks.problemsOnly).toBe(true);
  await deck.press('!');
  expect(state().lists.disks.problemsOnly).toBe(false);
});

test('the key q asks before it quits from the deck, and in an enlarged pane only goes back', async () => {
  await deck.press('f', 'q');
  expect(state()).toMatchObject({ zoomed: false, overlays: [] });
  await deck.press('q');
  expect(top()).toBe('quit');
});

test('the key = pauses and resumes the display', async () => {
  await deck.press('=');
  expect(state()).toMatchObject({ paused: true, logs: { follow: false } });
  expect(deck.cockpit.cache.store.getState().paused).toBe(true);
  await deck.press('=');
  expect(state()).toMatchObject({ paused: false, logs: { follow: true } });
  expect(deck.cockpit.cache.store.getState().paused).toBe(false);
});

test('Ctrl-R reads the data of the pane again', async () => {
  const reads = () => deck.cockpit.requests.list().filter(({ id }) => id === 'listDisks').length;
  await deck.press('3');
  const before = reads();
  await deck.press('ctrl-r');
  await vi.waitFor(() => expect(reads()).toBe(before + 1));
});

test('the keys a, M, R, 0 and ? open the actions, the flags, the recovery speed, the screens and the help', async () => {
  for (const [key, kind] of [
    ['a', 'menu'],
    ['0', 'picker'],
    ['?', 'help'],
    ['M', 'menu'],
    ['R', 'action'],
  ] as const) {
    await deck.press(key);
    expect(top()).toBe(kind);
    await deck.clock.advance(1000);
    await deck.press('esc');
    expect(top(), `after Esc in what ${key} opened`).toBeUndefined();
  }
});

test('the key : leaves a menu for the command line', async () => {
  await deck.press('a', ':');
  expect(state().overlays.map(({ kind }) => kind)).toEqual(['prompt']);
  await deck.press('esc');
  expect(state().overlays).toEqual([]);
});

test('in read-only mode the action menu refuses changes, and still offers the flags', async () => {
  deck.cockpit.setReadOnly(true);
  await deck.press('3', 'a');
  expect(await text()).toMatch(/read-only/i);
  expect(await text()).toMatch(/Cluster flags and recovery speed/);
});

test('the key - returns to the previous view, and reports if there is none', async () => {
  await deck.press('-');
  expect(await text()).toMatch(/last view: there is none/);
  await deck.command('osd');
  await deck.clock.advance(3000);
  await deck.command('tasks');
  await deck.clock.advance(3000);
  await deck.press('-');
  expect(state().focus).toBe('disks');
});

test('Ctrl-T switches between local time and UTC', async () => {
  const clock = async () => (await text()).split('\n')[0]?.trimEnd();
  expect(await clock()).toMatch(/\d\d:\d\d:\d\dZ$/);
  await deck.press('ctrl-t');
  expect(await clock()).not.toMatch(/\dZ$/);
  await deck.press('ctrl-t');
  expect(await clock()).toMatch(/\d\d:\d\d:\d\dZ$/);
});
