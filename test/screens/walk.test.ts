import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersOf } from '../../src/app/keys/layers.ts';
import { createLook } from '../../src/lib/look.ts';
import { screens } from '../../src/screens/screens.ts';
import { firstDuplicate } from '../../src/service/rules/firstDuplicate.ts';
import { leave, reachable, visit } from './crawl.ts';
import { firstFlaws, flawsIn } from './flaws.ts';
import { hostileEngine } from './hostile.ts';
import { plainText } from './roleMap.ts';
import { type DeckOptions, type ShownDeck, showDeck } from './shownDeck.tsx';

const SIZES = [
  [60, 16],
  [80, 24],
  [200, 60],
] as const;

const looks = {
  unicode: createLook({ depth: '256', unicode: true, theme: 'dark' }),
  ascii: createLook({ depth: 'none', unicode: false }),
};

const shown = (options: Partial<DeckOptions>) =>
  showDeck({ columns: 100, rows: 30, scenario: 'calm', look: looks.unicode, ...options });

type Place = Awaited<ReturnType<typeof reachable>>[number];

/** Checks a screen, its details and its actions, and returns the flaws of their frames. */
async function flawsOf(
  deck: ShownDeck,
  { screen, scope }: Place,
  columns: number,
  rows: number,
  ascii: boolean,
) {
  const flaws: string[] = [];
  const check = async (what: string) => {
    const frame = await deck.frame();
    const lines = frame.split('\n');
    const where = `${what} of ${screen.id} at ${columns}x${rows}`;
    flaws.push(...flawsIn(where, lines, { columns, rows, ascii }));
    if (lines.length < rows) flaws.push(`${where} has only ${lines.length} lines`);
    const text = plainText(frame);
    if (/This screen failed/.test(text)) flaws.push(`${where} failed: ${/failed: .*/.exec(text)?.[0]}`);
    return text;
  };
  await visit(deck, screen.id, scope);
  const text = await check('the screen');
  if (!/\? help/.test(text)) flaws.push(`${screen.id} at ${columns}x${rows} has no hints`);
  for (const key of ['d', 'a', '?']) {
    // The first key is pressed on the screen that was just checked.
    if (key !== 'd') await visit(deck, screen.id, scope);
    await deck.press(key);
    await check(`key ${key}`);
  }
  leave(deck);
  return flaws;
}

let places: Place[];
beforeAll(async () => {
  await using deck = await shown({});
  await deck.clock.advance(1000);
  // A calm cluster has no tasks, whose output is a screen.
  await deck.cockpit.api.benchmarkDisk({ params: { diskId: 1 } });
  places = await reachable(deck);
}, 240_000);

test('every screen can be reached from the list of screens', () => {
  const reached = new Set(places.map(({ screen }) => screen.id));
  expect(screens.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([]);
});

test('names of screens are unique', () => {
  const names = screens.flatMap(({ names: all }) => all);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

describe.each([
  ['as they are', {}, 'unicode'],
  ['in ASCII without colour', {}, 'ascii'],
  ['with hostile texts', { engine: (inner) => hostileEngine(inner, { everything: false }) }, 'unicode'],
  ['with hostile texts in ASCII', { engine: (inner) => hostileEngine(inner, { everything: true }) }, 'ascii'],
] as const satisfies [string, Partial<DeckOptions>, keyof typeof looks][])(
  'all screens %s',
  (_, options, look) => {
    let deck: ShownDeck;
    beforeAll(async () => {
      deck = await shown({ ...options, look: looks[look] });
      await deck.clock.advance(1000);
    }, 240_000);
    afterAll(() => deck[Symbol.asyncDispose]());

    test.each(SIZES)(
      'all screens stay intact at %ix%i',
      async (columns, rows) => {
        await deck.resize(columns, rows);
        const flaws: string[] = [];
        for (const place of places)
          flaws.push(...(await flawsOf(deck, place, columns, rows, look === 'ascii')));
        expect(firstFlaws(flaws)).toEqual([]);
      },
      240_000,
    );
  },
);

test('no key is bound twice in a layer of a screen', async () => {
  await using deck = await shown({});
  for (const { screen, scope } of places) {
    await visit(deck, screen.id, scope);
    for (const layer of layersOf(deck.cockpit))
      expect(
        firstDuplicate(layer.bindings.flatMap(({ keys }) => keys)),
        `${screen.id}, ${layer.title}`,
      ).toBeUndefined();
  }
}, 120_000);
