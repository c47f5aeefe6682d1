import { fit, visible, width, wrap } from '../../lib/text.ts';
import { descriptionLines, descriptionState } from '../../screens/description/descriptionLines.ts';
import type { Box } from '../../screens/view.ts';
import type { Description } from '../../store/action/action.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { remembered } from '../../store/session/memory.ts';
import { paneTitle } from '../../widgets/paneTitle.ts';
import { pageLists, roomForLists } from './pageLists.ts';
import type { PreviewRoom } from './previewRoom.ts';

/** The columns of a title line besides the title itself. */
const TITLE_EDGES = 3;

const NOTHING = 'Nothing under the cursor';

/**
 * The lines of a page for a box, with the lists whose data is at hand as far as there is room. If they do not fit, the
 * related rows are left out.
 */
function pageLines(cockpit: Known & Shown, described: Description | undefined, box: Box) {
  if (!described) return [];
  const own = described.lists?.filter(({ onPage }) => onPage !== 'alone') ?? [];
  const description = { ...described, lists: own };
  const { look } = cockpit;
  const { width: columns, height } = box;
  const lists = pageLists(cockpit, description, roomForLists(cockpit, description, box));
  const lines = descriptionLines(look, description, columns, { rows: height, lists });
  return lines.length > height
    ? descriptionLines(look, { ...description, related: [] }, columns, { rows: height })
    : lines;
}

/** The hint that a page has more lines. */
const moreText = ({ look }: Shown, more: number): string =>
  more > 0 ? look.paint('dim', `${more} more, d shows all`) : '';

/** A page below its list: a title, which is in the page itself if it is a sentence that does not fit, and as many lines as fit; exactly `height` lines. */
function linesBelow(
  cockpit: Known & Shown,
  description: Description | undefined,
  { width: columns, height }: Box,
) {
  const { look } = cockpit;
  const rows = height - 1;
  const name = description?.title ?? NOTHING;
  const isLong = width(name) > columns - TITLE_EDGES;
  const heading = isLong ? wrap(look.paint('strong', visible(name, look.unicode)), columns - 2) : [];
  const page = pageLines(cockpit, description, { width: columns - 2, height: rows - heading.length });
  const lines = [...heading, ...page];
  const state = description ? descriptionState(look, description) : '';
  const detail = [state, moreText(cockpit, lines.length - rows)].filter(Boolean).join('  ');
  const title = paneTitle({ title: isLong ? 'Selected row' : name, detail }, columns, look);
  return [title, ...Array.from({ length: rows }, (_, row) => ` ${lines[row] ?? ''}`)];
}

/** The title of a page beside its list, followed by the state of the row. */
function titleBeside({ look }: Shown, description: Description | undefined, columns: number): string[] {
  if (!description) return [look.paint('dim', NOTHING)];
  const title = look.paint('strong', visible(description.title, look.unicode));
  return wrap([title, descriptionState(look, description)].filter(Boolean).join('  '), columns);
}

/** A page beside its list, after a vertical rule; exactly `height` lines. */
function linesBeside(
  cockpit: Known & Shown,
  description: Description | undefined,
  { width: columns, height }: Box,
) {
  const { look } = cockpit;
  const title = titleBeside(cockpit, description, columns - 3);
  const room = { width: columns - 3, height: height - title.length - 1 };
  const page = pageLines(cockpit, description, room);
  const more = page.length - room.height;
  const lines = [
    ...title,
    '',
    ...(more > 0 ? [...page.slice(0, room.height - 1), moreText(cockpit, more + 1)] : page),
  ];
  const rule = look.paint('rule', look.glyphs.vertical);
  return Array.from({ length: height }, (_, row) =>
    fit(` ${rule} ${lines[row] ?? ''}`, columns, 'left', look.glyphs.ellipsis),
  );
}

/** The view whose selected row is previewed, and whether its cursor has come to rest. */
export interface Pointed {
  readonly view: string;
  readonly isRested: boolean;
}

/** A page as it was drawn last. */
interface DrawnPage {
  readonly view: string;
  readonly room: Box;
  readonly lines: readonly string[];
}

const lastPage = remembered<{ now?: DrawnPage }>(() => ({}));

/**
 * The lines of the selected row's page; none if there is no room for it. While the cursor moves the previous page stays, so
 * that holding a key does not draw the page of every row it passes.
 */
export function previewLines(
  cockpit: Known & Shown,
  describe: () => Description | undefined,
  { columns, rows }: PreviewRoom,
  box: Box,
  { view, isRested }: Pointed,
): readonly string[] {
  if (columns === 0 && rows === 0) return [];
  const room = columns > 0 ? { width: columns, height: box.height } : { width: box.width, height: rows };
  const last = cockpit.memory.of(lastPage);
  const before = last.now;
  const isSame =
    before?.view === view && before.room.width === room.width && before.room.height === room.height;
  if (before && isSame && !isRested) return before.lines;
  const lines = (columns > 0 ? linesBeside : linesBelow)(cockpit, describe(), room);
  last.now = { view, room, lines };
  return lines;
}
