import { visible } from '../../../lib/text.ts';
import type { MapMeasure } from '../../../store/answers/osdMap.ts';
import type { Known, Shown } from '../../../store/cockpit.ts';
import { type CellMap, cellAt, moveCell } from '../../../widgets/cellMap.ts';
import { paneTitle } from '../../../widgets/paneTitle.ts';
import { descriptionLines, descriptionState } from '../../description/descriptionLines.ts';
import type { HitRegions } from '../../hitRegions.ts';
import type { Pane } from '../../pane.ts';
import type { Box, Drawing } from '../../view.ts';
import { cellLines } from './cellLines.ts';
import { selectCell, lastDrawn, layoutIn, mapOf, roomFor, type ShownMap } from './model.ts';
import { mapLine } from './paint.ts';
import { cellSign } from './signs.ts';

/** The first line in sight: the map is paged, so that it does not scroll with each move of the cursor. */
const topOf = ({ positions }: CellMap, at: number, height: number): number =>
  Math.floor((positions[at]?.line ?? 0) / height) * height;

/** The regions of the cells. */
function regions(
  cockpit: Shown,
  now: () => ShownMap,
  { layout, top, height }: { readonly layout: CellMap; readonly top: number; readonly height: number },
): HitRegions {
  const { cells } = now().map;
  const scroll = (rows: number) =>
    selectCell(cockpit, cells[moveCell(layout, now().at, rows > 0 ? 'down' : 'up', height)]);
  return (column, row) => {
    const index = row >= 0 && row < height ? cellAt(layout, top + row, column - 1) : undefined;
    const cell = index === undefined ? undefined : cells[index];
    if (cell === undefined) return { kind: 'rest', scroll };
    const isChosen = () => cell.osds.some(({ id }) => id === now().osd?.id);
    return { kind: 'row', scroll, isChosen, choose: () => selectCell(cockpit, cell) };
  };
}

/** The fewest rows in which a page below the map is useful. */
const MIN_PAGE = 8;

/** The page of the OSD in the selected cell, if there is room and no preview shows it already. */
function pageLines(cockpit: Known & Shown, pane: Pane, { width, height }: Box): readonly string[] {
  const { zoomed, lists } = cockpit.view.getState();
  if (!zoomed || height < MIN_PAGE || lists[pane.id].preview === true) return [];
  const description = pane.describe?.(cockpit);
  if (description === undefined) return [];
  const { look } = cockpit;
  const title = visible(description.title, look.unicode);
  const heading = paneTitle({ title, detail: descriptionState(look, description) }, width, look);
  const lines = descriptionLines(look, description, width - 2, { rows: height - 2 }).map(
    (line) => ` ${line}`,
  );
  return ['', heading, ...lines].slice(0, height);
}

/** The body of the pane when it shows the map instead of its rows. */
export function mapBody(
  cockpit: Known & Shown,
  { pane, measure }: { readonly pane: Pane; readonly measure: MapMeasure },
  { box, focused, onRegions }: Drawing,
): readonly string[] {
  const { look } = cockpit;
  const now = () => mapOf(cockpit, pane, measure);
  const { map, readings, reports, at, osd } = now();
  if (map.cells.length === 0) return [look.paint('dim', ' No OSD matches. Esc clears the filter.')];
  cockpit.memory.of(lastDrawn).box = box;
  const layout = layoutIn(cockpit, map, box);
  const { height } = roomFor(box);
  const top = topOf(layout, at, height);
  const painting = {
    look,
    map: layout,
    cursor: focused ? at : -1,
    signOf: (index: number) => {
      const cell = map.cells[index];
      return cell ? cellSign(look, cell.worst, measure, readings) : { sign: ' ', role: 'dim' as const };
    },
  };
  onRegions?.(regions(cockpit, now, { layout, top, height }));
  const lines = layout.lines.slice(top, top + height).map((line) => ` ${mapLine(painting, line)}`);
  const free = box.height - lines.length;
  const cell = map.cells[at];
  if (!focused || cell === undefined) return lines;
  const gap = free > 2 ? [''] : [];
  const room = { width: box.width, height: Math.max(1, free - gap.length) };
  const named = cellLines(cockpit, { cell, osd: osd ?? cell.worst, reports }, room);
  const page = pageLines(cockpit, pane, { width: box.width, height: room.height - named.length });
  return [...lines, ...gap, ...named, ...page].slice(0, box.height);
}
