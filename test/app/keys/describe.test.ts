import { describe, expect, test } from 'vitest';
import type { Action } from '../../../src/store/action/action.ts';
import { pushOverlay } from '../../../src/store/session/view.ts';
import { deletePool } from '../../screens/deletePool.ts';
import { deck, letters, openDeck, text } from '../../screens/openedDeck.ts';

const lines = Array.from({ length: 90 }, (_, at) => `2.${at} active+undersized on osd.${at % 7}`);

async function open(
  actions: readonly Action[] = [],
  [columns, rows]: readonly [number, number] = [80, 24],
): Promise<void> {
  await openDeck({ columns, rows, scenario: 'calm' }, 0);
  pushOverlay(deck.cockpit.view, {
    kind: 'describe',
    of: () => ({ title: 'PG_DEGRADED', facts: [['since', '4m']], text: lines }),
    actions: () => actions,
    top: 0,
  });
}

test.each([
  [60, 16],
  [80, 24],
  [160, 48],
] as const)('a description can be read to its end at %ix%i', async (columns, rows) => {
  await open([], [columns, rows]);
  expect(await text()).not.toMatch(/2\.89 active/);
  await deck.press('end');
  expect(await text()).toMatch(/2\.89 active/);
  await deck.press('home');
  for (let page = 0; page < 12; page++) await deck.press('pagedown');
  expect(await text()).toMatch(/2\.89 active/);
});

describe('search in a description', () => {
  test('the search in a description goes to the first match, and on and back from there', async () => {
    await open();
    await deck.press('/', ...letters('ON OSD.6'));
    expect(await text()).toMatch(/\/ON OSD\.6/);
    await deck.press('enter');
    expect(await text()).toMatch(/▌2\.6 active/);
    await deck.press('n', 'n', 'n');
    expect(await text()).toMatch(/▌2\.27 active/);
    await deck.press('N');
    expect(await text()).toMatch(/▌2\.20 active/);
    await deck.press('N', 'N', 'N');
    expect(await text()).toMatch(/▌2\.83 active/);
  });

  test('the search in a description continues from the visible part', async () => {
    await open();
    await deck.press('/', ...letters('osd.3'), 'enter', 'end', 'N');
    expect(await text()).toMatch(/▌2\.66 active/);
  });

  test('the search in a description reports that it finds nothing, and Esc ends it', async () => {
    await open();
    await deck.press('/', ...letters('nowhere'), 'enter');
    expect(await text()).toMatch(/Nothing here matches nowhere/);
    await deck.press('/', 'esc');
    expect(await text()).not.toMatch(/\/nowhere/);
    expect(await text()).toMatch(/PG_DEGRADED/);
  });

  test('the key n moves to the next match during a search, and is free for an action otherwise', async () => {
    const edit = () => deck.cockpit.propose(deletePool);
    const action: Action = {
      id: 'x',
      keys: ['n'],
      label: 'x',
      help: 'x',
      tier: 'destructive',
      edit,
    };
    await open([action]);
    await deck.press('/', ...letters('osd.3'), 'enter', 'n');
    expect(await text()).not.toMatch(/Delete pool/);
    await deck.press('/', 'esc', 'n');
    expect(await text()).toMatch(/Delete pool/);
  });
});

test('the key c copies a description as plain text', async () => {
  await open();
  await deck.press('c');
  expect(deck.copied).toEqual([`PG_DEGRADED\nsince: 4m\n\n${lines.join('\n')}\n`]);
});
