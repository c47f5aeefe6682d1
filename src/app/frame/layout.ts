import { PANE_FACTS, type PaneFacts, PANES, type PaneId } from '../../store/session/panes.ts';

/** The rows that each pane can fill; a pane that is not listed takes all it can get. */
export type Wants = Readonly<Partial<Record<PaneId, number>>>;

/** A rectangle of the screen in cells; columns and rows count from 0. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle of a pane. A pane of one row is collapsed: it shows only its title with a summary. */
export interface PaneRect extends Rect {
  readonly pane: PaneId;
}

/** The layout of the deck. */
export interface Deck {
  readonly rects: readonly PaneRect[];
  /** The vertical rules between columns of panes. */
  readonly rules: readonly Rect[];
}

/** The part of the screen between the header and the footer. */
export const areaOf = ({ columns, rows }: { readonly columns: number; readonly rows: number }): Rect => ({
  x: 0,
  y: 1,
  width: columns,
  height: Math.max(1, rows - 2),
});

const roomOf = (pane: PaneId): PaneFacts['room'] => PANE_FACTS[pane].room;
const opensLast = (pane: PaneId): boolean => PANE_FACTS[pane].opensLast === true;

/**
 * Divides `height` rows among panes stacked vertically. Each keeps at least its title row; the focused
 * pane opens first, then the others in their order while their minimum height fits.
 */
export function stack(
  panes: readonly PaneId[],
  height: number,
  focus: PaneId,
  wants: Wants = {},
): Map<PaneId, number> {
  const wanted = (pane: PaneId) => wants[pane] ?? Number.POSITIVE_INFINITY;
  const least = (pane: PaneId) => {
    const { least: usual, leastInTrouble = usual } = roomOf(pane);
    return wants[pane] === undefined ? leastInTrouble : Math.min(usual, wanted(pane));
  };
  const most = (pane: PaneId) => Math.min(roomOf(pane).most, wanted(pane));
  const rows = new Map<PaneId, number>(panes.map((pane) => [pane, 1]));
  let free = Math.max(0, height - panes.length);
  const order = [...panes].sort(
    (a, b) => Number(b === focus) - Number(a === focus) || Number(opensLast(a)) - Number(opensLast(b)),
  );
  const open: PaneId[] = [];
  for (const pane of order) {
    const needed = least(pane) - 1;
    if (needed > free && open.length > 0) continue;
    const given = Math.min(needed, free);
    rows.set(pane, 1 + given);
    free -= given;
    open.push(pane);
  }
  while (free > 0) {
    const hungry = open.filter((pane) => (rows.get(pane) ?? 0) < most(pane));
    const eaters = hungry.length > 0 ? hungry : open.slice(0, 1);
    const shares = eaters.reduce((sum, pane) => sum + roomOf(pane).share, 0);
    const before = free;
    for (const pane of eaters) {
      const now = rows.get(pane) ?? 0;
      const room = hungry.length > 0 ? most(pane) - now : before;
      const given = Math.min(room, free, Math.max(1, Math.floor((before * roomOf(pane).share) / shares)));
      rows.set(pane, now + given);
      free -= given;
    }
  }
  return rows;
}

/** Stacks panes vertically in an area. */
function column(panes: readonly PaneId[], area: Rect, focus: PaneId, wants: Wants): PaneRect[] {
  const rows = stack(panes, area.height, focus, wants);
  let y = area.y;
  return panes.map((pane) => {
    const height = rows.get(pane) ?? 1;
    const rect = { pane, x: area.x, y, width: area.width, height };
    y += height;
    return rect;
  });
}

/** Stacks the panes of the two columns of an area side by side. */
function twoColumns(area: Rect, focus: PaneId, wants: Wants): Deck {
  const [left, right] = split(area, Math.min(84, Math.round(area.width * 0.42)));
  return {
    rects: [...column(panesIn('left'), left, focus, wants), ...column(panesIn('right'), right, focus, wants)],
    rules: [ruleBetween(left, right)],
  };
}

/** The vertical rule between two areas. */
const ruleBetween = (left: Rect, right: Rect): Rect => ({
  x: left.width,
  y: left.y,
  width: right.x - left.width,
  height: left.height,
});

const panesIn = (side: PaneFacts['column']): readonly PaneId[] =>
  PANES.filter((pane) => PANE_FACTS[pane].column === side);

const panesBeside = (): readonly PaneId[] => PANES.filter((pane) => PANE_FACTS[pane].isBesideAcross === true);

/** The sum of the rows that panes can fill; `otherwise` counts for one that takes all it can get. */
const wantedBy = (panes: readonly PaneId[], wants: Wants, otherwise: number): number =>
  panes.reduce((sum, pane) => sum + (wants[pane] ?? otherwise), 0);

/** The first column's share of the width where two stand above a stack: its sentences need more room than counts. */
const BAND_LEFT_SHARE = 0.6;

/** The rows of two columns above a stack: a share of the height, so that the panes below keep room for some rows. */
const BAND = { share: 0.5, least: 7, most: 14 } as const;

/** While the first column has nothing to show, its sentences need a row more on half the width than across all of it. */
function bandHeight({ height }: Rect, wants: Wants): number {
  const wanted = Math.max(
    wantedBy(panesIn('across'), wants, BAND.most) + 1,
    wantedBy(panesBeside(), wants, 0),
  );
  return Math.min(BAND.most, wanted, Math.max(BAND.least, Math.round(height * BAND.share)));
}

/** Two columns of panes above a stack of the others. */
function bandAndStack(area: Rect, focus: PaneId, wants: Wants): Deck {
  const height = bandHeight(area, wants);
  const [left, right] = split({ ...area, height }, Math.floor(area.width * BAND_LEFT_SHARE));
  const below = { ...area, y: area.y + height, height: area.height - height };
  const [across, beside] = [panesIn('across'), panesBeside()];
  const others = PANES.filter((pane) => !across.includes(pane) && !beside.includes(pane));
  return {
    rects: [
      ...column(across, left, focus, wants),
      ...column(beside, right, focus, wants),
      ...column(others, below, focus, wants),
    ],
    rules: [ruleBetween(left, right)],
  };
}

/** Splits an area into a left and a right part, with one column for the rule between them. */
function split(area: Rect, leftWidth: number): readonly [Rect, Rect] {
  const left = { ...area, width: leftWidth };
  const x = area.x + leftWidth + 1;
  return [left, { ...area, x, width: area.width - leftWidth - 1 }];
}

/** Rows of a pane across the width while it has nothing to show: its title, the figures of the cluster and a spare row. */
const QUIET_ACROSS = 6;

/** The rows of that pane otherwise: a share of the height, within bounds, so that its content does not move the panes below. */
const ACROSS = { share: 0.3, least: 11, most: 14 } as const;

function acrossHeight({ height }: Rect, wants: Wants): number {
  if (panesIn('across').every((pane) => wants[pane] !== undefined)) return QUIET_ACROSS;
  return Math.max(ACROSS.least, Math.min(ACROSS.most, Math.round(height * ACROSS.share)));
}

/**
 * The deck for an area: one column of collapsible panes on a narrow terminal, two panes above a stack on
 * 80 columns, from 100 the verdict across the width and two columns below it.
 */
export function deckLayout(area: Rect, focus: PaneId, wants: Wants = {}): Deck {
  if (area.width < 76 || area.height < 14) return { rects: column(PANES, area, focus, wants), rules: [] };
  if (area.width < 100 || area.height < 26) return bandAndStack(area, focus, wants);
  const height = acrossHeight(area, wants);
  const below = twoColumns({ ...area, y: area.y + height, height: area.height - height }, focus, wants);
  const across = column(panesIn('across'), { ...area, height }, focus, wants);
  return { ...below, rects: [...across, ...below.rects] };
}
