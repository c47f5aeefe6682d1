import type { Binding } from '../../../keys/binding.ts';
import { MAP_MEASURES, type MapCell, type MapMeasure } from '../../../store/answers/osdMap.ts';
import type { Acts, Cockpit, Known, Shown } from '../../../store/cockpit.ts';
import { type CellMotion, moveCell } from '../../../widgets/cellMap.ts';
import type { Pane } from '../../pane.ts';
import { openScreen, showPane } from '../../screen.ts';
import { selectCell, lastDrawn, layoutIn, mapOf, measureOf, mapList, roomFor } from './model.ts';

const MOTIONS: readonly (readonly [keys: readonly string[], motion: CellMotion, help: string])[] = [
  [['right', 'l'], 'right', 'Next cell'],
  [['left', 'h'], 'left', 'Previous cell'],
  [['down', 'j'], 'down', 'Cell below'],
  [['up', 'k'], 'up', 'Cell above'],
  [['pagedown', 'ctrl-d'], 'pageDown', 'One page of cells down'],
  [['pageup', 'ctrl-u'], 'pageUp', 'One page of cells up'],
  [['g', 'home'], 'first', 'First cell'],
  [['G', 'end'], 'last', 'Last cell'],
];

/** Opens a cell that stands for several OSDs: the disks of a host, or a rack in the CRUSH tree. */
function openCell(cockpit: Shown & Acts, { of, name, osds: [osd] }: MapCell): void {
  if (of === 'host') openScreen(cockpit, 'server-disks', { server: osd?.host ?? name });
  else showPane(cockpit, 'crush', `name:${name}`);
}

/** The keys of the map, which replace those of the rows. */
export function mapBindings(cockpit: Cockpit, pane: Pane, measure: MapMeasure): Binding[] {
  const { map, at } = mapOf(cockpit, pane, measure);
  const { box } = cockpit.memory.of(lastDrawn);
  const go = (motion: CellMotion) => {
    const to = moveCell(layoutIn(cockpit, map, box), at, motion, roomFor(box).height);
    selectCell(cockpit, map.cells[to]);
  };
  const cell = map.cells[at];
  return [
    ...MOTIONS.map(([keys, motion, help]) => ({
      keys,
      label: help.toLowerCase(),
      help,
      run: () => go(motion),
    })),
    ...(cell && cell.of !== 'osd' && cockpit.view.getState().zoomed
      ? [
          {
            keys: ['enter'],
            name: 'open-cell',
            label: `open ${cell.of}`,
            help: 'Open the host or rack of the cell',
            footer: 4,
            run: () => openCell(cockpit, cell),
          },
        ]
      : []),
  ];
}

/** The measure that the map shows next. */
const nextMeasure = (now: MapMeasure): MapMeasure =>
  MAP_MEASURES[(MAP_MEASURES.indexOf(now) + 1) % MAP_MEASURES.length] ?? 'state';

/** The keys that switch the map on and off and choose its measure. */
export const mapModeBindings = (cockpit: Known & Shown): Binding[] => {
  const measure = measureOf(cockpit);
  return [
    {
      keys: ['m'],
      label: measure === undefined ? 'map' : 'rows',
      name: 'map',
      help: 'All OSDs as a map of cells by host and rack, or as rows again',
      footer: 3,
      run: () => mapList.change(cockpit, { map: measure === undefined ? 'state' : undefined }),
    },
    {
      keys: ['v'],
      label: 'shows',
      help: 'Show another measure: state, use, latency, PGs, scrubs',
      ...(measure !== undefined && { footer: 3 }),
      disabled: () => (measure === undefined ? 'the map is off; m shows it' : undefined),
      run: () => mapList.change(cockpit, { map: nextMeasure(measure ?? 'state') }),
    },
  ];
};
