import { useLayoutEffect } from 'react';
import { shiftedDown, type HitRegions } from '../../screens/hitRegions.ts';
import type { Drawing } from '../../screens/view.ts';
import type { Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import type { PaneId } from '../../store/session/panes.ts';
import type { Rect } from './layout.ts';

/** A pane or screen that is on the terminal. */
interface PaintedView {
  /** Undefined for a screen. */
  readonly pane: PaneId | undefined;
  /** Its area, including the title row. */
  readonly rect: Rect;
  /** The regions under its title that react to the mouse; undefined if its body has none. */
  readonly regions: HitRegions | undefined;
}

/** Records the mouse regions that a body reports while it is painted. */
interface RegionRecorder {
  readonly onRegions: Drawing['onRegions'];
  regions: HitRegions | undefined;
}

const NO_MOUSE: RegionRecorder = { onRegions: undefined, regions: undefined };

/** A recorder for a body that is painted below `above` other rows; records nothing while the mouse is off. */
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

/**
 * Limits a body's regions to the columns left of `from`, where its page begins: to the right only the wheel acts, as on
 * the body.
 */
export const leftOf = (from: number, onRegions: Drawing['onRegions']): Drawing['onRegions'] =>
  onRegions &&
  ((regions) =>
    onRegions((column, row) => {
      const { scroll } = regions(column, row);
      return column < from ? regions(column, row) : { kind: 'rest', scroll };
    }));

/** All views that are painted now. A pane is here twice while the screen is also being drawn as text. */
const all = remembered(() => new Set<PaintedView>());

/** Registers a view with its area and regions while it is mounted and the mouse is on. */
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

/** The view painted at a cell of the terminal. */
export const paintedAt = (
  cockpit: Shown,
  { column, row }: { readonly column: number; readonly row: number },
): PaintedView | undefined =>
  [...cockpit.memory.of(all)].find(
    ({ rect: { x, y, width, height } }) => column >= x && column < x + width && row >= y && row < y + height,
  );
