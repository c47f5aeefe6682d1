import { createLook } from '../../src/lib/look.ts';
import type { Cell } from '../support/cell.ts';
import { changing, useFakeDisk } from './goldenSite.ts';
import { PICTURED_VIEWS, pictureOfView } from './picturedViews.ts';
import { pictureOfDeck, pictureOfShot, PICTURED_SCENARIOS, SIZE, THEMES } from './pictureNames.ts';
import { cellsOf } from './roleMap.ts';
import { prepare, SHOTS, prepareShot } from './shots.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

/** A screen to be drawn. */
export interface Picture {
  readonly name: string;
  readonly theme: (typeof THEMES)[number];
  readonly cells: readonly (readonly Cell[])[];
}

const lookOf = (theme: (typeof THEMES)[number]) => createLook({ depth: 'true', unicode: true, theme });

const cellsIn = async (deck: ShownDeck) => cellsOf(await deck.frame(), SIZE.columns, SIZE.rows);

/** All screens in both themes, the deck in every scenario, and views that keys lead to, on a fake clock so that they are the same each time. */
export async function* allPictures(): AsyncGenerator<Picture> {
  using _disk = useFakeDisk();
  for (const theme of THEMES) {
    await using deck = await showDeck({ ...SIZE, look: lookOf(theme), edit: changing });
    await prepare(deck);
    for (const shot of SHOTS) {
      await prepareShot(deck, shot);
      // The delay gives sparklines some values.
      await deck.clock.advance(10_000);
      yield { name: pictureOfShot(shot, theme), theme, cells: await cellsIn(deck) };
    }
  }
  for (const story of PICTURED_SCENARIOS) {
    await using deck = await showDeck({ ...SIZE, look: lookOf('dark'), scenario: story });
    await deck.clock.advance(60_000);
    yield { name: pictureOfDeck(story), theme: 'dark', cells: await cellsIn(deck) };
  }
  for (const view of PICTURED_VIEWS) {
    await using deck = await showDeck({ ...SIZE, look: lookOf('dark'), scenario: view.scenario });
    await deck.clock.advance(60_000);
    await deck.press(...view.keys);
    // What keys have opened is read.
    await deck.clock.advance(1000);
    yield { name: pictureOfView(view), theme: 'dark', cells: await cellsIn(deck) };
  }
}
