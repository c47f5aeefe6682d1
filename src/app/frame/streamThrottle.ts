import { sameItems } from '../../lib/sameItems.ts';
import type { HitRegions } from '../../screens/hitRegions.ts';
import type { Pane } from '../../screens/pane.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import type { PaneId } from '../../store/session/panes.ts';
import type { PaneRect } from './layout.ts';
import type { DrawnPreview } from './previewRoom.ts';

/** The interval at which lines that pass too fast to be read are redrawn, in milliseconds: every third tick of the screen's clock. */
const PASSING_MS = 2500;

/** The drawn content of a pane or screen. */
export interface PaneContent {
  readonly lines: readonly string[];
  /** The status text for the title. */
  readonly detail: string;
  /** The mouse regions of the body, if the mouse is on. */
  readonly regions?: HitRegions | undefined;
  /** The number of rows that its list has room for; undefined if the body does not say it. */
  readonly listRows: number | undefined;
  /** The page beside or below its list. */
  readonly preview: DrawnPreview;
}

/** A pane as it was drawn last. */
interface Drawn {
  /** The values that the drawing depends on besides the lines: the size, and everything that a key can change. */
  readonly key: readonly unknown[];
  /** Milliseconds since the epoch, on the view's clock. */
  readonly at: number;
  /** Number of lines received by then. */
  readonly received: number;
  readonly drawing: PaneContent;
}

const lastDrawn = remembered(() => new Map<PaneId, Drawn>());

/** True for a pane with a stream on the deck, unless paused: it is redrawn with the screen's clock, in the same frame. */
export function isThrottledStream({ view }: Shown, { stream }: Pane): boolean {
  const { zoomed, paused } = view.getState();
  return stream !== undefined && !zoomed && !paused;
}

/**
 * The result of `draw`, or for a pane with a stream on the deck the previous one while more new lines arrive than fit:
 * nobody can read those, and repainting the log is most of what the deck writes.
 */
export function drawThrottled(
  cockpit: Known & Shown,
  pane: Pane,
  { width, height }: Pick<PaneRect, 'width' | 'height'>,
  focused: boolean,
  draw: () => PaneContent,
): PaneContent {
  const { stream, id } = pane;
  if (stream === undefined || !isThrottledStream(cockpit, pane)) return draw();
  const { lists, utc, theme, now, overlays } = cockpit.view.getState();
  const { received, mode } = stream.snapshot(cockpit);
  const key = [width, height, focused, stream.shownAs(cockpit), lists[id], utc, theme, mode, overlays];
  const last = cockpit.memory.of(lastDrawn);
  const before = last.get(id);
  if (before && sameItems(before.key, key)) {
    const isPassing = received - before.received >= height;
    if (isPassing && Math.abs(now - before.at) < PASSING_MS) return before.drawing;
  }
  const drawing = draw();
  last.set(id, { key, at: now, received, drawing });
  return drawing;
}
