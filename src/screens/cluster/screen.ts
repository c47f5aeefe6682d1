import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { levelRole } from '../levels.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import type { Screen } from '../screen.ts';
import { type FactRow, factRows } from './rows.ts';

const links = ({ area, name }: FactRow) => [
  ...(area === 'recovery'
    ? [
        { label: 'recovery speed and flags', screen: 'maintenance', scope: {} },
        { label: 'mClock settings', screen: 'settings', scope: {}, filter: 'mclock' },
      ]
    : []),
  ...(name.startsWith('pool ') ? [{ label: 'pools', screen: 'pools', scope: {} }] : []),
  { label: 'risks, including those that no check reports', screen: 'risks', scope: {} },
];

/** Facts about the cluster beyond its health. */
const cluster: Screen = listScreen<FactRow>()({
  id: 'cluster',
  names: ['cluster', 'daemons', 'versions'],
  group: 'Cluster',
  title: 'Cluster facts',
  help: 'Versions of daemons, upgrade, recovery and mClock, balancer, autoscaler, devices, stretch mode',
  reads: () => ({
    facts: resource('getClusterFacts'),
    recovery: optionally(resources.recoverySpeed),
  }),
  rows: ({ facts, recovery }) => ({
    rows: factRows(facts, recovery?.speed),
    answers: knownAnswers([answered('getClusterFacts', facts), answered('getRecoverySpeed', recovery)]),
  }),
  rowId: ({ id }) => id,
  answers: 'whole',
  level: ({ level }) => level,
  columns: [
    signColumn(({ level, isKnown }) => (isKnown ? level : 'unknown')),
    textColumn({ id: 'area', title: 'ABOUT', width: 9, priority: 2 }),
    textColumn({ id: 'name', title: 'WHAT', width: 16, priority: 0, name: true }),
    textColumn(
      { id: 'fact', title: 'STATE', flex: 1, min: 36, priority: 0 },
      ({ text }) => text,
      ({ level, isKnown }) => (isKnown ? (level === 'ok' ? undefined : levelRole(level)) : 'dim'),
    ),
  ],
  page: { title: ({ area, name }) => `${area}: ${name}`, facts: ({ text }) => [['state', text]] },
  empty: 'The service reports nothing about the cluster.',
  links,
});

export const clusterScreens: readonly Screen[] = [cluster];
