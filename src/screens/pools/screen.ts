import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { bytes, count, percent, rate } from '../../lib/format.ts';
import { poolParts } from '../../store/answers/blame.ts';
import { worseOf } from '../../store/answers/level.ts';
import { type PlacementRow, redundancy, selectPlacement } from '../../store/answers/placement.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import type { TrafficKind } from '../../store/answers/traffic.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { trafficSpark } from '../figures/trafficLine.ts';
import { levelRole } from '../levels.ts';
import { numberColumn, textColumn, type ColumnSpec } from '../list/columns.ts';
import { afterForm, listScreen, rowAction, screenAction } from '../list/screen.ts';
import { type Screen, showPane } from '../screen.ts';
import { deletePool, editPool, setPoolQuotas, enableOverwrites, protectPool } from './actions.ts';
import { poolDetails } from './details.ts';
import { erasurePool, replicatedPool } from './forms.ts';
import { poolPage } from './page.ts';
import { isUnlimited, quotaShare } from './quotas.ts';

const GROUP = 'Placement';

/** A pool with the name of its rule and the state of its placement groups. */
interface PoolRow {
  readonly pool: Pool;
  readonly name: string;
  readonly rule: string;
  readonly groups: PlacementRow | undefined;
}

const ruleName = (rules: readonly CrushRule[], { crushRule }: Pool): string =>
  rules.find(({ id }) => id === crushRule)?.name ?? (crushRule === undefined ? '' : `rule ${crushRule}`);

/** A pool's redundancy: "replicated 3", "EC 4+2". */
const kindOf = (pool: Pool): string =>
  pool.erasureCoding === true ? `EC ${redundancy(pool).split('/')[0]}` : `replicated ${pool.size ?? '--'}`;

/** "64 ok" if all placement groups are, otherwise the number of the worst. */
function stateOf({ groups, pool }: PoolRow): string {
  if (!groups) return '--';
  const aligned = (number: number) => String(number).padStart(3);
  if (groups.error > 0) return `${aligned(groups.error)} error`;
  if (groups.warn > 0) return `${aligned(groups.warn)} warn`;
  if (groups.groups.okay === undefined) return '--';
  return groups.okay < groups.total
    ? `${groups.okay}/${groups.total} ok`
    : `${aligned(pool.pgNum ?? groups.total)} ok`;
}

const onPool =
  <Result>(call: (pool: Pool, cockpit: Known & Shown) => Result) =>
  ({ pool }: PoolRow, _scope: unknown, cockpit: Known & Shown) =>
    call(pool, cockpit);

/** The row of a pool after a form was sent. */
function restores(row: PoolRow, values: Readonly<Record<string, unknown>>): PoolRow {
  const pool = afterForm(row.pool, values);
  return { ...row, pool, name: pool.name ?? row.name };
}

/** Columns of a pool's sparkline. */
const SPARK = 8;

/** The sparkline of client traffic in a pool over the last minutes. */
const sparkColumn = (kind: TrafficKind): ColumnSpec<PoolRow> => ({
  id: `${kind}-line`,
  title: '',
  width: SPARK,
  priority: 9,
  cell: ({ pool: { poolId } }, cockpit) => ({
    painted: poolId === undefined ? '' : trafficSpark(cockpit, { kind, poolId, columns: SPARK }),
  }),
});

const pools: Screen = listScreen<PoolRow>()({
  id: 'pools',
  names: ['pools'],
  group: GROUP,
  title: 'Pools',
  help: 'The pools with their redundancy, use and quotas; Enter shows all that is known of one',
  reads: () => ({ all: resources.pools, rules: resources.rules, status: resources.status }),
  rows({ all, rules, status }) {
    const groups = new Map(
      selectPlacement({ status, pools: all }).rows.map((row) => [row.poolId ?? row.poolName, row]),
    );
    const rows = all.map((pool): PoolRow => ({
      pool,
      name: pool.name ?? '',
      rule: ruleName(rules, pool),
      groups: groups.get(pool.poolId ?? '') ?? groups.get(pool.name ?? ''),
    }));
    return { rows };
  },
  rowId: ({ pool }) => String(pool.poolId ?? pool.name ?? ''),
  subjects: ({ pool: { poolId } }) => [`pool.${poolId}`],
  blamed: { parts: ({ name, pool }) => poolParts(name, pool.poolId) },
  live: true,
  level: ({ groups, pool }) =>
    worseOf(groups?.level ?? 'ok', (quotaShare(pool) ?? 0) >= NEAR_QUOTA ? 'warn' : 'ok'),
  columns: [
    textColumn({ id: 'name', title: 'POOL', flex: 1, min: 12, max: 40, priority: 0, name: true }),
    textColumn({ id: 'application', title: 'APP', width: 8, priority: 4 }, (row) => row.pool.application),
    textColumn({ id: 'redundancy', title: 'REDUNDANCY', width: 12, priority: 1 }, ({ pool }) => kindOf(pool)),
    numberColumn({ id: 'min', title: 'MIN', width: 3, priority: 5 }, ({ pool }) => pool.minSize),
    textColumn({ id: 'pgs', title: 'PGS', width: 10, priority: 2 }, stateOf, ({ groups }) =>
      groups && groups.level !== 'ok' ? levelRole(groups.level) : undefined,
    ),
    textColumn({ id: 'rule', title: 'RULE', flex: 1, min: 9, max: 32, priority: 6 }),
    numberColumn(
      { id: 'stored', title: 'STORED', width: 8, priority: 1 },
      ({ pool }) => pool.stats?.bytes,
      bytes,
    ),
    numberColumn(
      { id: 'objects', title: 'OBJECTS', width: 7, priority: 7 },
      ({ pool }) => pool.stats?.objects,
      count,
    ),
    {
      id: 'quota',
      title: 'QUOTA',
      width: 5,
      align: 'right',
      priority: 5,
      cell: ({ pool }) => {
        const share = quotaShare(pool);
        if (share !== undefined) return { text: percent(share) };
        return { text: isUnlimited(pool) ? 'none' : '--', role: 'dim' };
      },
      value: ({ pool }) => quotaShare(pool),
    },
    numberColumn(
      { id: 'ops', title: 'OPS/s', width: 6, priority: 3 },
      ({ pool }) => pool.stats && (pool.stats.readIops ?? 0) + (pool.stats.writeIops ?? 0),
      count,
    ),
    numberColumn(
      { id: 'read', title: 'READ', width: 11, priority: 8 },
      ({ pool }) => pool.stats?.readBytesPerSec,
      rate,
    ),
    sparkColumn('read'),
    numberColumn(
      { id: 'write', title: 'WRITE', width: 11, priority: 8 },
      ({ pool }) => pool.stats?.writeBytesPerSec,
      rate,
    ),
    sparkColumn('write'),
  ],
  empty: 'No pools. Press n to create a replicated one, N for an erasure-coded one.',
  answers: ({ pool }) => [answered('listPools', pool)],
  page: poolPage(kindOf),
  measured: ({ name }) => [{ of: 'pool', subject: name }],
  links: ({ pool, name, rule }) => [
    ...(pool.application === 'rbd'
      ? [
          {
            label: `block images of ${name}`,
            screen: 'images',
            scope: { pool: name },
            onPage: true as const,
          },
        ]
      : []),
    { label: `placement groups of ${name}`, go: (cockpit) => showPane(cockpit, 'placement', `pool:${name}`) },
    { label: `its CRUSH rule ${rule}`, screen: 'crush-rules', scope: {}, filter: `name:${rule}` },
    { label: `all fields of ${name}`, screen: 'pool', scope: { pool: name }, onPage: true },
  ],
  actions: [
    screenAction(
      'createPool',
      { id: 'create', keys: ['n'], label: 'new', help: 'Create a replicated pool' },
      (_scope, cockpit) => replicatedPool(cockpit),
    ),
    screenAction(
      'createPool',
      { id: 'create-ec', keys: ['N'], label: 'new EC', help: 'Create an erasure-coded pool' },
      (_scope, cockpit) => erasurePool(cockpit),
    ),
    rowAction(
      'updatePool',
      { id: 'edit', keys: ['e'], label: 'edit', help: 'Change the pool: size, rule, groups ...', restores },
      onPool(editPool),
    ),
    rowAction(
      'updatePool',
      { id: 'quota', keys: ['Q'], label: 'quotas', help: 'Set the quotas of the pool', restores },
      onPool(setPoolQuotas),
    ),
    rowAction(
      'updatePool',
      { id: 'protect', keys: ['p'], label: 'protect', help: 'Protect the pool from deletion' },
      onPool(protectPool(true)),
    ),
    rowAction(
      'updatePool',
      { id: 'unprotect', keys: ['u'], label: 'unprotect', help: 'Lift the protection from deletion' },
      onPool(protectPool(false)),
    ),
    rowAction(
      'enableErasureOverwrites',
      {
        id: 'overwrites',
        keys: ['W'],
        label: 'overwrites',
        help: 'Allow overwrites in the pool',
        refused: ({ pool, name }) =>
          pool.erasureCoding !== true
            ? `${name} is replicated: it can be overwritten anyway`
            : pool.erasureCodingOverwriteSupportMissing === false
              ? `${name} can be overwritten already`
              : undefined,
      },
      onPool(enableOverwrites),
    ),
    rowAction(
      'deletePool',
      { id: 'delete', keys: ['D'], label: 'delete', help: 'Delete the pool and all data in it' },
      onPool(deletePool),
    ),
    rowAction(
      'deletePoolByPost',
      {
        id: 'delete-by-post',
        keys: ['X'],
        label: 'delete by POST',
        help: 'Delete it by POST, where DELETE fails',
      },
      onPool(deletePool),
    ),
  ],
});

/** The used share of a quota at or above which a pool counts as a problem. */
const NEAR_QUOTA = 0.9;

export const poolScreens: readonly Screen[] = [pools, poolDetails];
