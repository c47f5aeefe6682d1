import { POOL_APPLICATIONS } from '../../api/contract/pools.ts';
import { commandLine } from '../../lib/shell.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { CallOf, FieldChange, FieldChanges } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import type { FormValues } from '../action/formValues.ts';
import { valueText } from '../action/valueText.ts';
import { numbered, words } from '../choices/source.ts';
import { readCephName } from '../fields/readers.ts';
import { checkNewPool, type WantedPool } from './checks.ts';

/** The values of a form that creates or changes a pool. */
export type PoolFormValues = FormValues<'createPool'> | FormValues<'updatePool'>;

/** The resources that pool checks need, and those that a change of a pool affects. */
export const NEEDS = [
  resources.status,
  resources.pools,
  resources.crush,
  resources.rules,
  resources.tasks,
] as const;
export const REFRESHES = [resources.pools, resources.status, resources.health] as const;

/** A field for a CRUSH rule, given by name or id. */
export function ruleField(cockpit: Known, erasure: boolean, now?: number): FieldChange {
  const rules = () => cockpit.cache.slot(resources.rules).data ?? [];
  const fittingOf = () =>
    rules().filter(({ type }) => type === undefined || (type === 'ERASURE') === erasure);
  const names = fittingOf()
    .map(({ name }) => name)
    .join(', ');
  return {
    label: 'CRUSH rule',
    hint: `name or id of a rule for ${erasure ? 'erasure-coded' : 'replicated'} pools`,
    choices: () => ({ all: numbered(fittingOf()) }),
    initial: now === undefined ? '' : (rules().find(({ id }) => id === now)?.name ?? String(now)),
    read: (text) => {
      if (text === '') return { value: undefined };
      const rule = rules().find(({ name, id }) => name === text || String(id) === text);
      if (rule?.id !== undefined) return { value: rule.id };
      return rules().length === 0 && /^\d+$/.test(text)
        ? { value: Number(text) }
        : { problem: `There is no CRUSH rule ${text}${names === '' ? '' : `: type one of ${names}`}.` };
    },
  };
}

/** A field for a pool's application: one of Ceph's, or one that some pool has already; `now` is the pool's own. */
export function applicationField(cockpit: Known, now?: string): FieldChange {
  const known = () =>
    words([
      ...POOL_APPLICATIONS,
      now,
      ...(cockpit.cache.slot(resources.pools).data ?? []).map(({ application }) => application),
    ]);
  return {
    hint: 'what uses the pool: block images, the filesystem, the object store',
    initial: now ?? '',
    choices: () => ({ all: known(), words: true }),
    read: (text) => {
      if (text === '') return { value: undefined };
      const all = known().map((choice) => choice.text);
      return all.includes(text)
        ? { value: text }
        : { problem: `There is no application ${text}: choose ${all.join(', ')}.` };
    },
  };
}

/** The values of a form without the `body.` in their names. */
export const wantedPoolOf = (values: PoolFormValues): WantedPool =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replace('body.', ''), value]),
  );

const NAMED = {
  'body.name': { label: 'name', hint: 'letters, digits, _ . -', read: readCephName },
} as const satisfies FieldChanges<'createPool'>;

/** A `ceph osd pool` command line. */
export const poolCommand = (...words: readonly unknown[]): string =>
  commandLine('ceph', 'osd', 'pool', ...words.map(valueText));

/** Ceph's names of the settings of a pool. */
const VARIABLES: Readonly<Record<string, string>> = {
  minSize: 'min_size',
  pgNum: 'pg_num',
  crushRule: 'crush_rule',
  fastRead: 'fast_read',
} satisfies Partial<Record<keyof WantedPool, string>>;

/**
 * The command lines that give a pool these settings, its new name last. The description is left out: Ceph has none.
 */
export function settingCommands(
  cockpit: Known,
  pool = '',
  { name, application, ...settings }: WantedPool,
): readonly string[] {
  const ruleName = (id: unknown) =>
    cockpit.cache.slot(resources.rules).data?.find((rule) => rule.id === id)?.name ?? id;
  return [
    ...Object.entries(settings)
      .filter(([key]) => key !== 'description')
      .map(([key, value]) =>
        poolCommand('set', pool, VARIABLES[key] ?? key, key === 'crushRule' ? ruleName(value) : value),
      ),
    ...(application
      ? [poolCommand('application', 'enable', pool, application === 'storefs' ? 'cephfs' : application)]
      : []),
    ...(name === undefined || name === pool ? [] : [poolCommand('rename', pool, name)]),
  ];
}

/** Creates a replicated pool. */
export const replicatedPool = (cockpit: Known & Shown): CallOf<'createPool'> => ({
  title: 'Create a replicated pool',
  target: 'the new pool',
  input: { body: { erasureCoding: false } },
  ask: [
    'body.name',
    'body.application',
    'body.size',
    'body.minSize',
    'body.pgNum',
    'body.crushRule',
    'body.description',
  ],
  freshFields: (): FieldChanges<'createPool'> => ({
    ...NAMED,
    'body.application': applicationField(cockpit),
    'body.size': { label: 'size', hint: 'copies; 3 is usual', initial: '3' },
    'body.minSize': { label: 'min size', hint: 'copies that must be there for I/O; empty: the usual' },
    'body.pgNum': { label: 'placement groups', hint: 'a power of two; empty: left to the cluster' },
    'body.crushRule': ruleField(cockpit, false),
  }),
  effect: 'Makes an empty pool that keeps whole copies of each object. Its placement groups peer at once.',
  undo: 'delete the pool while it is empty',
  cli(values) {
    const { name, pgNum = 32, ...settings } = wantedPoolOf(values);
    const create = poolCommand('create', name, pgNum, 'replicated');
    return [create, ...settingCommands(cockpit, name, settings)].join('; ');
  },
  checks: (values) => checkNewPool(wantedPoolOf(values), checkInput(cockpit)),
  needs: NEEDS,
  refreshes: REFRESHES,
});

/** Creates an erasure-coded pool. */
export const erasurePool = (cockpit: Known & Shown): CallOf<'createPool'> => ({
  title: 'Create an erasure-coded pool',
  target: 'the new pool',
  input: { body: { erasureCoding: true } },
  ask: [
    'body.name',
    'body.application',
    'body.dataChunks',
    'body.parityChunks',
    'body.minSize',
    'body.pgNum',
    'body.crushRule',
    'body.fastRead',
    'body.description',
  ],
  freshFields: (): FieldChanges<'createPool'> => ({
    ...NAMED,
    'body.application': applicationField(cockpit),
    'body.dataChunks': { label: 'data chunks (k)', hint: '2 or more', initial: '4', required: true },
    'body.parityChunks': {
      label: 'parity chunks (m)',
      hint: '1 or more; as many chunks can be lost',
      initial: '2',
      required: true,
    },
    'body.minSize': { label: 'min size', hint: 'chunks that must be there for I/O; empty: k + 1' },
    'body.pgNum': { label: 'placement groups', hint: 'a power of two; empty: left to the cluster' },
    'body.crushRule': ruleField(cockpit, true),
    'body.fastRead': { hint: 'read all chunks at once and take the first k' },
  }),
  effect:
    'Makes an empty pool that cuts each object into k data and m parity chunks. k and m cannot be changed later.',
  undo: 'delete the pool while it is empty',
  cli(values) {
    const { name, pgNum = 32, dataChunks: k, parityChunks: m, ...settings } = wantedPoolOf(values);
    const profile = `ec-${k}-${m}`;
    const set = commandLine('ceph', 'osd', 'erasure-code-profile', 'set', profile, `k=${k}`, `m=${m}`);
    const create = poolCommand('create', name, pgNum, 'erasure', profile);
    return [set, create, ...settingCommands(cockpit, name, settings)].join('; ');
  },
  checks: (values) => checkNewPool(wantedPoolOf(values), checkInput(cockpit)),
  needs: NEEDS,
  refreshes: REFRESHES,
});
