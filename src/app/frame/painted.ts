import { remembered } from '../../store/session/memory.ts';
import { useLayoutEffect } from 'react';
import type { Drawing } from '../../screens/view.ts';
import { below, type Spots } from '../../screens/spots.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { PaneId } from '../../store/session/panes.ts';
import type { Rect } from './layout.ts';

/** A pane or screen where it was painted last, its title in the first row. */
interface Painted {
  /** Nothing for a screen. */
  readonly pane: PaneId | undefined;
  readonly rect: Rect;
  /** The spots under its title; nothing where its body told nothing. */
  readonly spots: Spots | undefined;
}

/** The spots that a body told when it was painted. */
interface Heard {
  readonly tell: Drawing['tell'];
  spots: Spots | undefined;
}

const DEAF: Heard = { tell: undefined, spots: undefined };

/** Hears what a body tells that is painted under `above` rows of other lines; nothing while the mouse is off. */
export function listenTo({ mouse }: Shown, above: number): Heard {
  if (!mouse.isOn) return DEAF;
  const heard: Heard = {
    tell(spots) {
      heard.spots = below(above, spots);
    },
    spots: undefined,
  };
  return heard;
}

/** All that is painted now. One pane may be there twice for a moment, while the screen is drawn as text as well. */
const all = remembered(() => new Set<Painted>());

/** Remembers what stands where, for as long as it is painted and the mouse is on. */
export function usePainted(
  { cockpit, pane, rect: { x, y, width, height } }: { cockpit: Shown; pane?: PaneId; rect: Rect },
  spots: Spots | undefined,
): void {
  const { isOn } = cockpit.mouse;
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const painted = { pane, rect: { x, y, width, height }, spots };
    const known = cockpit.memory.of(all).add(painted);
    return () => void known.delete(painted);
  }, [cockpit, isOn, pane, x, y, width, height, spots]);
}

/** The thing that is painted at a place of the terminal. */
export const paintedAt = (
  cockpit: Shown,
  { column, row }: { readonly column: number; readonly row: number },
): Painted | undefined =>
  [...cockpit.memory.of(all)].find(
    ({ rect: { x, y, width, height } }) => column >= x && column < x + width && row >= y && row < y + height,
  );
