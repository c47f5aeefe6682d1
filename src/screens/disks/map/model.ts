import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { OsdGroups } from '../../../api/contract/extensions/osdGroups.ts';
import { memoize } from '../../../lib/memoize.ts';
import { visible } from '../../../lib/text.ts';
import { type GroupsByOsd, groupsByOsd } from '../../../store/answers/osdGroups.ts';
import {
  buildOsdMap,
  type MapCell,
  type MapMeasure,
  type OsdMap,
  type Readings,
} from '../../../store/answers/osdMap.ts';
import type { OsdRow } from '../../../store/answers/osds.ts';
import { resources } from '../../../store/cache/resources.ts';
import { isNotOffered } from '../../../store/cache/slot.ts';
import type { Known, Shown } from '../../../store/cockpit.ts';
import { remembered } from '../../../store/session/memory.ts';
import { type CellMap, layoutCells } from '../../../widgets/cellMap.ts';
import { settle } from '../../../widgets/viewport.ts';
import { paneList } from '../../list/handle.ts';
import type { Pane } from '../../pane.ts';
import type { Box } from '../../view.ts';

/** The view state of the map: it shares cursor and filter with the rows of the pane. */
export const mapList = paneList('disks');

/** The measure that the map shows; undefined while it is off. */
export const measureOf = (cockpit: Shown): MapMeasure | undefined => mapList.get(cockpit).map;

type ReportedLatencies = ClusterEvidence['latencies'];

/** The commit latencies of the slowest OSDs, which the service reports with the health. */
const slowestLatencies = ({ cache }: Known): ReportedLatencies =>
  cache.slot(resources.health).data?.evidence?.latencies;

const readingsOf = (groups: GroupsByOsd, field: 'share' | 'deepScrubAge'): Readings =>
  new Map(
    [...groups].flatMap(([osd, { [field]: value }]) => (value === undefined ? [] : [[osd, value] as const])),
  );

/** True if a measure needs what is read of each OSD only while it is shown: placement groups, scrubs and latencies. */
export const needsGroups = (measure: MapMeasure | undefined): boolean =>
  measure === 'pgs' || measure === 'scrub' || measure === 'latency';

/** The reason why the values of a measure are not known; undefined if they are. */
export function valuesUnknown(cockpit: Known & Shown, measure: MapMeasure): string | undefined {
  if (!needsGroups(measure)) return undefined;
  const slot = cockpit.cache.slot(resources.osdGroups);
  if (measure === 'latency' && reportsOf(cockpit, measure).latencies.size > 0) return undefined;
  if (slot.data?.osds?.length) return measure === 'latency' ? 'not known: no OSD reports it' : undefined;
  if (slot.data) return 'not known: no manager has answered';
  if (isNotOffered(slot)) return 'not reported by this service';
  return slot.error ? 'not known: the service does not answer' : 'waiting for the first answer';
}

/** Cached results for the map. */
const maps = remembered(() => ({
  latencies: memoize(
    ({
      all = [],
      slowest = [],
    }: {
      readonly all: OsdGroups['osds'];
      readonly slowest: ReportedLatencies;
    }): Readings =>
      // Those of the slowest OSDs are read more often.
      new Map(
        [...all, ...slowest].flatMap(({ osd, commitMs }) =>
          osd === undefined || commitMs === undefined ? [] : [[osd, commitMs] as const],
        ),
      ),
  ),
  groups: memoize(groupsByOsd),
  shares: memoize(({ groups }: { readonly groups: GroupsByOsd }) => readingsOf(groups, 'share')),
  scrubs: memoize(({ groups }: { readonly groups: GroupsByOsd }) => readingsOf(groups, 'deepScrubAge')),
  shownRows: memoize(({ all, ids }: { readonly all: readonly OsdRow[]; readonly ids: readonly string[] }) => {
    if (ids.length === all.length) return all;
    const wanted = new Set(ids);
    return all.filter(({ id }) => wanted.has(id));
  }),
  onMap: memoize(({ all }: { readonly all: readonly OsdRow[] }) =>
    all.filter(({ osdId }) => osdId !== undefined),
  ),
  build: memoize(buildOsdMap),
  layout: memoize(({ map, unicode, ...box }: Box & { readonly map: OsdMap; readonly unicode: boolean }) =>
    layoutCells(
      map.groups.map(({ name, blocks }) => ({
        name: visible(name, unicode),
        blocks: blocks.map((block) => ({ name: visible(block.name, unicode), cells: block.cells.length })),
      })),
      box,
    ),
  ),
}));

/** The rows of the pane; while the map is shown, disks without an OSD are left out, so that the cursor is never on one. */
export function osdsAndDisks(cockpit: Known & Shown): readonly OsdRow[] {
  const all = cockpit.facts.osds();
  return measureOf(cockpit) === undefined ? all : cockpit.memory.of(maps).onMap({ all });
}

/** Reports about OSDs, by their ids, that are named with the selected cell. */
export interface OsdReports {
  readonly latencies: Readings;
  /** Empty unless the map shows a measure of them. */
  readonly groups: GroupsByOsd;
}

const HOUR_MS = 3_600_000;
const NO_GROUPS: GroupsByOsd = new Map();

function reportsOf(cockpit: Known & Shown, measure: MapMeasure): OsdReports {
  const { groups, latencies } = cockpit.memory.of(maps);
  const reported = cockpit.cache.slot(resources.osdGroups).data?.osds;
  const hour = Math.floor(cockpit.view.getState().now / HOUR_MS);
  const isKnown = needsGroups(measure) && reported !== undefined;
  return {
    latencies: latencies({
      all: measure === 'latency' ? reported : undefined,
      slowest: slowestLatencies(cockpit),
    }),
    groups: isKnown ? groups({ rows: cockpit.facts.osds(), reported, hour }) : NO_GROUPS,
  };
}

/** The map with the selected cell. */
export interface ShownMap {
  readonly map: OsdMap;
  /** The values of its measure. */
  readonly readings: Readings;
  readonly reports: OsdReports;
  /** Index of the selected cell. */
  readonly at: number;
  /** The OSD in that cell that the keys act on. */
  readonly osd: OsdRow | undefined;
}

/** Builds the map from the rows that the list shows. */
export function mapOf(cockpit: Known & Shown, pane: Pane, measure: MapMeasure): ShownMap {
  const { shownRows, build, shares, scrubs } = cockpit.memory.of(maps);
  const ids = pane.list?.(cockpit).ids ?? [];
  const reports = reportsOf(cockpit, measure);
  const { latencies, groups } = reports;
  const readings =
    measure === 'pgs' ? shares({ groups }) : measure === 'scrub' ? scrubs({ groups }) : latencies;
  const rows = shownRows({ all: osdsAndDisks(cockpit), ids });
  const map = build({ tree: cockpit.facts.tree(), rows, measure, readings });
  const { cursor } = settle(mapList.get(cockpit), ids, 1);
  const at = map.cellIndexOf.get(cursor ?? '') ?? 0;
  return { map, readings, reports, at, osd: map.cells[at]?.osds.find(({ id }) => id === cursor) };
}

/** The room for cells in a body, without a blank on either side and a line below for the selected cell. */
export const roomFor = ({ width, height }: Box): Box => ({
  width: Math.max(1, width - 2),
  height: Math.max(1, height - 1),
});

/** Lays out the cells in a body. */
export const layoutIn = (cockpit: Shown, map: OsdMap, box: Box): CellMap =>
  cockpit.memory.of(maps).layout({ map, unicode: cockpit.look.unicode, ...roomFor(box) });

/** The size of the last drawn body, by which keys move a page. */
export const lastDrawn = remembered<{ box: Box }>(() => ({ box: { width: 78, height: 20 } }));

/** Moves the cursor to the worst OSD of a cell. */
export function selectCell(cockpit: Shown, cell: MapCell | undefined): void {
  if (cell) mapList.change(cockpit, { cursor: cell.worst.id });
}
