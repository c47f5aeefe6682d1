import type { Resource } from '../../../store/cache/resource.ts';
import { resources } from '../../../store/cache/resources.ts';
import type { Acts, Known, Shown } from '../../../store/cockpit.ts';
import type { Pane } from '../../pane.ts';
import { openPane } from '../../screen.ts';
import { waitingLines } from '../../waiting.ts';
import { mapBody } from './body.ts';
import { mapModeBindings, mapBindings } from './keys.ts';
import { mapOf, measureOf, mapList, needsGroups, valuesUnknown } from './model.ts';
import { legend } from './signs.ts';

/** Shows the map of all OSDs in full. */
export function openMap(cockpit: Shown & Acts): void {
  openPane(cockpit, 'disks');
  mapList.change(cockpit, { map: measureOf(cockpit) ?? 'state' });
}

/** True if the CRUSH map has been read, without which the locations of OSDs are unknown. */
const isRead = ({ cache }: Known): boolean => cache.slot(resources.crush).data !== undefined;

const GROUPS: readonly Resource[] = [resources.osdGroups];
const NOTHING: readonly Resource[] = [];

/** Adds the map of all OSDs to the pane of disks, as an alternative body with the same rows, filter and actions. */
export function withMap(pane: Pane): Pane {
  return {
    ...pane,
    // The health detail includes the commit latencies of the slowest OSDs.
    reads: [...pane.reads, resources.health],
    alsoReads: (cockpit) => (needsGroups(measureOf(cockpit)) ? GROUPS : NOTHING),
    operations: [...pane.operations, 'getOsdGroups'],
    body(cockpit, drawing, at) {
      const measure = measureOf(cockpit);
      if (measure === undefined) return pane.body(cockpit, drawing, at);
      return isRead(cockpit)
        ? mapBody(cockpit, { pane, measure }, drawing)
        : waitingLines(cockpit, resources.crush, drawing.box);
    },
    status(cockpit, at) {
      const rows = pane.status?.(cockpit, at) ?? '';
      const measure = measureOf(cockpit);
      if (measure === undefined || !isRead(cockpit)) return rows;
      const { filter, problemsOnly } = mapList.get(cockpit);
      const unknown = valuesUnknown(cockpit, measure);
      const legendText = legend(cockpit.look, mapOf(cockpit, pane, measure).map, measure, unknown);
      // The count of rows includes disks without an OSD, so it is shown only with a filter.
      return filter === '' && !problemsOnly ? legendText : `${rows}  ${legendText}`;
    },
    bindings(cockpit, at) {
      const measure = measureOf(cockpit);
      const rows = pane.bindings(cockpit, at);
      if (measure === undefined || !isRead(cockpit)) return [...mapModeBindings(cockpit), ...rows];
      const own = [...mapModeBindings(cockpit), ...mapBindings(cockpit, pane, measure)];
      const taken = new Set([...own.flatMap(({ keys }) => keys), 'O', '<', '>', 'I']);
      return [...own, ...rows.filter(({ keys }) => !keys.some((key) => taken.has(key)))];
    },
  };
}
