import { expect, test } from 'vitest';
import { pushOverlay } from '../../../src/store/session/view.ts';
import { deck, openDeck, openScreen, text } from '../../screens/openedDeck.ts';

test('server-supplied texts in a menu are escaped', async () => {
  await openDeck({ columns: 100, rows: 30 }, 0);
  const items = () => [
    {
      label: 'osd.1 \u202Enot',
      hint: 'of \u001B[8mhost',
      disabled: 'it is used by \u001B[2J',
      run: () => undefined,
    },
    { label: '漢字', run: () => undefined },
  ];
  pushOverlay(deck.cockpit.view, { kind: 'menu', title: 'Actions', items, cursor: 0 });
  const shown = await text();
  expect(shown).toMatch(/osd\.1 ⍰not +of ␛\[8mhost/);
  expect(shown).toMatch(/it is used by ␛\[2J/);
});

test('each entry of a menu is one line, and the selected one is visible on the smallest terminal', async () => {
  await openDeck({ columns: 60, rows: 16 }, 3000);
  await deck.press('3', 'a');
  const before = await text();
  expect(before).toMatch(/▌ Scrub the OSD under the cursor +S {2}reversible/);
  expect(before).not.toMatch(/\n │ (?:reversible|disruptive|destructive)/);
  await deck.press('down', 'down', 'down', 'down', 'down', 'down');
  expect(await text()).toMatch(/▌ Measure the speed/);
});

test('the reason of a disabled entry is shown in full, and the menu keeps its bottom border', async () => {
  await openDeck({ columns: 60, rows: 16 }, 0);
  const disabled = `${'it takes an OSD that is up, '.repeat(4)}and this one is not`;
  const items = () =>
    Array.from({ length: 20 }, (_, at) => ({ label: `entry ${at}`, disabled, run: () => undefined }));
  pushOverlay(deck.cockpit.view, { kind: 'menu', title: 'Actions', items, cursor: 0 });
  expect(await text()).toMatch(/and this one is not[^]*└─+┘/);
  await deck.press('end');
  expect(await text()).toMatch(/▌ entry 19[^]*and this one is not[^]*└─+┘/);
});

test('the question before quitting mentions running transfers, if there are any', async () => {
  await openDeck({ columns: 100, rows: 30 }, 0);
  await deck.press('q');
  expect(await text()).toMatch(
    /Leave storedeck\?[^]*Press y to leave\. The cluster is not touched by this\./,
  );
  expect(await text()).not.toMatch(/on the way/);
  const running = ['a', 'b'].map((name) => ({ id: name, name, way: 'up', moved: 0, startedAt: 0 }));
  await deck.press('esc');
  deck.cockpit.transfers.store.setState({ running: running as never });
  await deck.press('q');
  expect(await text()).toMatch(/2 files are being transferred, and would not arrive/);
});

test('the help lists the keys of the current view, narrows while one types, and runs the selected entry', async () => {
  await openDeck({ columns: 120, rows: 40 }, 1000);
  await deck.press('?');
  expect(await text()).toMatch(/Help {2}type to search, Enter runs, Esc closes/);
  await deck.press(...'utc'.split(''));
  expect(await text()).toMatch(/:utc +Switch between UTC and local time/);
  expect(await text()).not.toMatch(/:quit/);
  const { utc } = deck.cockpit.view.getState();
  await deck.press('enter');
  expect(deck.cockpit.view.getState().utc).toBe(!utc);
});

test('a description that does not fit shows which of its lines are in view', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const of = () => ({ title: 'Long', facts: [], text: Array.from({ length: 90 }, (_, at) => `line ${at}`) });
  pushOverlay(deck.cockpit.view, { kind: 'describe', of, actions: () => [], top: 0 });
  expect(await text()).toMatch(/Long {2}1-21 of 90/);
  await deck.press('down');
  expect(await text()).toMatch(/Long {2}2-22 of 90/);
  await deck.press('end');
  expect(await text()).toMatch(/Long {2}70-90 of 90/);
});

test('the key of an action that the menu of actions shows opens its dialog from there', async () => {
  await openScreen('pools', { columns: 80, rows: 24 });
  await deck.press('down', 'a', 'Q');
  expect(await text()).toMatch(/Set the quotas of pool volumes/);
  await deck.press('esc');
  expect(await text()).not.toMatch(/─ Actions ─/);
});

test('the key of a refused action in the menu of actions gives the reason, and the menu stays', async () => {
  await openScreen('pools', { columns: 80, rows: 24 });
  await deck.press('down', 'a', 'W');
  expect(await text()).toMatch(/─ Actions ─[^]*volumes is replicated/);
});

test('a menu whose entries need no explanation has no blank rows for one', async () => {
  await openDeck({ columns: 80, rows: 24 }, 0);
  const items = () => [{ label: 'only entry', run: () => undefined }];
  pushOverlay(deck.cockpit.view, { kind: 'menu', title: 'Go to', items, cursor: 0 });
  expect(await text()).toMatch(/only entry +│[^\n]*\n[^\n]*│ +│[^\n]*\n[^\n]*│ Esc close {2}Enter choose/);
});

test('a selected entry that is cut in a menu is shown in full below', async () => {
  await openDeck({ columns: 60, rows: 24 }, 0);
  const label = 'the case: disk sdb of osd.26 on stor-06 reports errors, and the OSD is down';
  const items = () => [{ label, run: () => undefined }];
  pushOverlay(deck.cockpit.view, { kind: 'menu', title: 'Go to', items, cursor: 0 });
  expect(await text()).toMatch(/OSD is down/);
});

test('a search in the help that finds nothing says so', async () => {
  await openDeck({ columns: 80, rows: 24 }, 1000);
  await deck.press('?', ...'zzyzx'.split(''));
  expect(await text()).toMatch(/Help {2}zzyzx[^\n]*\n Nothing matches\./);
});
