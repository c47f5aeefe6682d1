import type { Input } from '../../api/contract/index.ts';
import { Refusal } from '../engine.ts';
import type { CrushRule } from './crushRules.ts';
import type { Model } from './model.ts';
import { isErasure, NO_LOAD, type Pool, type PoolSpec } from './pools.ts';

type NewPool = Input<'createPool'>['body'];
type PoolUpdate = Input<'updatePool'>['body'];

/** osd_pool_default_size. */
export const USUAL_SIZE = 3;
/** osd_pool_default_pg_num. */
const USUAL_PG_NUM = 32;
/** Most copies of a replicated pool (max_size of its rules), and most groups of a pool (mon_max_pool_pg_num). */
const [MOST_COPIES, MOST_GROUPS] = [10, 65_536];
/** What Ceph's command line takes as the name of a pool. */
const NAME = /^[A-Za-z0-9_.-]+$/;

/**
 * The pool that is asked for, with what was left to the cluster.
 * @throws Refusal 400, 409
 */
export function newPool(model: Model, body: NewPool): PoolSpec {
  const { name, application = '', description = '', erasureCoding = false, unprotect } = body;
  requireName(model, name);
  requireWord('application', application);
  const shards = erasureCoding ? chunks(body) : copies(body);
  const usual = erasureCoding
    ? shards.dataShards + Math.min(1, shards.size - shards.dataShards - 1)
    : shards.size - Math.floor(shards.size / 2);
  const minSize = body.minSize || usual;
  requireMinSize(minSize, shards);
  const pgNum = body.pgNum ?? USUAL_PG_NUM;
  requirePgNum(model, pgNum, shards.size);
  return {
    id: model.lastPoolId + 1,
    name,
    application,
    description,
    rule: ruleFor(model, body.crushRule, erasureCoding),
    ...shards,
    minSize,
    pgNum,
    bytes: 0,
    objects: 0,
    load: NO_LOAD,
    protected: unprotect === false,
  };
}

interface Shards {
  readonly size: number;
  readonly dataShards: number;
}

function chunks({ dataChunks = 0, parityChunks = 0, size }: NewPool): Shards {
  if (dataChunks < 2 || parityChunks < 1)
    throw new Refusal(400, 'an erasure-coded pool needs dataChunks, 2 or more, and parityChunks, 1 or more');
  const total = dataChunks + parityChunks;
  if (size !== undefined && size !== total)
    throw new Refusal(
      400,
      `the size of an erasure-coded pool is dataChunks + parityChunks, here ${total}: leave size out`,
    );
  return { size: total, dataShards: dataChunks };
}

function copies({ dataChunks, parityChunks, fastRead, size = USUAL_SIZE }: NewPool): Shards {
  if (dataChunks || parityChunks)
    throw new Refusal(
      400,
      'dataChunks and parityChunks are for erasure-coded pools: set erasureCoding, or leave them out',
    );
  if (fastRead) throw new Refusal(400, 'fastRead is for erasure-coded pools: leave it out');
  requireCopies(size);
  return { size, dataShards: 1 };
}

function requireCopies(size: number): void {
  if (size === 1)
    throw new Refusal(
      400,
      'one copy is no redundancy, and the first broken disk would lose data: size must be 2 or more',
    );
  if (size < 1 || size > MOST_COPIES) throw new Refusal(400, `size must be 2 to ${MOST_COPIES} copies`);
}

function requireMinSize(minSize: number, { size, dataShards }: Shards): void {
  if (minSize < dataShards || minSize > size) {
    const what = dataShards > 1 ? 'chunks' : 'copies';
    throw new Refusal(400, `minSize must be ${dataShards} to ${size} ${what} for this pool, not ${minSize}`);
  }
}

function requireName({ pools }: Model, name: string): void {
  requireWord('name', name);
  if (pools.some((pool) => pool.name === name))
    throw new Refusal(409, `there is a pool named ${name} already: choose another name`);
}

function requireWord(field: string, value: string): void {
  if (value !== '' && !NAME.test(value))
    throw new Refusal(
      400,
      `${field} ${JSON.stringify(value)} can only have letters, digits, _, . and - in it`,
    );
}

/** Too many placement groups cost the OSDs memory and long peering, so the monitors refuse them. */
function requirePgNum({ pools, osds, settings }: Model, pgNum: number, size: number, before = 0): void {
  if (pgNum < 1 || pgNum > MOST_GROUPS) throw new Refusal(400, `pgNum must be 1 to ${MOST_GROUPS}`);
  const others = pools.reduce((sum, pool) => sum + pool.pgNum * pool.size, -before);
  const total = others + pgNum * size;
  const inside = osds.filter((osd) => osd.in).length;
  const most = inside * settings.maxPgPerOsd;
  if (pgNum * size > before && total > most) {
    throw new Refusal(
      400,
      `pgNum ${pgNum} with size ${size} would mean ${total} placement groups on ${inside} OSDs, more than ${most} (mon_max_pg_per_osd ${settings.maxPgPerOsd}): ask for fewer`,
    );
  }
}

/** The rule of that id, or the first of its kind. */
function ruleFor({ rules }: Model, id: number | undefined, erasure: boolean): CrushRule {
  const kind = erasure ? 'erasure-coded' : 'replicated';
  const rule = rules.find((candidate) =>
    id === undefined ? candidate.erasure === erasure : candidate.id === id,
  );
  if (rule === undefined) {
    throw new Refusal(
      400,
      id === undefined
        ? `there is no CRUSH rule for ${kind} pools: create one first`
        : `there is no CRUSH rule ${id}: list the rules to see which there are`,
    );
  }
  if (rule.erasure !== erasure)
    throw new Refusal(400, `the CRUSH rule ${rule.name} is not for ${kind} pools: choose another one`);
  return rule;
}

/** What of a pool is to change; what is left out, or is as it was, stays. */
export interface PoolChange {
  readonly rule?: CrushRule;
  readonly size?: number;
  readonly minSize?: number;
  readonly pgNum?: number;
}

/**
 * Checks a change as a whole, before any of it is made.
 * @throws Refusal 400, 409
 */
export function checkUpdate(model: Model, pool: Pool, body: PoolUpdate): PoolChange {
  const { name, size = pool.size, minSize, pgNum = pool.pgNumWanted, crushRule, application } = body;
  const erasure = isErasure(pool);
  if (name !== undefined && name !== pool.name) requireRenamable(model, pool, name);
  requireSameChunks(pool, body);
  if (body.fastRead === true && !erasure)
    throw new Refusal(400, 'fastRead is for erasure-coded pools: leave it out');
  if (!erasure && size !== pool.size) requireCopies(size);
  requireMinSize(minSize ?? Math.min(pool.minSize, size), { size, dataShards: pool.dataShards });
  requirePgNum(model, pgNum, size, pool.pgNum * pool.size);
  if (application !== undefined && application !== pool.application) {
    requireWord('application', application);
    if (pool.application !== '' && pool.objects > 0)
      throw new Refusal(
        409,
        `the pool ${pool.name} is in use for ${pool.application}: make a new pool for ${application}`,
      );
  }
  return {
    ...(crushRule !== undefined && { rule: ruleFor(model, crushRule, erasure) }),
    ...(size !== pool.size && { size }),
    minSize: minSize ?? Math.min(pool.minSize, size),
    ...(pgNum !== pool.pgNumWanted && { pgNum }),
  };
}

function requireSameChunks(pool: Pool, { erasureCoding, dataChunks, parityChunks, size }: PoolUpdate): void {
  const erasure = isErasure(pool);
  if (erasureCoding !== undefined && erasureCoding !== erasure)
    throw new Refusal(400, 'a pool stays replicated or erasure-coded for good: make a new pool instead');
  const before = erasure ? [pool.dataShards, pool.size - pool.dataShards] : [0, 0];
  if ((dataChunks ?? before[0]) !== before[0] || (parityChunks ?? before[1]) !== before[1])
    throw new Refusal(400, 'the chunks of a pool cannot be changed: make a new pool instead');
  if (erasure && size !== undefined && size !== pool.size)
    throw new Refusal(400, 'the size of an erasure-coded pool cannot be changed: make a new pool instead');
}

/** The filesystem finds its pools by their names. */
function requireRenamable(model: Model, pool: Pool, name: string): void {
  requireName(model, name);
  if (pool.application === 'storefs' && pool.objects > 0)
    throw new Refusal(409, `the pool ${pool.name} is in use by the filesystem and keeps its name`);
}
