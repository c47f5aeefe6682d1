import { SCENARIO_NAMES } from '../../src/service/sim/scenarios.ts';
import { nameOf, type Shot } from './shots.ts';

/** The size of the pictures. */
export const SIZE = { columns: 160, rows: 48 } as const;

/** The themes of the pictures of screens. Those of scenarios have the first one. */
export const THEMES = ['dark', 'light'] as const;

/** The scenarios with a picture of the deck. The drill has none, because its fault is a secret. */
export const PICTURED_SCENARIOS = SCENARIO_NAMES.filter((name) => name !== 'drill');

/** The file name of a screen's picture, without its extension. */
export const pictureOfShot = (shot: Pick<Shot, 'screen' | 'name'>, theme: (typeof THEMES)[number]): string =>
  `screen-${nameOf(shot)}-${theme}`;

/** The file name of the deck's picture in a scenario, without its extension. */
export const pictureOfDeck = (scenario: string): string => `deck-${scenario}`;
