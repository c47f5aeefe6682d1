import { expect, test } from 'vitest';
import { pushOverlay } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const VALUE = {
  name: 'first',
  nested: { deep: { deeper: { deepest: 'hidden' } } },
  secretKey: 'geheim',
  list: Array.from({ length: 60 }, (_, at) => `item ${at}`),
};

async function open(): Promise<void> {
  await openDeck({ columns: 100, rows: 24, scenario: 'calm' }, 0);
  pushOverlay(deck.cockpit.view, {
    kind: 'json',
    title: 'reply',
    value: VALUE,
    toggled: new Set(),
    search: '',
    searching: false,
    cursor: 0,
  });
}

const cursor = () => {
  const top = deck.cockpit.view.getState().overlays.at(-1);
  return top?.kind === 'json' ? top.cursor : undefined;
};

test('deep parts of a reply are folded at first, and Enter unfolds and folds them', async () => {
  await open();
  expect(await text()).not.toContain('hidden');
  await deck.press('/', ...letters('deeper'), 'enter', 'n', 'enter');
  expect(await text()).toContain('hidden');
  await deck.press('space');
  expect(await text()).not.toContain('hidden');
});

test('the cursor of a reply moves by lines and pages and stays within the reply', async () => {
  await open();
  await deck.press('k');
  expect(cursor()).toBe(0);
  await deck.press('j', 'down');
  expect(cursor()).toBe(2);
  await deck.press('pagedown');
  expect(cursor()).toBe(22);
  await deck.press('pageup', 'up');
  expect(cursor()).toBe(1);
  await deck.press('G');
  const last = cursor();
  await deck.press('j', 'pagedown');
  expect(cursor()).toBe(last);
  await deck.press('g');
  expect(cursor()).toBe(0);
});

test('a search in a reply moves from match to match in both directions, and Esc ends it', async () => {
  await open();
  await deck.press('/', ...letters('ITEM 1'), 'enter', 'n');
  const first = cursor();
  await deck.press('n');
  expect(cursor()).toBe((first ?? 0) + 9);
  await deck.press('N');
  expect(cursor()).toBe(first);
  await deck.press('/', 'esc');
  await deck.press('n');
  expect(cursor()).toBe(first);
});

test('a part of a reply and the whole reply are copied with secrets masked', async () => {
  await open();
  await deck.press('j', 'c');
  expect(deck.copied.at(-1)).toBe('first');
  await deck.press('C');
  expect(deck.copied.at(-1)).toContain('"first"');
  expect(deck.copied.at(-1)).not.toContain('geheim');
  expect(JSON.parse(deck.copied.at(-1) ?? '')).toMatchObject({ list: VALUE.list });
});

test('in a reply opened from the deck a digit goes to a pane, and q closes the reply', async () => {
  await open();
  await deck.press('3');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'disks', overlays: [] });
  await open();
  await deck.press('q');
  expect(deck.cockpit.view.getState().overlays).toEqual([]);
});
