import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import { flagPlan, scrubPlan } from '../../src/screens/maintenance/actions.ts';
import { expectGolden } from '../support/golden.ts';
import { deletePool } from './deletePool.ts';
import { plainText, roleMap } from './roleMap.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

const look = createLook({ depth: '256', unicode: true, theme: 'dark' });

let deck: ShownDeck;
beforeAll(async () => {
  deck = await showDeck({ columns: 80, rows: 24, look });
  await deck.clock.advance(3000);
});
afterAll(() => deck[Symbol.asyncDispose]());
beforeEach(async () => {
  deck.cockpit.view.setState({ overlays: [], notice: undefined, focus: 'health', zoomed: false });
  await deck.resize(80, 24);
});

async function expectScreen(name: string): Promise<void> {
  const frame = await deck.frame();
  const { columns, rows } = deck.cockpit.view.getState().size;
  expectGolden(`overlays/${name}`, `${plainText(frame)}\n\n${await roleMap(frame, columns, rows, look)}`, []);
}

describe('the help', () => {
  test('lists the keys of the focused pane first', async () => {
    await deck.press('3', '?');
    await expectScreen('help');
  });

  test('shows what a search finds', async () => {
    await deck.press('?', 's', 'c', 'r', 'u', 'b');
    await expectScreen('help-search');
  });
});

describe('menus', () => {
  test('maintenance shows each flag and the recovery speed', async () => {
    await deck.press('M', 'down', 'down', 'down');
    await expectScreen('menu-maintenance');
  });

  test('actions say what can be done to an OSD', async () => {
    await deck.press('3', 'down', 'down', 'a');
    await expectScreen('menu-actions');
  });

  test('maintenance fits the smallest terminal', async () => {
    await deck.resize(60, 16);
    await deck.press('M', 'end');
    await expectScreen('menu-maintenance-60x16');
  });

  test('leaving asks first', async () => {
    await deck.press('q');
    await expectScreen('quit');
  });
});

describe('what is known', () => {
  test('of a check: its meaning, remedy and detail', async () => {
    await deck.press('d');
    await expectScreen('describe-check');
  });

  test('of an OSD: its disk, its state and why it stands first', async () => {
    await deck.press('3', 'd');
    await expectScreen('describe-osd');
  });

  test('of a task: who started it and its output', async () => {
    await deck.press('6', 'd');
    await expectScreen('describe-task');
  });

  test('of a log line: all of it', async () => {
    await deck.press('4', 'd');
    await expectScreen('describe-log-line');
  });

  test('of a check stands in one table on a wide terminal', async () => {
    await deck.resize(160, 48);
    await deck.press('d');
    await expectScreen('describe-check-160x48');
  });
});

describe('the dialog of an action', () => {
  test('that is reversible asks for y', async () => {
    deck.cockpit.propose(scrubPlan(deck.cockpit, 3, false));
    await expectScreen('action-reversible');
  });

  test('that is disruptive asks for yes', async () => {
    deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
    await expectScreen('action-disruptive');
  });

  test('that needs a value asks for it first', async () => {
    await deck.press('R');
    await expectScreen('action-form');
  });

  test('that is destructive asks for the name', async () => {
    deck.cockpit.propose(deletePool);
    await expectScreen('action-destructive');
  });

  test('that the checks refuse says so', async () => {
    deck.cockpit.propose(scrubPlan(deck.cockpit, 26, false));
    await deck.clock.advance(400);
    await deck.press('y');
    await expectScreen('action-blocked');
  });

  test('keeps its question in sight on the smallest terminal', async () => {
    await deck.resize(60, 16);
    deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
    await expectScreen('action-disruptive-60x16');
  });
});
