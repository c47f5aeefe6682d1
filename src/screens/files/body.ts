import { bytes } from '../../lib/format.ts';
import { fit, visible, wrap } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { beside, NO_REGIONS, type HitRegions } from '../hitRegions.ts';
import { listBody } from '../list/body.ts';
import type { Drawing } from '../view.ts';
import { screenWaiting } from '../waiting.ts';
import { remoteListing, shownOn } from './lists.ts';
import { localListing } from './localListing.ts';
import { directoryOf, type Side, sideList, stateOf, switchSide } from './state.ts';

/** Both sides stand beside each other from this many columns on. */
const TWO_SIDES = 100;

const TITLES = { local: 'Local disk', remote: 'Cluster' } as const;

/** The line above a side: whose it is, which directory, what is marked. */
function head(cockpit: Known & Shown, screen: ScreenView, side: Side, width: number): string {
  const { look } = cockpit;
  const active = stateOf(screen).side === side;
  const marked = shownOn[side](cockpit).shown.from.filter((row) => row.marked);
  const size = marked.reduce((sum, row) => sum + (row.size ?? 0), 0);
  const marks = marked.length === 0 ? '' : `${marked.length} marked, ${bytes(size)}`;
  const sign = active ? look.paint('accent', look.glyphs.focus) : ' ';
  const title = look.paint(active ? 'title' : 'dim', TITLES[side]);
  const path = visible(directoryOf(cockpit, screen, side), look.unicode);
  // Of a long path the end says more than the beginning.
  const room = width - TITLES[side].length - marks.length - 6;
  const shown = path.length > room ? `${look.glyphs.ellipsis}${path.slice(path.length - room + 1)}` : path;
  return fit(`${sign} ${title} ${shown}  ${look.paint('match', marks)}`, width, 'left', look.glyphs.ellipsis);
}

/** Why a side has no rows to show yet, where it has none. */
function missing(
  cockpit: Known & Shown,
  screen: ScreenView,
  side: Side,
  width: number,
): string[] | undefined {
  const { look } = cockpit;
  if (side === 'remote')
    return remoteListing(cockpit, screen) === undefined ? screenWaiting(cockpit, screen, width) : undefined;
  const listing = localListing(cockpit, directoryOf(cockpit, screen, side));
  if (listing === undefined) return [look.paint('dim', ' Reading the directory.')];
  if ('entries' in listing) return undefined;
  const text = visible(listing.problem, look.unicode);
  return wrap(text, Math.max(10, width - 2)).map((line) => look.paint('warn', ` ${line}`));
}

/** The spots of a side, under its line: a click anywhere gives it the keys. */
function sideRegions(cockpit: Shown, side: Side, spots: HitRegions): HitRegions {
  const hasKeys = () => stateOf(topScreen(cockpit.view.getState())).side === side;
  const take = () => {
    if (!hasKeys()) switchSide(cockpit);
  };
  return (column, row) => {
    const spot = spots(column, row - 1);
    if (spot.kind !== 'row') return { ...spot, take };
    return { ...spot, take, isChosen: () => hasKeys() && spot.isChosen() };
  };
}

function sideLines(
  cockpit: Known & Shown,
  screen: ScreenView,
  side: Side,
  { box, onRegions }: Pick<Drawing, 'box' | 'onRegions'>,
): readonly string[] {
  const onList = onRegions && ((regions: HitRegions) => onRegions(sideRegions(cockpit, side, regions)));
  onList?.(NO_REGIONS);
  const inner = { width: box.width, height: Math.max(1, box.height - 1) };
  const empty = side === 'local' ? 'Nothing here.' : 'Nothing here. n makes a directory, u uploads.';
  const lines =
    missing(cockpit, screen, side, box.width) ??
    listBody(cockpit, { place: sideList(side), empty }, shownOn[side](cockpit), {
      box: inner,
      focused: stateOf(screen).side === side,
      onRegions: onList,
    });
  return [head(cockpit, screen, side, box.width), ...lines].slice(0, box.height);
}

/** Both sides beside each other, or the one that has the keys where there is no room for two. */
export function filesBody(
  cockpit: Known & Shown,
  { box, onRegions }: Pick<Drawing, 'box' | 'onRegions'>,
  screen: ScreenView,
): readonly string[] {
  if (box.width < TWO_SIDES) return sideLines(cockpit, screen, stateOf(screen).side, { box, onRegions });
  const { look } = cockpit;
  const half = Math.floor((box.width - 1) / 2);
  const painted: Record<Side, HitRegions> = { local: NO_REGIONS, remote: NO_REGIONS };
  const linesOf = (side: Side, width: number) =>
    sideLines(cockpit, screen, side, {
      box: { ...box, width },
      onRegions:
        onRegions &&
        ((regions) => {
          painted[side] = regions;
        }),
    });
  const left = linesOf('local', half);
  const right = linesOf('remote', box.width - 1 - half);
  onRegions?.(beside(half + 1, painted.local, painted.remote));
  const rule = look.paint('rule', look.glyphs.vertical);
  return Array.from(
    { length: box.height },
    (_, index) => `${fit(left[index] ?? '', half)}${rule}${right[index] ?? ''}`,
  );
}
