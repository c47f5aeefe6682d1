import type { Pool } from '../../api/contract/pools.ts';
import type { RawInput } from '../../api/transport.ts';
import { bytes } from '../../lib/format.ts';
import type { UntypedObject } from '../../lib/untyped.ts';
import { NO_CHANGE } from '../../store/action/plan.ts';
import { type PreflightCheck, degraded, ok, warn } from '../../store/answers/preflight.ts';
import { optionally, resource } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import { currentData } from '../../store/cache/slot.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type CallOf, callPlan, type FieldChanges } from '../action/call.ts';
import { checkInput } from '../action/checkInput.ts';
import { countField, exactSize, readOptionalCephName, sizeField } from '../fields/readers.ts';
import {
  checkPoolChange,
  checkPoolDeletion,
  type PoolKnowledge,
  type WantedPool,
  protection,
} from './checks.ts';
import {
  applicationField,
  NEEDS,
  poolCommand,
  type PoolFormValues,
  REFRESHES,
  ruleField,
  settingCommands,
  wantedPoolOf,
} from './forms.ts';
import { quotaText } from './quotas.ts';

const quotaFields = (pool?: Pool): FieldChanges<'updatePool'> => ({
  'body.quotaMaxBytes': {
    ...sizeField('quota in bytes', false),
    hint: 'a size, such as 10T; 0 is unlimited',
    initial: pool?.quotaMaxBytes === undefined ? '' : exactSize(pool.quotaMaxBytes),
  },
  'body.quotaMaxObjects': {
    ...countField('quota in objects', 'a number of objects, such as 1.5M; 0 is unlimited'),
    initial: String(pool?.quotaMaxObjects ?? ''),
  },
});

/** The fields whose values differ from those of the pool. */
function changedFields(pool: Pool, values: PoolFormValues): WantedPool {
  const now: UntypedObject = { ...pool };
  const differs = ([name, value]: [string, unknown]) =>
    value !== (now[name] ?? (value === '' ? '' : undefined));
  return Object.fromEntries(Object.entries(wantedPoolOf(values)).filter(differs));
}

const onlyChanged =
  (pool: Pool) =>
  (input: RawInput, values: PoolFormValues): RawInput => ({ ...input, body: changedFields(pool, values) });

/** The parts that all calls about a pool have in common. */
const onPool = (pool: Pool, cockpit: Known) => ({
  target: pool.name ?? '',
  input: { params: { name: pool.name ?? '' } },
  refreshes: REFRESHES,
  stillThere: () =>
    (cockpit.cache.slot(resources.pools).data ?? []).some(
      ({ poolId, name }) => poolId === pool.poolId && name === pool.name,
    ),
});

/** The fields that can be changed. The size of an erasure-coded pool is fixed, and a replicated one has no fast read. */
const EDITED = [
  'body.name',
  'body.description',
  'body.size',
  'body.minSize',
  'body.pgNum',
  'body.crushRule',
  'body.application',
  'body.fastRead',
] as const;

/** Changes the settings of a pool. */
export function editPool(pool: Pool, cockpit: Known & Shown): CallOf<'updatePool'> {
  const erasure = pool.erasureCoding === true;
  const fixed = erasure ? 'body.size' : 'body.fastRead';
  const initial = (value: string | number | undefined) => ({ initial: String(value ?? '') });
  return {
    ...onPool(pool, cockpit),
    title: `Change pool ${pool.name}`,
    ask: EDITED.filter((name) => name !== fixed),
    freshFields: (): FieldChanges<'updatePool'> => ({
      'body.name': { label: 'name', ...initial(pool.name), read: readOptionalCephName(pool.name) },
      'body.description': {
        label: 'description',
        ...initial(pool.description),
        read: (value) => ({ value }),
      },
      'body.size': { label: 'size', hint: 'copies', ...initial(pool.size) },
      'body.minSize': { label: 'min size', ...initial(pool.minSize) },
      'body.pgNum': { label: 'placement groups', hint: 'a power of two', ...initial(pool.pgNum) },
      'body.crushRule': ruleField(cockpit, erasure, pool.crushRule),
      'body.application': applicationField(cockpit, pool.application),
      'body.fastRead': { label: 'fast read', initial: pool.fastRead === true ? 'true' : 'false' },
    }),
    effect: 'Only changes are sent. A new size, rule or number of placement groups moves data.',
    undo: `change it back: size ${pool.size ?? '--'}, min size ${pool.minSize ?? '--'}, ${pool.pgNum ?? '--'} placement groups`,
    cli: (values) => settingCommands(cockpit, pool.name, changedFields(pool, values)).join('; '),
    checks: (values) => checkPoolChange(pool, changedFields(pool, values), checkInput(cockpit)),
    finish: onlyChanged(pool),
    needs: NEEDS,
  };
}

/** A pool's details for its checks; missing if the service refuses them. */
const detailsOf = ({ name = '' }: Pool) => optionally(resource('getPoolDetails', { params: { name } }));

/** True if a pool is protected from deletion; undefined if that could not be read. */
function isProtected(cockpit: Known, pool: Pool): boolean | undefined {
  const details = currentData(cockpit.cache.slot(detailsOf(pool)));
  return details === undefined ? undefined : protection(details);
}

const quotaWords = ({ quotaMaxBytes, quotaMaxObjects }: Pool): string =>
  `${quotaText(quotaMaxBytes, bytes)} in bytes, ${quotaText(quotaMaxObjects, String)} in objects`;

/** Sets the quotas of a pool. */
export const setPoolQuotas = (pool: Pool, cockpit: Known): CallOf<'updatePool'> => ({
  ...onPool(pool, cockpit),
  title: `Set the quotas of pool ${pool.name}`,
  ask: ['body.quotaMaxBytes', 'body.quotaMaxObjects'],
  fields: quotaFields(pool),
  effect: 'When a quota is reached, writes to the pool fail until it is raised or data is deleted.',
  undo: `set them back: ${quotaWords(pool)}`,
  cli: ({ 'body.quotaMaxBytes': most, 'body.quotaMaxObjects': objects }) =>
    [
      ...(most === undefined ? [] : [poolCommand('set-quota', pool.name, 'max_bytes', most)]),
      ...(objects === undefined ? [] : [poolCommand('set-quota', pool.name, 'max_objects', objects)]),
    ].join('; '),
  checks: ({ 'body.quotaMaxBytes': most, 'body.quotaMaxObjects': objects }) => {
    const { stats } = pool;
    const found: PreflightCheck[] = [];
    if (most !== undefined && most > 0 && most <= (stats?.bytes ?? 0))
      found.push(warn(`it stores ${bytes(stats?.bytes)} already: writes stop at once`));
    if (objects !== undefined && objects > 0 && objects <= (stats?.objects ?? 0))
      found.push(warn(`it holds ${stats?.objects} objects already: writes stop at once`));
    return found.length > 0 ? found : [ok(`it stores ${bytes(stats?.bytes)} now`)];
  },
  needs: NEEDS,
});

/** Protects a pool from deletion, or lifts the protection. */
export const protectPool =
  (wanted: boolean) =>
  (pool: Pool, cockpit: Known & Shown): CallOf<'updatePool'> => {
    const common = onPool(pool, cockpit);
    return {
      ...common,
      title: `${wanted ? 'Protect' : 'Unprotect'} pool ${pool.name}`,
      input: { ...common.input, body: { unprotect: !wanted } },
      ask: [],
      effect: wanted
        ? 'The pool cannot be deleted until it is unprotected. Nothing else changes.'
        : 'The pool can be deleted from then on. Nothing else changes.',
      undo: wanted ? 'unprotect it' : 'protect it again',
      inverse() {
        const before = isProtected(cockpit, pool);
        if (before === wanted) return NO_CHANGE;
        return before === undefined
          ? undefined
          : () => callPlan(cockpit, { ...protectPool(!wanted)(pool, cockpit), operation: 'updatePool' });
      },
      cli: () => poolCommand('set', pool.name, 'nodelete', wanted),
      needs: [resources.pools, detailsOf(pool)],
    };
  };

/** Enables overwrites in an erasure-coded pool. */
export const enableOverwrites = (pool: Pool, cockpit: Known & Shown): CallOf<'enableErasureOverwrites'> => ({
  ...onPool(pool, cockpit),
  title: `Enable overwrites in pool ${pool.name}`,
  effect: 'Block images and files can then keep their data in the pool. All its OSDs must be BlueStore.',
  undo: 'none: it cannot be switched off again',
  cli: () => poolCommand('set', pool.name, 'allow_ec_overwrites', true),
  checks: () => degraded(checkInput(cockpit)),
  needs: NEEDS,
});

/** The most images that are named before a pool is deleted. */
const MAX_NAMED = 20;

/** The first images of an RBD pool. */
const imagesOf = ({ name = '' }: Pool) =>
  optionally(resource('listImages', { params: { pool: name }, query: { limit: MAX_NAMED } }));

/** The data about a pool that its row lacks. */
function poolKnowledge(cockpit: Known, pool: Pool): PoolKnowledge {
  const page = currentData(cockpit.cache.slot(imagesOf(pool)));
  const all = page?.data ?? [];
  return {
    isProtected: isProtected(cockpit, pool),
    images: page && { count: page.totalElements ?? all.length, names: all.map(({ name = '' }) => name) },
  };
}

/** Deletes a pool; its images and its protection are read when the dialog opens. */
export function deletePool(pool: Pool, cockpit: Known & Shown): CallOf<'deletePool'> {
  const { name = '', poolId } = pool;
  const common = onPool(pool, cockpit);
  return {
    ...common,
    title: `Delete pool ${name}`,
    input: { ...common.input, body: { name, ...(poolId === undefined ? {} : { poolId }) } },
    ask: [],
    effect: 'Deletes the pool with everything that is in it.',
    undo: 'none: the data is gone',
    cli: () => poolCommand('delete', name, name, '--yes-i-really-really-mean-it'),
    checks: () => checkPoolDeletion(pool, poolKnowledge(cockpit, pool), checkInput(cockpit)),
    needs: [...NEEDS, detailsOf(pool), ...(pool.application === 'rbd' ? [imagesOf(pool)] : [])],
  };
}
