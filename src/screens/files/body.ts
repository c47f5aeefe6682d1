import { bytes } from '../../lib/format.ts';
import { fit, visible, wrap } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { sideBySide, NO_REGIONS, type HitRegions } from '../hitRegions.ts';
import { listBody } from '../list/body.ts';
import type { Box, Drawing } from '../view.ts';
import { screenWaiting } from '../waiting.ts';
import { listings, shownOn } from './lists.ts';
import { localListing } from './localListing.ts';
import { directoryOf, type Side, sideList, stateOf, switchSide } from './state.ts';

/** The smallest width at which both sides are shown beside each other. */
const TWO_SIDES = 100;

const TITLES = { local: 'Local disk', remote: 'Cluster' } as const;

/** The heading of a side: its name, its directory, and the marked entries. */
function headLine(cockpit: Known & Shown, screen: ScreenView, side: Side, width: number): string {
  const { look } = cockpit;
  const active = stateOf(screen).side === side;
  const marked = shownOn[side](cockpit).shown.from.filter((row) => row.marked);
  const size = marked.reduce((sum, row) => sum + (row.size ?? 0), 0);
  const marks = marked.length === 0 ? '' : `${marked.length} marked, ${bytes(size)}`;
  const sign = active ? look.paint('accent', look.glyphs.focus) : ' ';
  const title = look.paint(active ? 'title' : 'dim', TITLES[side]);
  const path = visible(directoryOf(cockpit, screen, side), look.unicode);
  // The end of a long path matters more than its beginning.
  const room = width - TITLES[side].length - marks.length - 6;
  const shown = path.length > room ? `${look.glyphs.ellipsis}${path.slice(path.length - room + 1)}` : path;
  return fit(`${sign} ${title} ${shown}  ${look.paint('match', marks)}`, width, 'left', look.glyphs.ellipsis);
}

/** The text of a side without rows, such as an error; undefined if it has a listing. */
function missingLines(
  cockpit: Known & Shown,
  screen: ScreenView,
  side: Side,
  box: Box,
): string[] | undefined {
  const { look } = cockpit;
  if (side === 'remote')
    return listings.of(cockpit, screen) === undefined ? screenWaiting(cockpit, screen, box) : undefined;
  const { data: listing } = cockpit.cache.slot(localListing(cockpit, directoryOf(cockpit, screen, side)));
  if (listing === undefined) return [look.paint('dim', ' Reading the directory.')];
  if ('entries' in listing) return undefined;
  const text = visible(listing.problem, look.unicode);
  return wrap(text, Math.max(10, box.width - 2)).map((line) => look.paint('warn', ` ${line}`));
}

/** The regions of a side, below its heading; a click anywhere focuses the side. */
function sideRegions(cockpit: Shown, side: Side, regions: HitRegions): HitRegions {
  const hasKeys = () => stateOf(topScreen(cockpit.view.getState())).side === side;
  const takeFocus = () => {
    if (!hasKeys()) switchSide(cockpit);
  };
  return (column, row) => {
    const region = regions(column, row - 1);
    if (region.kind !== 'row') return { ...region, takeFocus };
    return { ...region, takeFocus, isChosen: () => hasKeys() && region.isChosen() };
  };
}

type SideDrawing = Pick<Drawing, 'box' | 'onRegions' | 'onListRows'>;

function sideLines(
  cockpit: Known & Shown,
  screen: ScreenView,
  side: Side,
  { box, onRegions, onListRows }: SideDrawing,
): readonly string[] {
  const onList = onRegions && ((regions: HitRegions) => onRegions(sideRegions(cockpit, side, regions)));
  onList?.(NO_REGIONS);
  const inner = { width: box.width, height: Math.max(1, box.height - 1) };
  const empty = side === 'local' ? 'Nothing here.' : 'Nothing here. n makes a directory, u uploads.';
  const lines =
    missingLines(cockpit, screen, side, inner) ??
    listBody(cockpit, { handle: sideList(side), empty }, shownOn[side](cockpit), {
      box: inner,
      focused: stateOf(screen).side === side,
      onRegions: onList,
      onListRows,
    });
  return [headLine(cockpit, screen, side, box.width), ...lines].slice(0, box.height);
}

/** Both sides beside each other, or only the focused one on a narrow screen. */
export function filesBody(
  cockpit: Known & Shown,
  { box, onRegions, onListRows }: SideDrawing,
  screen: ScreenView,
): readonly string[] {
  if (box.width < TWO_SIDES)
    return sideLines(cockpit, screen, stateOf(screen).side, { box, onRegions, onListRows });
  const { look } = cockpit;
  const half = Math.floor((box.width - 1) / 2);
  const painted: Record<Side, HitRegions> = { local: NO_REGIONS, remote: NO_REGIONS };
  const linesOf = (side: Side, width: number) =>
    sideLines(cockpit, screen, side, {
      box: { ...box, width },
      onListRows,
      onRegions:
        onRegions &&
        ((regions) => {
          painted[side] = regions;
        }),
    });
  const left = linesOf('local', half);
  const right = linesOf('remote', box.width - 1 - half);
  onRegions?.(sideBySide(half + 1, painted.local, painted.remote));
  const rule = look.paint('rule', look.glyphs.vertical);
  return Array.from(
    { length: box.height },
    (_, index) => `${fit(left[index] ?? '', half)}${rule}${right[index] ?? ''}`,
  );
}
