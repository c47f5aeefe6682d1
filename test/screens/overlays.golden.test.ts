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

describe('help', () => {
  test('the help lists the keys of the focused pane first', async () => {
    await deck.press('3', '?');
    await expectScreen('help');
  });

  test('the help shows the matches of a search', async () => {
    await deck.press('?', 's', 'c', 'r', 'u', 'b');
    await expectScreen('help-search');
  });
});

describe('menus', () => {
  test('the maintenance menu shows each flag and the recovery speed', async () => {
    await deck.press('M', 'down', 'down', 'down');
    await expectScreen('menu-maintenance');
  });

  test('the action menu lists what can be done with an OSD', async () => {
    await deck.press('3', 'down', 'down', 'a');
    await expectScreen('menu-actions');
  });

  test('the maintenance menu fits the smallest terminal', async () => {
    await deck.resize(60, 16);
    await deck.press('M', 'end');
    await expectScreen('menu-maintenance-60x16');
  });

  test('leaving the program asks first', async () => {
    await deck.press('q');
    await expectScreen('quit');
  });
});

describe('descriptions', () => {
  test('the description of a check shows its meaning, remedy and details', async () => {
    await deck.press('d');
    await expectScreen('describe-check');
  });

  test('the description of an OSD shows its disk, its state and why it is listed first', async () => {
    await deck.press('3', 'd');
    await expectScreen('describe-osd');
  });

  test('the description of a task shows who started it and its output', async () => {
    await deck.press('6', 'd');
    await expectScreen('describe-task');
  });

  test('the description of a log line shows all of it', async () => {
    await deck.press('4', 'd');
    await expectScreen('describe-log-line');
  });

  test.each([
    ['pool', 'pools'],
    ['server', 'servers'],
    ['bucket', 'buckets'],
    ['osd', 'osds'],
  ])('the page of a %s shows its figures over time', async (name, line) => {
    await deck.command(line);
    await deck.press('down', 'd');
    await expectScreen(`page-${name}`);
    await deck.resize(160, 48);
    await expectScreen(`page-${name}-160x48`);
  });

  test('the description of a check is one table on a wide terminal', async () => {
    await deck.resize(160, 48);
    await deck.press('d');
    await expectScreen('describe-check-160x48');
  });
});

describe('dialog of an action', () => {
  test('the dialog of a reversible action asks for y', async () => {
    deck.cockpit.propose(scrubPlan(deck.cockpit, 3, false));
    await expectScreen('action-reversible');
  });

  test('the dialog of a disruptive action asks for yes', async () => {
    deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
    await expectScreen('action-disruptive');
  });

  test('the dialog of an action with a value asks for it first', async () => {
    await deck.press('R');
    await expectScreen('action-form');
  });

  test('the dialog of a destructive action asks for the name', async () => {
    deck.cockpit.propose(deletePool);
    await expectScreen('action-destructive');
  });

  test('the dialog of an action that is blocked by its checks says so', async () => {
    deck.cockpit.propose(scrubPlan(deck.cockpit, 26, false));
    await deck.clock.advance(400);
    await deck.press('y');
    await expectScreen('action-blocked');
  });

  test('the dialog of an action shows its question on the smallest terminal', async () => {
    await deck.resize(60, 16);
    deck.cockpit.propose(flagPlan(deck.cockpit, 'noout', true));
    await expectScreen('action-disruptive-60x16');
  });
});
