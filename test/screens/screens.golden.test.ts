import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Look } from '../../src/lib/look.ts';
import { screens } from '../../src/screens/screens.ts';
import { expectGolden, masked } from '../support/golden.ts';
import { LOOKS, SIZES, WITHOUT_COLOUR } from './goldenLooks.ts';
import { changing, useFakeDisk } from './goldenSite.ts';
import { plainText, roleMap } from './roleMap.ts';
import { nameOf, prepare, type Shot, SHOTS, prepareShot } from './shots.ts';
import { showDeck } from './shownDeck.tsx';

const frameName = (shot: Shot, columns: number, rows: number) => `${nameOf(shot)}-${columns}x${rows}`;

/** The frames of all screens in a look, by their names. */
async function framesIn(look: Look): Promise<ReadonlyMap<string, string>> {
  await using deck = await showDeck({ columns: 80, rows: 24, look, edit: changing });
  await prepare(deck);
  const frames = new Map<string, string>();
  for (const shot of SHOTS) {
    await prepareShot(deck, shot);
    for (const [columns, rows] of SIZES) {
      await deck.resize(columns, rows);
      frames.set(frameName(shot, columns, rows), await deck.frame());
    }
  }
  return frames;
}

let disk: Disposable;
let frames: Readonly<Record<keyof typeof LOOKS, ReadonlyMap<string, string>>>;
beforeAll(async () => {
  disk = useFakeDisk();
  frames = {
    colour: await framesIn(LOOKS.colour),
    'no-colour': await framesIn(LOOKS['no-colour']),
    ascii: await framesIn(LOOKS.ascii),
  };
});

afterAll(() => disk[Symbol.dispose]());

const frameIn = (look: keyof typeof LOOKS, name: string) => frames[look].get(name) ?? '';

test('every screen has a golden screen', () => {
  const looked = new Set(SHOTS.map(({ screen }) => screen));
  expect(screens.filter(({ id }) => !looked.has(id)).map(({ id }) => id)).toEqual([]);
});

describe.each(SHOTS.map((shot) => [nameOf(shot), shot] as const))('screen %s', (_, shot) => {
  test.each(SIZES)(
    'the screen matches its golden screen at %ix%i, in text and roles',
    async (columns, rows) => {
      const name = frameName(shot, columns, rows);
      const frame = frameIn('colour', name);
      expectGolden(
        `areas/${name}`,
        `${plainText(frame)}\n\n${await roleMap(frame, columns, rows, LOOKS.colour)}`,
        [],
      );
    },
  );

  test('the screen says the same without colour', () => {
    const name = frameName(shot, 80, 24);
    const frame = frameIn('no-colour', name);
    if (shot.ownSigns) expectGolden(`areas/${name}-no-colour`, plainText(frame), []);
    else expect(masked(plainText(frame), [])).toBe(masked(plainText(frameIn('colour', name)), []));
    const sequences = Array.from(frame.matchAll(/\u001B\[([\d;]*)m/g), ([, parameters = '']) => parameters);
    expect(sequences.filter((parameters) => !WITHOUT_COLOUR.has(parameters))).toEqual([]);
  });

  test('the screen matches its golden screen in ASCII', () => {
    const name = frameName(shot, 80, 24);
    const text = plainText(frameIn('ascii', name));
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
    expectGolden(`areas/${name}-ascii`, text, []);
  });
});
