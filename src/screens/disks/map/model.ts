import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import { visible } from '../../../lib/text.ts';
import { resources } from '../../../store/cache/resources.ts';
import type { Known, Shown } from '../../../store/cockpit.ts';
import {
  buildOsdMap,
  type Latencies,
  type MapCell,
  type MapMeasure,
  type OsdMap,
} from '../../../store/facts/osdMap.ts';
import type { OsdRow } from '../../../store/facts/osds.ts';
import { remember } from '../../../store/facts/remember.ts';
import { remembered } from '../../../store/session/memory.ts';
import { type CellMap, layoutCells } from '../../../widgets/cellMap.ts';
import { settle } from '../../../widgets/viewport.ts';
import { paneList } from '../../list/place.ts';
import type { Pane } from '../../pane.ts';
import type { Box } from '../../view.ts';

/** The place of the map: that of the rows of disks, whose cursor and filter it has. */
export const place = paneList('disks');

/** The thing that the map tells, while it is there. */
export const measureOf = (cockpit: Shown): MapMeasure | undefined => place.get(cockpit).map;

type Told = ClusterEvidence['latencies'];

/** The latencies that the service tells of, as they came. */
export const toldLatencies = ({ cache }: Known): Told =>
  cache.slot(resources.health).data?.evidence?.latencies;

/** Things that were worked out for the map last. */
const maps = remembered(() => ({
  latencies: remember(
    ({ told = [] }: { readonly told: Told }): Latencies =>
      new Map(
        told.flatMap(({ osd, commitMs }) =>
          osd === undefined || commitMs === undefined ? [] : [[osd, commitMs] as const],
        ),
      ),
  ),
  shownRows: remember(
    ({ all, ids }: { readonly all: readonly OsdRow[]; readonly ids: readonly string[] }) => {
      if (ids.length === all.length) return all;
      const wanted = new Set(ids);
      return all.filter(({ id }) => wanted.has(id));
    },
  ),
  onMap: remember(({ all }: { readonly all: readonly OsdRow[] }) =>
    all.filter(({ osdId }) => osdId !== undefined),
  ),
  build: remember(buildOsdMap),
  layout: remember(({ map, unicode, ...box }: Box & { readonly map: OsdMap; readonly unicode: boolean }) =>
    layoutCells(
      map.groups.map(({ name, blocks }) => ({
        name: visible(name, unicode),
        blocks: blocks.map((block) => ({ name: visible(block.name, unicode), cells: block.cells.length })),
      })),
      box,
    ),
  ),
}));

/** The rows of the pane: disks without an OSD are not on the map, so that the cursor is on none of them there. */
export function osdsAndDisks(cockpit: Known & Shown): readonly OsdRow[] {
  const all = cockpit.facts.osds();
  return measureOf(cockpit) === undefined ? all : cockpit.memory.of(maps).onMap({ all });
}

/** The map with the cell under the cursor. */
export interface ShownMap {
  readonly map: OsdMap;
  readonly latencies: Latencies;
  /** Index of that cell. */
  readonly at: number;
  /** The one of its OSDs that the keys act on. */
  readonly osd: OsdRow | undefined;
}

/** The map of the rows that the list has in its place. */
export function mapOf(cockpit: Known & Shown, pane: Pane, measure: MapMeasure): ShownMap {
  const { shownRows, build, latencies: latenciesOf } = cockpit.memory.of(maps);
  const ids = pane.list?.(cockpit).ids ?? [];
  const latencies = latenciesOf({ told: toldLatencies(cockpit) });
  const rows = shownRows({ all: osdsAndDisks(cockpit), ids });
  const map = build({ tree: cockpit.facts.tree(), rows, measure, latencies });
  const { cursor } = settle(place.get(cockpit), ids, 1);
  const at = map.placeOf.get(cursor ?? '') ?? 0;
  return { map, latencies, at, osd: map.cells[at]?.osds.find(({ id }) => id === cursor) };
}

/** The room for cells in a body: a blank at either side, and a line below at least that names the cell under the cursor. */
export const roomFor = ({ width, height }: Box): Box => ({
  width: Math.max(1, width - 2),
  height: Math.max(1, height - 1),
});

/** The cells in their places in a body. */
export const layoutIn = (cockpit: Shown, map: OsdMap, box: Box): CellMap =>
  cockpit.memory.of(maps).layout({ map, unicode: cockpit.look.unicode, ...roomFor(box) });

/** The size of the body that was drawn last: keys move by what is in sight. */
export const drawn = remembered<{ box: Box }>(() => ({ box: { width: 78, height: 20 } }));

/** Puts the cursor on a cell: on the row of the OSD that it shows. */
export function choose(cockpit: Shown, cell: MapCell | undefined): void {
  if (cell) place.change(cockpit, { cursor: cell.worst.id });
}
