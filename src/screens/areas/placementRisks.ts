import type { Api } from '../../api/client.ts';
import { carried } from '../../store/answers.ts';
import { type Risk, selectRisks } from '../../store/select/risks.ts';
import { signColumn, textColumn } from '../columns.ts';
import { type Listing, listScreen } from '../listScreen.ts';
import { type PaneLink, type Link, type Screen, showPane } from '../screen.ts';

/** Where to look for what a risk is about. */
const WAYS: Readonly<Record<string, Link | PaneLink>> = {
  room: { label: 'disks, the fullest first', go: (cockpit) => showPane(cockpit, 'disks') },
  disk: { label: 'disks and OSDs', go: (cockpit) => showPane(cockpit, 'disks') },
  CRUSH: { label: 'edit the CRUSH map', screen: 'crush-edit', scope: {} },
  quota: { label: 'pools', screen: 'pools', scope: {} },
  copies: { label: 'pools', screen: 'pools', scope: {} },
  service: { label: 'health', go: (cockpit) => showPane(cockpit, 'health') },
  server: { label: 'servers', screen: 'servers', scope: {} },
  task: { label: 'all tasks', screen: 'task-history', scope: {} },
};

async function read(api: Api, now: number, signal: AbortSignal): Promise<Listing<Risk>> {
  const [status, crush, disks, pools, flags, tasks, backups] = await Promise.all([
    api.getClusterStatus({}, { signal }),
    api.getCrushMap({}, { signal }),
    api.listDisks({}, { signal }),
    api.listPools({}, { signal }),
    api.listFlags({}, { signal }),
    api.listTasks({ query: { limit: 200, order: 'DESC' } }, { signal }),
    // A service that cannot back up is no reason to show no risks.
    api.getConfigBackups({}, { signal }).catch(() => undefined),
  ]);
  return { rows: selectRisks({ status, crush, disks, pools, flags, tasks: tasks.data, backups, now }) };
}

const list = listScreen<Risk>({
  id: 'risks',
  names: ['risks'],
  group: 'Cluster',
  title: 'Risks',
  help: 'What is wrong or soon will be, also while the health is OK, each with what to do next',
  reads: [
    'getClusterStatus',
    'getCrushMap',
    'listDisks',
    'listPools',
    'listFlags',
    'listTasks',
    'getConfigBackups',
  ],
  everyMs: 15_000,
  fetch: (api, _about, signal) => read(api, 0, signal),
  rowId: ({ id }) => id,
  answers: carried,
  level: ({ level }) => (level === 'error' ? level : 'ok'),
  columns: (cockpit) => [
    signColumn(cockpit, ({ level }) => level),
    textColumn(cockpit, { id: 'subject', title: 'ABOUT', width: 8, priority: 1 }, ({ subject }) => subject),
    textColumn(
      cockpit,
      { id: 'text', title: 'RISK', flex: 3, min: 24, priority: 0, name: true },
      ({ text }) => text,
    ),
    textColumn(cockpit, { id: 'next', title: 'NEXT', flex: 2, min: 16, priority: 2 }, ({ next }) => next),
  ],
  empty: 'Nothing that the service tells speaks of a risk.',
  links: ({ subject }) => {
    const way = WAYS[subject];
    return way ? [way] : [];
  },
});

/** What is wrong, or soon will be, also while the health is OK. */
const risks: Screen = {
  ...list,
  fetch: (api, _screen, signal, cockpit) => read(api, cockpit.clock.now(), signal),
};

export const riskScreens: readonly Screen[] = [risks];
