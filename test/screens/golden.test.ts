import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Look } from '../../src/lib/look.ts';
import { expectGolden, masked } from '../support/golden.ts';
import { switchable } from './failing.ts';
import { LOOKS, SIZES, WITHOUT_COLOUR } from './goldenLooks.ts';
import { plainText, roleMap } from './roleMap.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

type Opened = Readonly<Record<keyof typeof LOOKS, ShownDeck>>;

const frameOf = async (deck: ShownDeck, columns: number, rows: number) => {
  await deck.resize(columns, rows);
  return deck.frame();
};

type Story = (look: Look) => Promise<ShownDeck>;

/** A deck three seconds after the start of a scenario. */
const soon = (scenario: string, wrap?: DeckOptions['wrap']): Story => {
  return async (look) => {
    const deck = await showDeck({ columns: 80, rows: 24, look, scenario, ...(wrap && { wrap }) });
    await deck.clock.advance(3000);
    return deck;
  };
};

const STORIES: Readonly<Record<string, Story>> = {
  demo: soon('demo'),
  'host-down': soon('host-down'),
  calm: soon('calm'),
  'service-never-there': soon('demo', switchable(false).wrap),
  async 'service-gone'(look) {
    const { state, wrap } = switchable(true);
    const deck = await soon('demo', wrap)(look);
    state.on = false;
    await deck.clock.advance(17_000);
    return deck;
  },
};

describe.each(Object.entries(STORIES))('deck in the scenario %s', (name, story) => {
  let decks: Opened;
  beforeAll(async () => {
    decks = {
      colour: await story(LOOKS.colour),
      'no-colour': await story(LOOKS['no-colour']),
      ascii: await story(LOOKS.ascii),
    };
  });
  afterAll(async () => {
    for (const deck of Object.values(decks)) await deck[Symbol.asyncDispose]();
  });

  describe.each(SIZES)('deck at %ix%i', (columns, rows) => {
    test('the deck matches its golden screen in text and roles', async () => {
      const frame = await frameOf(decks.colour, columns, rows);
      const roles = await roleMap(frame, columns, rows, LOOKS.colour);
      expectGolden(`deck/${name}-${columns}x${rows}`, `${plainText(frame)}\n\n${roles}`, []);
    });

    test('the deck says the same without colour', async () => {
      const coloured = await frameOf(decks.colour, columns, rows);
      const frame = await frameOf(decks['no-colour'], columns, rows);
      expect(masked(plainText(frame), [])).toBe(masked(plainText(coloured), []));
      const sequences = Array.from(frame.matchAll(/\u001B\[([\d;]*)m/g), ([, parameters = '']) => parameters);
      expect(sequences.filter((parameters) => !WITHOUT_COLOUR.has(parameters))).toEqual([]);
    });

    test('the deck matches its golden screen in ASCII', async () => {
      const text = plainText(await frameOf(decks.ascii, columns, rows));
      expect(text).toMatch(/^[\x20-\x7E\n]*$/);
      expectGolden(`deck/${name}-${columns}x${rows}-ascii`, text, []);
    });
  });
});
