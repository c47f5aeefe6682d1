import type { HitRegions } from '../../screens/hitRegions.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import type { PanePlace } from './layout.ts';
import type { DrawnPreview } from './previewRoom.ts';

/** A log that runs past is drawn again after so long, in milliseconds: with every third turn of the screen's clock. */
const PASSING_MS = 2500;

/** The lines and title of a pane. */
export interface PaneContent {
  readonly lines: readonly string[];
  /** For its title. */
  readonly detail: string;
  /** The regions in the lines, where that was asked for. */
  readonly regions?: HitRegions | undefined;
  /** The page beside or below its list. */
  readonly preview: DrawnPreview;
}

/** A log as it was drawn. */
interface Drawn {
  /** The values that it depends on beside the lines: the place, and everything that a key changes. */
  readonly key: readonly unknown[];
  /** Milliseconds since the epoch, on the view's clock. */
  readonly at: number;
  /** Lines that had come by then. */
  readonly received: number;
  readonly drawing: PaneContent;
}

const lastDrawn = remembered<{ now?: Drawn }>(() => ({}));

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** True for the log as one of several panes: there it is drawn with the screen's clock, in the same frame. */
export function isThrottledLog({ view }: Shown, { pane }: PanePlace): boolean {
  const { zoomed, paused } = view.getState();
  return pane === 'logs' && !zoomed && !paused;
}

/**
 * The result of `draw`; for a log as one of several panes the one before, while more new lines have come than there is
 * room for: nobody reads those, and each repaint of a log is most of what the deck writes.
 */
export function drawThrottled(
  cockpit: Known & Shown,
  place: PanePlace,
  focused: boolean,
  draw: () => PaneContent,
): PaneContent {
  if (!isThrottledLog(cockpit, place)) return draw();
  const { logs, lists, utc, now, overlays } = cockpit.view.getState();
  const { received, mode } = cockpit.logs.snapshot();
  const key = [place.width, place.height, focused, logs, lists.logs, utc, mode, overlays];
  const last = cockpit.memory.of(lastDrawn);
  const before = last.now;
  if (before && same(before.key, key)) {
    const isPassing = received - before.received >= place.height;
    if (isPassing && now - before.at < PASSING_MS) return before.drawing;
  }
  const drawing = draw();
  last.now = { key, at: now, received, drawing };
  return drawing;
}
