import { inLocale } from '../../lib/decimal.ts';
import { answersOf } from '../../store/answers/rowAnswers.ts';
import { optionally } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { type PaneLink, type ScreenLink, type Screen, showPane } from '../screen.ts';
import type { Risk, RiskSubject } from './risk.ts';
import { groupRisks } from './riskGroups.ts';
import { selectRisks } from './risks.ts';

/** The view to look at for a risk, by its subject. */
const LINKS: Readonly<Record<RiskSubject, ScreenLink | PaneLink | undefined>> = {
  space: { label: 'disks, the fullest first', go: (cockpit) => showPane(cockpit, 'disks') },
  cause: { label: 'why: the case', screen: 'why', scope: {} },
  disk: { label: 'disks and OSDs', go: (cockpit) => showPane(cockpit, 'disks') },
  CRUSH: { label: 'edit the CRUSH map', screen: 'crush-edit', scope: {} },
  quota: { label: 'pools', screen: 'pools', scope: {} },
  copies: { label: 'pools', screen: 'pools', scope: {} },
  service: { label: 'health', go: (cockpit) => showPane(cockpit, 'health') },
  server: { label: 'servers', screen: 'servers', scope: {} },
  backup: { label: 'backups', screen: 'backups', scope: {} },
  flag: { label: 'health', go: (cockpit) => showPane(cockpit, 'health') },
  // It is renewed elsewhere.
  licence: undefined,
  task: { label: 'all tasks', screen: 'task-history', scope: {} },
};

/** Problems that exist or are foreseeable, even while the health is OK. */
const risks: Screen = listScreen<Risk>()({
  id: 'risks',
  names: ['risks'],
  group: 'Cluster',
  title: 'Risks',
  help: 'What is wrong or soon will be, even while health is OK, by cause, each with what to do next',
  reads: () => ({
    status: resources.status,
    crush: resources.crush,
    disks: resources.disks,
    pools: resources.pools,
    rules: optionally(resources.rules),
    flags: resources.flags,
    tasks: resources.tasks,
    // A service without backups still has other risks to show.
    backups: optionally(resources.backups),
  }),
  local: ({ cache, facts }) => {
    const [{ data: status }, { data: pools }] = [cache.slot(resources.status), cache.slot(resources.pools)];
    const { data: backups } = cache.slot(resources.backups);
    return groupRisks(selectRisks({ facts, status, pools, backups }), facts.blame());
  },
  rowId: ({ id }) => id,
  answers: answersOf,
  level: ({ level }) => (level === 'error' ? level : 'ok'),
  columns: [
    signColumn(({ level }) => level),
    textColumn({ id: 'subject', title: 'ABOUT', width: 8, priority: 1 }),
    textColumn({ id: 'text', title: 'RISK', flex: 3, min: 24, priority: 0, name: true }, ({ text }) =>
      inLocale(text),
    ),
    textColumn({ id: 'next', title: 'NEXT', once: true, flex: 2, min: 16, priority: 2 }),
  ],
  page: {
    title: ({ subject }) => `Risk: ${subject}`,
    facts: ({ text, next }) => [
      ['risk', inLocale(text)],
      ['do next', next],
    ],
  },
  empty: 'No risks found in what the service reports.',
  links: ({ subject }) => {
    const way = LINKS[subject];
    return way ? [way] : [];
  },
});

export const riskScreens: readonly Screen[] = [risks];
