import type { ScreenView } from '../../store/screenView.ts';
import type { Screen } from '../screen.ts';
import { imageScreens } from './images.ts';

/** The screens of all areas, in the order of the list of screens. */
export const screens: readonly Screen[] = [...imageScreens];

const byId = new Map(screens.map((screen) => [screen.id, screen]));

/** @throws for a screen that is in no registry: a mistake in the program */
export function screenOf({ screen }: Pick<ScreenView, 'screen'>): Screen {
  const found = byId.get(screen);
  if (!found) throw new Error(`There is no screen ${screen}`);
  return found;
}
