import { expect, test } from 'vitest';
import { unstyled } from '../../src/lib/sgr.ts';
import type { SimEngine } from '../../src/service/sim/engine.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

const SECOND = 1000;

/** A small deck over a simulated cluster that the test can change. */
async function deckOf(options: Partial<DeckOptions>) {
  let sim: SimEngine | undefined;
  const deck = await showDeck({
    columns: 80,
    rows: 24,
    scale: 24,
    scenario: 'calm',
    ...options,
    engine: (engine) => (sim = engine as SimEngine),
  });
  await deck.clock.advance(20 * SECOND);
  return { deck, cluster: sim!.cluster, host: sim!.cluster.model.hosts[1]!.name };
}

/** The states of all objects that are marked when they change, by their names in the journal. */
const statesOf = ({ cockpit: { facts } }: ShownDeck): ReadonlyMap<string, string> =>
  new Map([
    ...facts.health().checks.map(({ code }) => [code, 'raised'] as const),
    ...facts.osds().map(({ id, status }) => [id, status] as const),
    ...facts.placement().rows.map(({ id, level }) => [id, level] as const),
    ...facts.tasks().map(({ id, state }) => [id, state] as const),
  ]);

function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((one) => before.get(one) !== now.get(one))
    .toSorted();
}

const lines = async (deck: ShownDeck) => unstyled(await deck.frame()).split('\n');

test('changed rows are marked exactly if they differ from their state at the last key press', async () => {
  const { deck, cluster, host } = await deckOf({ scenario: 'flapping' });
  await using _ = deck;
  await deck.type('?');
  await deck.send('\x1b');
  const before = statesOf(deck);
  expect([...deck.cockpit.changes().of.keys()]).toEqual([]);
  await deck.clock.advance(130 * SECOND);
  const counts = new Set<number>();
  for (let step = 0; step < 14; step++) {
    if (step === 3) cluster.killHost(host);
    if (step === 9) cluster.startHost(host);
    await deck.clock.advance(17 * SECOND);
    const marked = [...deck.cockpit.changes().of.keys()].toSorted();
    expect(marked, `after ${step} steps`).toEqual(differences(before, statesOf(deck)));
    counts.add(marked.length);
  }
  // The number went up and down meanwhile.
  expect(counts.size).toBeGreaterThan(3);
});

test('an operator who returns sees how many rows changed and since when, and the marks disappear once they were looked at', async () => {
  const { deck, cluster, host } = await deckOf({ columns: 100, rows: 30 });
  await using _ = deck;
  const osds = () => [...deck.cockpit.changes().of].filter(([, { kind }]) => kind === 'osd').length;
  await deck.type('3');
  cluster.killHost(host);
  await deck.clock.advance(150 * SECOND);
  const count = osds();
  expect((await lines(deck)).join('\n')).toContain(`${count} changed since 00:00Z`);

  await deck.type('fg');
  // The cursor is on the first of them.
  expect(osds()).toBe(count - 1);
  expect((await lines(deck)).filter((line) => line.startsWith('•')).length).toBe(count - 1);
  await deck.type('j');
  expect(osds()).toBe(count - 2);
  // After the pane is left, changes in other panes have not been looked at, not even after a second absence.
  await deck.type('4');
  expect(osds()).toBe(0);
  const others = [...deck.cockpit.changes().of.keys()];
  const { since } = deck.cockpit.changes();
  expect(others.length).toBeGreaterThan(0);
  await deck.clock.advance(130 * SECOND);
  expect([...deck.cockpit.changes().of.keys()]).toEqual(expect.arrayContaining(others));
  expect(deck.cockpit.changes().since).toBe(since);
});

test('in a cluster without changes nothing is marked', async () => {
  const { deck } = await deckOf({});
  await using _ = deck;
  await deck.clock.advance(130 * SECOND);
  expect(deck.cockpit.view.getState().absence).toBeDefined();
  expect((await lines(deck)).some((line) => line.includes('changed'))).toBe(false);
});
