import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import { nameOf, type Shot } from './shots.ts';

/** The size of the pictures. */
export const SIZE = { columns: 160, rows: 48 } as const;

/** The themes that screens are shown in; stories are shown in the first. */
export const THEMES = ['dark', 'light'] as const;

/** The stories whose deck is shown: of the drill nobody shall know what it is. */
export const PICTURED_STORIES = SCENARIO_NAMES.filter((name) => name !== 'drill');

/** The file of a screen's picture, without its ending. */
export const pictureOfShot = (shot: Pick<Shot, 'screen' | 'name'>, theme: (typeof THEMES)[number]): string =>
  `screen-${nameOf(shot)}-${theme}`;

/** The file of the deck's picture in a story, without its ending. */
export const pictureOfDeck = (story: string): string => `deck-${story}`;
