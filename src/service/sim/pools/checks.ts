import { Refusal } from '../../engine.ts';
import {
  poolInUse,
  refuseNewPool,
  refusePoolRule,
  refusePoolUpdate,
  type NewPool,
  type PoolUpdate,
  type PresentPool,
} from '../../rules/pools.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { SimCrushRule } from '../crush/rules.ts';
import type { Model } from '../model/model.ts';
import { isErasure, NO_LOAD, type SimPool, type PoolSpec } from './pool.ts';

/** osd_pool_default_size. */
export const DEFAULT_SIZE = 3;
/** osd_pool_default_pg_num. */
const DEFAULT_PG_NUM = 32;
/** Maximum copies of a replicated pool (max_size of its rules), and maximum groups of a pool (mon_max_pool_pg_num). */
const [MAX_COPIES, MAX_GROUPS] = [10, 65_536];

/**
 * The requested pool, with defaults for missing settings.
 * @throws Refusal 400, 409
 */
export function newPool(model: Model, body: NewPool): PoolSpec {
  const { name, application = '', description = '', erasureCoding = false, unprotect } = body;
  const shards = shardsOf(body);
  enforce(refuseNewPool({ ...body, size: body.size ?? shards.size }, namesOf(model)));
  const defaultMinSize = erasureCoding
    ? shards.dataShards + Math.min(1, shards.size - shards.dataShards - 1)
    : shards.size - Math.floor(shards.size / 2);
  const minSize = body.minSize || defaultMinSize;
  const pgNum = body.pgNum ?? DEFAULT_PG_NUM;
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

function shardsOf({ erasureCoding, dataChunks = 0, parityChunks = 0, size = DEFAULT_SIZE }: NewPool): Shards {
  if (erasureCoding) return { size: dataChunks + parityChunks, dataShards: dataChunks };
  requireCopies(size);
  return { size, dataShards: 1 };
}

function requireCopies(size: number): void {
  if (size < 1 || size > MAX_COPIES) throw new Refusal(400, `size must be 2 to ${MAX_COPIES} copies`);
}

const namesOf = ({ pools }: Model): string[] => pools.map(({ name }) => name);

/** Refuses too many placement groups, as the monitors do: they cost the OSDs memory and make peering slow. */
function requirePgNum({ pools, osds, settings }: Model, pgNum: number, size: number, ownShards = 0): void {
  if (pgNum < 1 || pgNum > MAX_GROUPS) throw new Refusal(400, `pgNum must be 1 to ${MAX_GROUPS}`);
  const others = pools.reduce((sum, pool) => sum + pool.pgNum * pool.size, -ownShards);
  const total = others + pgNum * size;
  const inside = osds.filter((osd) => osd.in).length;
  const most = inside * settings.maxPgPerOsd;
  if (pgNum * size > ownShards && total > most) {
    throw new Refusal(
      400,
      `pgNum ${pgNum} with size ${size} would mean ${total} placement groups on ${inside} OSDs, more than ${most} (mon_max_pg_per_osd ${settings.maxPgPerOsd}): choose fewer`,
    );
  }
}

/** The rule with this id or, without an id, the first rule for this kind of pool. */
function ruleFor({ rules }: Model, id: number | undefined, erasure: boolean): SimCrushRule {
  const rule = rules.find((candidate) =>
    id === undefined ? candidate.erasure === erasure : candidate.id === id,
  );
  if (id !== undefined)
    enforce(refusePoolRule(id, rule && { name: rule.name, erasureCoding: rule.erasure }, erasure));
  if (rule !== undefined) return rule;
  const kind = erasure ? 'erasure-coded' : 'replicated';
  throw new Refusal(400, `there is no CRUSH rule for ${kind} pools: create one first`);
}

/** The settings of a pool to be changed; a missing one keeps its value. */
export interface PoolChange {
  readonly rule?: SimCrushRule;
  readonly size?: number;
  readonly minSize?: number;
  readonly pgNum?: number;
}

/**
 * Checks all parts of a change before any of it is made.
 * @throws Refusal 400, 409
 */
export function checkUpdate(model: Model, pool: SimPool, body: PoolUpdate): PoolChange {
  const { name, size = pool.size, minSize, pgNum = pool.pgNumWanted, crushRule, application } = body;
  const erasure = isErasure(pool);
  if (name !== undefined && name !== pool.name) requireRenamable(pool);
  enforce(refusePoolUpdate(body, present(pool), namesOf(model)));
  if (!erasure && size !== pool.size) requireCopies(size);
  requirePgNum(model, pgNum, size, pool.pgNum * pool.size);
  const wanted = application ?? pool.application;
  if (wanted !== pool.application && pool.application !== '' && pool.objects > 0)
    throw refusal(poolInUse(pool.name, pool.application, wanted));
  return {
    ...(crushRule !== undefined && { rule: ruleFor(model, crushRule, erasure) }),
    ...(size !== pool.size && { size }),
    minSize: minSize ?? Math.min(pool.minSize, size),
    ...(pgNum !== pool.pgNumWanted && { pgNum }),
  };
}

const present = (pool: SimPool): PresentPool => {
  const erasureCoding = isErasure(pool);
  const dataChunks = erasureCoding ? pool.dataShards : 0;
  const parityChunks = erasureCoding ? pool.size - pool.dataShards : 0;
  return { name: pool.name, size: pool.size, erasureCoding, dataChunks, parityChunks };
};

/** Refuses to rename the filesystem's pools, which it finds by name. */
function requireRenamable(pool: SimPool): void {
  if (pool.application === 'storefs' && pool.objects > 0)
    throw new Refusal(409, `the pool ${pool.name} is in use by the filesystem and cannot be renamed`);
}
