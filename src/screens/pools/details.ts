import type { CrushRule } from '../../api/contract/crush.ts';
import { fields } from '../../lib/untyped.ts';
import { answered } from '../../store/answers/rowAnswers.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { fieldWords, valueWords } from '../description/valueLines.ts';
import { textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { type Screen, showPane } from '../screen.ts';

/** A scalar value in a pool's details, with the names of the fields that lead to it. */
interface PoolDetail {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Its name in words, if the field names do not give it. */
  readonly words?: string;
  /** The name of the object that a number identifies. */
  readonly meant?: string | undefined;
  /** The state that a number of placement groups is in. */
  readonly state?: string;
}

/** Values nested more deeply are shown as JSON. */
const DEEPEST = 6;

/** All scalar values of an answer without a fixed shape, with the field names that lead to them. */
function flatten(value: unknown, path: readonly string[] = []): PoolDetail[] {
  const below = Array.isArray(value) ? value : fields(value);
  const { state_name: state, count } = fields(value) ?? {};
  if (path.at(-2) === 'pgs_by_state' && typeof state === 'string' && typeof count === 'number')
    return [{ path, value: count, words: 'PGs by state', state }];
  return below !== undefined && path.length < DEEPEST
    ? Object.entries(below).flatMap(([name, item]) => flatten(item, [...path, name]))
    : [{ path, value }];
}

/** The field's path in Ceph's spelling. */
const fieldOf = ({ path }: PoolDetail): string => path.join('.') || 'value';

/** Words for fields whose names need explaining. */
const WORDS: Readonly<Record<string, string>> = {
  pool_id: 'id',
  pool: 'id',
  pool_name: 'name',
  flags_names: 'flags',
  flags: 'flags as a number',
  type: 'kind',
  size: 'copies or chunks',
  min_size: 'needed for I/O',
  crush_rule: 'CRUSH rule',
  pg_num: 'placement groups',
  pg_num_target: 'PGs wanted',
  pg_placement_num: 'PGs for placement',
  pg_placement_num_target: 'PGs for placement wanted',
  pg_autoscale_mode: 'PG autoscaler',
  pgs_by_state: 'PGs by state',
  quota_max_bytes: 'most bytes',
  quota_max_objects: 'most objects',
  state_name: 'state',
  auid: 'owner id',
};

/** A part of a path in words; array items are counted from 1. */
const partWords = (name: string): string =>
  WORDS[name] ?? (/^\d+$/.test(name) ? `${Number(name) + 1}` : fieldWords(name));

const nameOf = ({ path, words }: PoolDetail): string => words ?? (path.map(partWords).join(', ') || 'value');

/** Adds the name of the CRUSH rule to its number. */
const withRule = (details: readonly PoolDetail[], rules: readonly CrushRule[] = []): readonly PoolDetail[] =>
  details.map((detail) =>
    fieldOf(detail) === 'crush_rule'
      ? { ...detail, meant: rules.find(({ id }) => id === detail.value)?.name }
      : detail,
  );

const KINDS: Readonly<Record<string, string>> = { 1: 'replicated', 3: 'erasure-coded' };

/** A value in words, with its unit. */
function textOf(
  cockpit: Parameters<typeof valueWords>[0],
  { path, value, meant, state }: PoolDetail,
): string {
  const name = path.at(-1) ?? '';
  if (state !== undefined) return `${String(value)} ${state}`;
  if (meant !== undefined) return `${meant} (${String(value)})`;
  if (path.length === 1 && name === 'type') return KINDS[String(value)] ?? String(value);
  if (name.startsWith('quota_max_') && value === 0) return 'no quota';
  return valueWords(cockpit, name, value);
}

/** All details of a pool, including those that the console has no other use for. */
export const poolDetails: Screen = listScreen<PoolDetail>()({
  id: 'pool',
  names: ['pool'],
  needs: ['pool'],
  group: 'Placement',
  title: 'Pool details',
  help: 'Everything that the storage software reports about a pool',
  reads: ({ scope: { pool = '' } }) => ({
    all: resource('getPoolDetails', { params: { name: pool } }),
    rules: optionally(resources.rules),
  }),
  rows: ({ all, rules }) => ({
    rows: withRule(flatten(all), rules),
    answers: [answered('getPoolDetails', all)],
  }),
  rowId: fieldOf,
  answers: 'whole',
  columns: [
    textColumn(
      { id: 'name', title: 'WHAT', words: '', flex: 1, min: 28, max: 48, priority: 0, name: true },
      nameOf,
    ),
    textColumn({ id: 'value', title: 'VALUE', flex: 2, min: 16, priority: 0 }, (row, cockpit) =>
      textOf(cockpit, row),
    ),
    textColumn({ id: 'field', title: 'FIELD', flex: 1, min: 24, max: 48, priority: 1 }, fieldOf),
  ],
  page: { title: (row, _cockpit, { pool = '' }) => `Pool ${pool}: ${nameOf(row)}` },
  isText: true,
  empty: 'The service says nothing more about this pool.',
  links: (_row, { pool = '' }) => [
    { label: `block images of ${pool}`, screen: 'images', scope: { pool } },
    { label: `placement groups of ${pool}`, go: (cockpit) => showPane(cockpit, 'placement', `pool:${pool}`) },
    { label: 'all pools', screen: 'pools', scope: {}, filter: `name:${pool}` },
  ],
});
