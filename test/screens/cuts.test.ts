import { expect, test } from 'vitest';
import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import { PANES } from '../../src/store/session/panes.ts';
import { visit } from './crawl.ts';
import { cutsIn, markingCuts } from './cuts.ts';
import { firstFlaws } from './flaws.ts';
import { LOOKS } from './goldenLooks.ts';
import { changing, useFakeDisk } from './goldenSite.ts';
import { nameOf, prepare, SHOTS, prepareShot } from './shots.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

const SIZES = [
  [60, 16],
  [80, 24],
  [120, 32],
  [160, 48],
  [200, 60],
] as const;

/** A deck three seconds into a scenario, which reports cut texts and the positions of its panes. */
async function deckWithCuts(scenario: string): Promise<ShownDeck> {
  const look = markingCuts(LOOKS.colour);
  const deck = await showDeck({ columns: 80, rows: 24, scenario, look, mouse: true, edit: changing });
  await deck.clock.advance(3000);
  return deck;
}

/** Cut texts of the current view at all sizes. */
async function cutsAtAllSizes(deck: ShownDeck, what: string): Promise<string[]> {
  const flaws: string[] = [];
  for (const [columns, rows] of SIZES) {
    await deck.resize(columns, rows);
    flaws.push(...(await cutsIn(deck, `${what} at ${columns}x${rows}`)));
  }
  return flaws;
}

/** Screens whose texts depend on the problem. The others look the same in every scenario, and are checked in one. */
const STORIED = ['why', 'affected', 'risks', 'cluster', 'servers'];

test.each(SCENARIO_NAMES)(
  'in the scenario %s, no text on the deck, in its panes and on the related screens is cut while there is room',
  async (scenario) => {
    await using deck = await deckWithCuts(scenario);
    const flaws = await cutsAtAllSizes(deck, 'the deck');
    for (const pane of PANES) {
      deck.cockpit.view.setState({ focus: pane, zoomed: true });
      flaws.push(...(await cutsAtAllSizes(deck, pane)));
    }
    for (const screen of STORIED) {
      await visit(deck, screen, {});
      flaws.push(...(await cutsAtAllSizes(deck, screen)));
    }
    expect(firstFlaws(flaws)).toEqual([]);
  },
  120_000,
);

test('no text on any screen is cut while there is room', async () => {
  using _disk = useFakeDisk();
  await using deck = await deckWithCuts('demo');
  await prepare(deck);
  const flaws: string[] = [];
  for (const shot of SHOTS) {
    await prepareShot(deck, shot);
    flaws.push(...(await cutsAtAllSizes(deck, nameOf(shot))));
  }
  expect(firstFlaws(flaws)).toEqual([]);
}, 240_000);
