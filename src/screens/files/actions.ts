import { contract, type OperationId } from '../../api/contract/index.ts';
import { mask } from '../../api/mask.ts';
import type { Action } from '../../store/action/action.ts';
import type { Plan } from '../../store/action/plan.ts';
import { isMissing } from '../../store/cache/slot.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { showDescription, showJson } from '../../store/session/view.ts';
import type { ScreenView } from '../../store/session/viewState.ts';
import { NO_ROW } from '../list/underCursor.ts';
import { downloadPlan } from './download.ts';
import { chosenOn, listings, selectedOn } from './lists.ts';
import { filePage } from './page.ts';
import { lastName } from './paths.ts';
import {
  attributesPlan,
  copyPlan,
  createDirectoryPlan,
  deletePlan,
  layoutPlan,
  monitorPlan,
  movePlan,
  quotaPlan,
  readPlan,
  readAll,
} from './remoteActions.ts';
import { type FileRow, remoteRows } from './rows.ts';
import { directoryOf, stateOf } from './state.ts';
import { uploadPlan } from './upload.ts';

/** Key and words of each action, by the operation that it calls. */
const WORDS = {
  createDirectory: { key: 'n', id: 'create', label: 'new directory', help: 'Create a directory' },
  uploadFile: {
    key: 'u',
    id: 'upload',
    label: 'upload',
    help: 'Upload what is marked, or under the cursor, to the cluster',
  },
  downloadFile: {
    key: 'w',
    id: 'download',
    label: 'download',
    help: 'Download what is marked, or under the cursor, to this machine',
  },
  copyFile: { key: 'c', id: 'copy', label: 'copy', help: 'Copy it within the cluster' },
  moveFile: { key: 'e', id: 'move', label: 'move', help: 'Rename or move it' },
  updateFile: { key: 'r', id: 'mode', label: 'mode', help: 'Change its mode and owner' },
  statFiles: { key: 'i', id: 'info', label: 'info', help: 'Read its size, pool and quota' },
  setDirectoryQuota: { key: 'Q', id: 'quota', label: 'quota', help: 'Set the quota of the directory' },
  setFileLayout: { key: 'P', id: 'pool', label: 'pool', help: 'Choose the pool that it is stored in' },
  addMonitoredDirectories: {
    key: 'W',
    id: 'monitor',
    label: 'monitor',
    help: 'Keep statistics of the directory',
  },
  deleteFiles: { key: 'D', id: 'delete', label: 'delete', help: 'Delete it, with everything in it' },
  listFiles: { key: 'N', id: 'names', label: 'names', help: 'Only the names of the entries' },
} as const satisfies Partial<Record<OperationId, Pick<Action, 'id' | 'label' | 'help'> & { key: string }>>;

/** The operations that the browser and its actions call. */
export const operations: readonly OperationId[] = [
  'listFilesWithStats',
  'getFileLayout',
  'listLayoutPools',
  'getDirectoryQuota',
  ...(Object.keys(WORDS) as (keyof typeof WORDS)[]),
];

function action(operation: keyof typeof WORDS, refused: string | undefined, plan: () => Plan): Action {
  const { key, ...words } = WORDS[operation];
  return { ...words, keys: [key], tier: contract[operation].tier, refused, plan };
}

/** Reads everything about a file or directory, and shows its page. */
const infoPlan = (cockpit: Cockpit, row: FileRow): Plan => {
  const plan = readPlan(cockpit, 'statFiles', row, { body: [row.path] });
  return {
    ...plan,
    execution: { ...plan.execution, kind: 'steps', run: () => readAll(cockpit, row) },
    show(reply) {
      const { pool, quota, ...entry } = reply as Awaited<ReturnType<typeof readAll>>;
      const [read = row] = remoteRows(row.path, [{ ...entry, fullPath: row.path }], new Set());
      showDescription(cockpit.view, () =>
        filePage(cockpit, read, { ...(pool !== undefined && { pool }), ...(quota && { quota }) }),
      );
    },
  };
};

/** Reads the names in a directory, and shows the service's answer. */
const namesPlan = (cockpit: Cockpit, path: string): Plan =>
  readPlan(cockpit, 'listFiles', { name: lastName(path), path }, { query: { dir: path } }, (reply) =>
    showJson(cockpit.view, { title: path, value: mask(undefined, reply) }),
  );

/** True if the service answered that the cluster directory does not exist. */
const isGone = (cockpit: Known & Shown, screen: ScreenView) => isMissing(cockpit.screens.slot(screen));

/** The actions on local files. */
function localActions(cockpit: Cockpit, screen: ScreenView): Action[] {
  const rows = chosenOn(cockpit, 'local');
  const to = directoryOf(cockpit, screen, 'remote');
  const listing = listings.of(cockpit, screen);
  const refused =
    rows.length === 0
      ? NO_ROW
      : listing === undefined
        ? `the cluster directory ${isGone(cockpit, screen) ? 'does not exist' : 'has not been read yet'}`
        : undefined;
  const there = listing?.entries.map(({ path = '' }) => lastName(path));
  return [
    action('uploadFile', refused, () => uploadPlan(cockpit, rows, { to, there })),
    action('downloadFile', 'Tab goes to the cluster: choose there what to download', () =>
      downloadPlan(cockpit, rows, to),
    ),
  ];
}

/** The actions on the row under the cursor. */
function rowActions(cockpit: Cockpit, row: FileRow | undefined, marked: boolean): Action[] {
  const there = row === undefined ? NO_ROW : undefined;
  const directory = there ?? (row?.isDirectory ? undefined : 'not a directory');
  const single = there ?? (marked ? 'one at a time: U clears the marks' : undefined);
  return [
    action('copyFile', single, () => copyPlan(cockpit, row!)),
    action('moveFile', single, () => movePlan(cockpit, row!)),
    action('updateFile', single, () => attributesPlan(cockpit, row!)),
    action('statFiles', there, () => infoPlan(cockpit, row!)),
    action('setDirectoryQuota', directory, () => quotaPlan(cockpit, row!)),
    action('setFileLayout', there, () => layoutPlan(cockpit, row!)),
    action('addMonitoredDirectories', directory, () => monitorPlan(cockpit, row!)),
    action('deleteFiles', single, () => deletePlan(cockpit, row!)),
  ];
}

/** The actions on the cluster's files. */
function remoteActions(cockpit: Cockpit, screen: ScreenView): Action[] {
  const path = directoryOf(cockpit, screen, 'remote');
  const row = selectedOn(cockpit, 'remote');
  const rows = chosenOn(cockpit, 'remote');
  const into = directoryOf(cockpit, screen, 'local');
  const marked = rows.some((one) => one.marked);
  return [
    action('createDirectory', undefined, () => createDirectoryPlan(cockpit, path)),
    action('downloadFile', rows.length === 0 ? NO_ROW : undefined, () => downloadPlan(cockpit, rows, into)),
    action('uploadFile', 'Tab goes to the local disk: choose there what to upload', () =>
      uploadPlan(cockpit, rows, { to: path, there: undefined }),
    ),
    ...rowActions(cockpit, row, marked),
    action('listFiles', isGone(cockpit, screen) ? 'it does not exist' : undefined, () =>
      namesPlan(cockpit, path),
    ),
  ];
}

/** The actions of the focused side. */
export const filesActions = (cockpit: Cockpit, screen: ScreenView): Action[] =>
  stateOf(screen).side === 'local' ? localActions(cockpit, screen) : remoteActions(cockpit, screen);
