import type { CrashReport } from '../../api/contract/extensions/crashes.ts';
import { contract } from '../../api/contract/index.ts';
import { dateTime } from '../../lib/format.ts';
import { resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { callPlan } from '../action/call.ts';
import { type ListAction, rowAction, screenAction } from '../list/screen.ts';

const CHANGED = [resources.status, resources.health, resource('listCrashes')];
const UNDO = 'none: an archived report stays readable; no health check reports it any more';

const WORDS = { id: 'archive', keys: ['A'], label: 'archive' };

const call = (id: string, title: string) => ({
  title,
  target: id,
  input: { params: { id } },
  effect: 'The report stays, but no longer raises RECENT_CRASH.',
  undo: UNDO,
  cli: () => `ceph crash archive ${id}`,
  refreshes: CHANGED,
});

/** Archives the report that a screen shows. */
export const archiveShown = screenAction(
  'archiveCrash',
  { ...WORDS, help: 'Archive the crash report: no health check reports it any more' },
  ({ report = '' }) => call(report, 'Archive the crash report'),
);

/** Archives the report under the cursor. */
export const archiveCrash = rowAction<
  Pick<CrashReport, 'id' | 'entity' | 'timestamp' | 'archived'>,
  'archiveCrash'
>(
  'archiveCrash',
  {
    ...WORDS,
    help: 'Archive the crash report under the cursor: no health check reports it any more',
    refused: ({ archived }) => (archived === true ? 'it is archived already' : undefined),
  },
  ({ id = '', entity = 'a daemon', timestamp }) =>
    call(id, `Archive the crash of ${entity}, ${dateTime(timestamp && timestamp * 1000, true)}`),
);

/** Archives every report. */
export const archiveAll: ListAction<CrashReport> = {
  operation: 'archiveAllCrashes',
  make: (cockpit) => ({
    id: 'archive-all',
    keys: ['Z'],
    label: 'archive all',
    help: 'Archive all crash reports',
    tier: contract.archiveAllCrashes.tier,
    plan: () =>
      callPlan(cockpit, {
        operation: 'archiveAllCrashes',
        title: 'Archive all crash reports',
        target: 'all crash reports',
        effect: 'The reports stay, but no longer raise RECENT_CRASH or RECENT_MGR_MODULE_CRASH.',
        undo: UNDO,
        cli: () => 'ceph crash archive-all',
        refreshes: CHANGED,
      }),
  }),
};
