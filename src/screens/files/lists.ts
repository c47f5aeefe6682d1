import type { FileEntry } from '../../api/contract/storefs.ts';
import { bytes, dateTime } from '../../lib/format.ts';
import { resource, unawaited } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { numberColumn, textColumn, type ColumnSpec } from '../list/columns.ts';
import { currentOf, createListCache, type ListedRows, listedRows, type ListRows } from '../list/rows.ts';
import { screenSource } from '../source.ts';
import { localListing } from './localListing.ts';
import { remotePath } from './paths.ts';
import { type FileRow, localRows, remoteRows } from './rows.ts';
import { directoryOf, type Side, sideList, stateOf } from './state.ts';

/** The entries of a directory in the cluster. */
export interface RemoteListing {
  readonly entries: readonly FileEntry[];
}

/** The data of the screen: the entries of the cluster's directory. */
export const listings = screenSource('files', {
  reads: (screen, cockpit) => ({
    directory: resource('listFilesWithStats', { query: { dir: remotePath(screen.scope['path']) } }),
    // Each side is shown without the other.
    local: unawaited(localListing(cockpit, directoryOf(cockpit, screen, 'local'))),
  }),
  derive: ({ directory: { entries = [] } }): RemoteListing => ({ entries }),
});

const NONE: readonly FileRow[] = [];

interface CachedRows {
  readonly entries: unknown;
  readonly marks: ReadonlySet<string>;
  readonly rows: readonly FileRow[];
}

/** Makes the rows of a side again only when its entries or marks change, because unchanged row objects are not repainted. */
function rowsOf(side: Side): (cockpit: Known & Shown) => readonly FileRow[] {
  const lastMade = remembered<{ now?: CachedRows }>(() => ({}));
  return (cockpit) => {
    const screen = topScreen(cockpit.view.getState());
    if (screen === undefined) return NONE;
    const directory = directoryOf(cockpit, screen, side);
    const marks = stateOf(screen).marks[side];
    const found =
      side === 'remote'
        ? listings.of(cockpit, screen)
        : cockpit.cache.slot(localListing(cockpit, directory)).data;
    if (found === undefined || !('entries' in found)) return NONE;
    const { entries } = found;
    const made = cockpit.memory.of(lastMade);
    const before = made.now;
    if (before?.entries === entries && before.marks === marks) return before.rows;
    const rows =
      side === 'remote'
        ? remoteRows(directory, entries, marks)
        : localRows(directory, entries as Parameters<typeof localRows>[1], marks);
    made.now = { entries, marks, rows };
    return rows;
  };
}

/** The columns of both sides. */
export const columns: readonly ColumnSpec<FileRow>[] = [
  textColumn({ id: 'mark', title: ' ', width: 1, priority: 0 }, ({ marked }, { look }) =>
    marked ? look.glyphs.marked : ' ',
  ),
  textColumn(
    { id: 'name', title: 'NAME', flex: 1, min: 24, priority: 0, name: true },
    ({ name, isDirectory, type }) => `${name}${isDirectory ? '/' : type === 'SYMLINK' ? '@' : ''}`,
    ({ isDirectory, marked }) => (marked ? 'match' : isDirectory ? 'accent' : undefined),
  ),
  numberColumn({ id: 'size', title: 'SIZE', width: 9, priority: 1 }, ({ size }) => size, bytes),
  textColumn({ id: 'modified', title: 'MODIFIED', width: 20, priority: 2 }, ({ modified }, { view }) =>
    modified === undefined ? undefined : dateTime(modified * 1000, view.getState().utc),
  ),
  textColumn({ id: 'mode', title: 'MODE', width: 9, priority: 3 }),
  textColumn({ id: 'owner', title: 'OWNER', width: 11, priority: 4 }),
];

const sourceOf = (side: Side): ListRows<FileRow> => ({
  handle: sideList(side),
  rows: rowsOf(side),
  rowId: ({ name }) => name,
  level: ({ type }) => (type === 'UNKNOWN' ? 'unknown' : 'ok'),
  columns,
  empty: '',
});

const sources = { local: sourceOf('local'), remote: sourceOf('remote') } as const;

/** The rows of each side, filtered and sorted. */
export const shownOn = {
  local: createListCache(sources.local),
  remote: createListCache(sources.remote),
} as const;

/** The list of a side, for code that follows its rows. */
export const listOn = (cockpit: Known & Shown, side: Side): ListedRows =>
  listedRows(sources[side], shownOn[side](cockpit));

/** The row under the cursor of a side. */
export function selectedOn(cockpit: Known & Shown, side: Side): FileRow | undefined {
  return currentOf(cockpit, sideList(side), shownOn[side](cockpit).shown);
}

/** The rows that an action applies to: the marked ones, or else the one under the cursor. */
export function chosenOn(cockpit: Known & Shown, side: Side): readonly FileRow[] {
  const marked = shownOn[side](cockpit).shown.from.filter((row) => row.marked);
  if (marked.length > 0) return marked;
  const row = selectedOn(cockpit, side);
  return row ? [row] : [];
}
