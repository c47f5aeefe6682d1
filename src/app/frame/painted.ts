import { useLayoutEffect } from 'react';
import { shiftedDown, type HitRegions } from '../../screens/hitRegions.ts';
import type { Drawing } from '../../screens/view.ts';
import type { Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import type { PaneId } from '../../store/session/panes.ts';
import type { Rect } from './layout.ts';

/** A pane or screen where it was painted last, its title in the first row. */
interface PaintedView {
  /** Nothing for a screen. */
  readonly pane: PaneId | undefined;
  readonly rect: Rect;
  /** The regions under its title that react to the mouse; nothing where its body has none. */
  readonly regions: HitRegions | undefined;
}

/** Takes down the regions of a body when it is painted. */
interface RegionRecorder {
  readonly onRegions: Drawing['onRegions'];
  regions: HitRegions | undefined;
}

const NO_MOUSE: RegionRecorder = { onRegions: undefined, regions: undefined };

/** Hears what a body tells that is painted under `above` rows of other lines; nothing while the mouse is off. */
export function regionRecorder({ mouse }: Shown, above: number): RegionRecorder {
  if (!mouse.isOn) return NO_MOUSE;
  const recorder: RegionRecorder = {
    onRegions(regions) {
      recorder.regions = shiftedDown(above, regions);
    },
    regions: undefined,
  };
  return recorder;
}

/** The same for a body beside which something else stands from a column on: there only the wheel does what it does beside it. */
export const leftOf = (from: number, onRegions: Drawing['onRegions']): Drawing['onRegions'] =>
  onRegions &&
  ((spots) =>
    onRegions((column, row) => {
      const { scroll } = spots(column, row);
      return column < from ? spots(column, row) : { kind: 'rest', scroll };
    }));

/** All that is painted now. One pane may be there twice for a moment, while the screen is drawn as text as well. */
const all = remembered(() => new Set<PaintedView>());

/** Remembers what stands where, for as long as it is painted and the mouse is on. */
export function usePainted(
  { cockpit, pane, rect: { x, y, width, height } }: { cockpit: Shown; pane?: PaneId; rect: Rect },
  regions: HitRegions | undefined,
): void {
  const { isOn } = cockpit.mouse;
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const painted = { pane, rect: { x, y, width, height }, regions };
    const known = cockpit.memory.of(all).add(painted);
    return () => void known.delete(painted);
  }, [cockpit, isOn, pane, x, y, width, height, regions]);
}

/** The thing that is painted at a place of the terminal. */
export const paintedAt = (
  cockpit: Shown,
  { column, row }: { readonly column: number; readonly row: number },
): PaintedView | undefined =>
  [...cockpit.memory.of(all)].find(
    ({ rect: { x, y, width, height } }) => column >= x && column < x + width && row >= y && row < y + height,
  );
