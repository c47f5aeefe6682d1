import { visible } from '../../lib/text.ts';
import { descriptionLines, descriptionState } from '../../screens/description/descriptionLines.ts';
import type { Description } from '../../store/action/action.ts';
import type { Resource } from '../../store/cache/resource.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { DescribeOverlay } from '../../store/session/viewState.ts';
import { detailTableHeight } from '../../widgets/detailTable.ts';
import { pageListReads, pageLists, roomForLists } from '../frame/pageLists.ts';

/** The full-screen layout of a description. */
interface DescribeLayout {
  readonly title: string;
  /** The state of the row, painted. */
  readonly state: string;
  /** All lines, wrapped to the screen; the overlay shows a window of them. */
  readonly lines: readonly string[];
  /** The height of that window. */
  readonly height: number;
  /** The table drawn in a frame below the lines, if everything fits; else it is part of the lines. */
  readonly table: Description['table'];
  /** The data of the lists that have room among the lines. */
  readonly reads: readonly Resource[];
}

/** Lines above a framed table: a blank and its title. */
const FRAME_AROUND = 2;

/** Rows of the screen besides a description: header, title, footer. */
const AROUND = 3;

/** Lays a description out for the whole screen. */
export function describeLayout(cockpit: Known & Shown, overlay: DescribeOverlay): DescribeLayout {
  const { look, view } = cockpit;
  const { size } = view.getState();
  const height = Math.max(1, size.rows - AROUND);
  const description = overlay.of();
  if (!description) {
    const gone = look.paint('warn', 'It is no longer there.');
    return { title: 'Details', state: '', lines: [gone], height, table: undefined, reads: [] };
  }
  const columns = Math.max(20, size.columns - 2);
  const { table } = description;
  // A search only covers the lines, so while searching the table is part of them.
  const isSearched = overlay.searching === true || (overlay.search ?? '') !== '';
  const title = visible(description.title, look.unicode);
  const state = descriptionState(look, description);
  const rows = table?.rows.length ?? 0;
  const framed = rows === 0 ? 0 : detailTableHeight(rows) + FRAME_AROUND;
  const unframed = { ...description, table: undefined };
  const room = height - framed;
  const forLists = roomForLists(cockpit, unframed, { width: columns, height: room });
  const lists = pageLists(cockpit, unframed, forLists);
  const reads = pageListReads(cockpit, unframed, forLists);
  const lines = descriptionLines(look, unframed, columns, { rows: room, lists });
  if (rows === 0) return { title, state, lines, height, table: undefined, reads };
  if (!isSearched && lines.length + framed <= height) return { title, state, lines, height, table, reads };
  const all = descriptionLines(look, description, columns, { rows: height });
  return { title, state, lines: all, height, table: undefined, reads };
}
