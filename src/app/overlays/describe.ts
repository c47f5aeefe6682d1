import { visible } from '../../lib/text.ts';
import { descriptionLines, descriptionState } from '../../screens/descriptionLines.ts';
import type { Description } from '../../store/action/action.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { detailTableHeight } from '../../widgets/detailTable.ts';

type Describe = Extract<Overlay, { kind: 'describe' }>;

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
}

/** Lines above a framed table: a blank and its title. */
const FRAME_AROUND = 2;

/** Rows of the screen besides a description: header, title, footer. */
const AROUND = 3;

/** Lays a description out for the whole screen. */
export function describeLayout({ look, view }: Shown, overlay: Describe): DescribeLayout {
  const { size } = view.getState();
  const height = Math.max(1, size.rows - AROUND);
  const description = overlay.of();
  if (!description) {
    const gone = look.paint('warn', 'It is no longer there.');
    return { title: 'Details', state: '', lines: [gone], height, table: undefined };
  }
  const columns = Math.max(20, size.columns - 2);
  const { table } = description;
  // A search only covers the lines, so while searching the table is part of them.
  const isSearched = overlay.searching === true || (overlay.search ?? '') !== '';
  const title = visible(description.title, look.unicode);
  const state = descriptionState(look, description);
  const rows = table?.rows.length ?? 0;
  const framed = rows === 0 ? 0 : detailTableHeight(rows) + FRAME_AROUND;
  const lines = descriptionLines(look, { ...description, table: undefined }, columns, height - framed);
  if (rows === 0) return { title, state, lines, height, table: undefined };
  if (!isSearched && lines.length + framed <= height) return { title, state, lines, height, table };
  const all = descriptionLines(look, description, columns, height);
  return { title, state, lines: all, height, table: undefined };
}
