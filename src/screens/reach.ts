import { contract, type OperationId } from '../api/contract/index.ts';
import type { PaneId } from '../store/session/view.ts';
import { screens } from './screens.ts';

/** What the deck's panes read, and what is done from them. */
const DECK: Readonly<Record<PaneId, readonly OperationId[]>> = {
  health: ['getClusterStatus', 'getClusterStatusDetail', 'listFlags', 'setFlag', 'unsetFlag'],
  placement: ['listPools', 'getClusterStatus'],
  disks: [
    'listDisks',
    'listServerNames',
    'scrubOsd',
    'deepScrubOsd',
    'updateServerDisk',
    'benchmarkDisk',
    'deleteDisk',
    'deleteServerDisk',
  ],
  logs: ['followLogs', 'readLogs'],
  crush: ['getCrushMap', 'scrubOsd', 'deepScrubOsd'],
  tasks: ['listTasks', 'getTask', 'cancelTask'],
};

/** Where a person finds an operation: titles of panes and screens, the deck's first. */
export function placesOf(id: OperationId): readonly string[] {
  const panes = Object.entries(DECK).filter(([, operations]) => operations.includes(id));
  const found = screens.filter(({ operations }) => operations.includes(id));
  return [
    ...panes.map(([pane]) => `deck, ${pane}`),
    ...found.map(({ title, names: [name] }) => (name === undefined ? title : `${title} (\`:${name}\`)`)),
  ];
}

/** The operations that only the list of all operations leads to. */
export const unreached = (): OperationId[] =>
  (Object.keys(contract) as OperationId[]).filter((id) => placesOf(id).length === 0);
