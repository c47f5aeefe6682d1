import { count } from '../../lib/format.ts';
import { plural } from '../../lib/words.ts';
import { poolParts } from '../../store/answers/blame.ts';
import type { Placement, PlacementRow } from '../../store/answers/placement.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Shown } from '../../store/cockpit.ts';
import { stackedBar } from '../../widgets/bar.ts';
import { levelRole } from '../levels.ts';
import { textColumn } from '../list/columns.ts';
import { listPane } from '../list/pane.ts';
import type { Pane } from '../pane.ts';

/** Columns of the bar with a pool's shares of error, warning and okay. */
const BAR = 12;

const shares = (row: Pick<PlacementRow, 'okay' | 'warn' | 'error'>) =>
  [
    { value: row.error, role: 'error' },
    { value: row.warn, role: 'warn' },
    { value: row.okay, role: 'ok' },
  ] as const;

/** A number of a pool's placement groups; a dash if the service did not report it. */
const counted = (groups: number | undefined, format: (value: number) => string = count): string =>
  groups === undefined ? '--' : format(groups);

/** The number of all placement groups of a pool, if it is known. */
const totalOf = ({ groups, total }: PlacementRow) =>
  ([groups.okay, groups.warn, groups.error].includes(undefined) ? groups.total : total) || undefined;

/** "3076 PGs: 2 error, 24 warn, 3050 ok" for the whole cluster, worst first. */
function totals(cockpit: Shown, placement: Placement): string {
  const { paint } = cockpit.look;
  if (placement.total === 0) return paint('dim', 'no placement groups known');
  const parts = [
    ...(placement.error > 0 ? [paint('error', `${count(placement.error)} error`)] : []),
    ...(placement.warn > 0 ? [paint('warn', `${count(placement.warn)} warn`)] : []),
    placement.isCounted ? `${count(placement.okay)} ok` : 'ok not known',
  ];
  return `${count(placement.total)} PGs: ${parts.join(', ')}`;
}

/** Placement groups by pool, worst first; shows whether and where client I/O is blocked. */
export const placementPane: Pane = listPane<PlacementRow>({
  id: 'placement',
  changing: ['pool'],
  reads: [resources.status, resources.pools],
  rows: (cockpit) => cockpit.facts.placement().rows,
  rowId: (row) => row.id,
  answers: ({ groups, pool }) =>
    knownAnswers([answered('getClusterStatus', groups), answered('listPools', pool)]),
  level: (row) => row.level,
  favourite: ({ poolId, poolName }) => ({ home: 'screen pools', scope: {}, row: `${poolId ?? poolName}` }),
  subjects: ({ id }) => [id],
  blamed: { parts: ({ poolName, poolId }) => poolParts(poolName, poolId) },
  fine: (rows) => `${plural(rows.length, 'pool')} fine`,
  trouble: ({ error, level }) => (error > 0 ? 'blocked' : level === 'unknown' ? 'not known' : 'not clean'),
  dated: resources.status,
  outdatedBy: ({ facts }) => facts.healing().countedAgo,
  empty: ({ cache }) =>
    cache.slot(resources.status).data?.placementGroups === undefined
      ? 'Not known: the placement groups could not be read yet.'
      : 'The cluster has no pools.',
  columns: [
    textColumn(
      { id: 'pool', title: 'POOL', flex: 2, min: 8, priority: 0, name: true },
      (row) => row.poolName,
      (row) => (row.level === 'ok' ? 'text' : levelRole(row.level)),
    ),
    {
      id: 'copies',
      title: 'SIZE',
      width: 6,
      priority: 5,
      cell: (row) => ({ text: row.redundancy, role: (row.spare ?? 1) <= 0 ? 'warn' : 'dim' }),
      value: (row) => row.size,
    },
    {
      id: 'total',
      title: 'TOTAL',
      width: 6,
      align: 'right',
      priority: 4,
      cell: (row) => ({ text: counted(totalOf(row)) }),
      value: (row) => row.total,
    },
    {
      id: 'okay',
      title: 'OK',
      width: 6,
      align: 'right',
      priority: 2,
      cell: (row) => ({ text: counted(row.groups.okay), role: row.level === 'ok' ? 'dim' : 'text' }),
      value: (row) => row.okay,
    },
    {
      id: 'warn',
      title: 'WARN',
      width: 5,
      align: 'right',
      priority: 1,
      cell: (row) => ({ text: counted(row.groups.warn), role: row.warn > 0 ? 'warn' : 'dim' }),
      value: (row) => row.warn,
    },
    {
      id: 'error',
      title: 'ERR',
      width: 5,
      align: 'right',
      // Never hidden: these cannot serve I/O.
      priority: 0,
      cell: (row) => ({ text: counted(row.groups.error), role: row.error > 0 ? 'error' : 'dim' }),
      value: (row) => row.error,
    },
    {
      id: 'bar',
      title: '',
      width: BAR,
      priority: 3,
      cell: (row, { look }) => ({
        painted: row.level === 'ok' || row.total === 0 ? '' : stackedBar(shares(row), BAR, look),
      }),
    },
  ],
  summary: (cockpit) => totals(cockpit, cockpit.facts.placement()),
  links: ({ poolName }) => [
    { label: `pool ${poolName}, to change it`, screen: 'pools', scope: {}, filter: `name:${poolName}` },
    { label: `details of pool ${poolName}`, screen: 'pool', scope: { pool: poolName } },
    { label: 'CRUSH rules', screen: 'crush-rules', scope: {} },
  ],
  measured: ({ poolName }) => [{ of: 'pool', subject: poolName }],
  describe: (cockpit, row) => ({
    title: `Pool ${row.poolName}`,
    facts: [
      ['placement groups', counted(totalOf(row), String)],
      ['okay', counted(row.groups.okay, String)],
      ['warn', counted(row.groups.warn, String)],
      ['error', counted(row.groups.error, String)],
      ['size / minimum', row.redundancy],
      ['copies that can be lost', row.spare === undefined ? '--' : String(row.spare)],
    ],
    text: [
      'okay: active+clean. warn: clients are served, but copies are missing or data is moving.',
      'error: clients of these placement groups wait, or data is damaged.',
    ],
  }),
});
