import type { Input } from '../../api/contract/index.ts';
import { refuseName } from './names.ts';
import { badRequest, conflict, notFound, unavailable, type Refused } from './refused.ts';

export type NewPool = Input<'createPool'>['body'];
export type PoolUpdate = Input<'updatePool'>['body'];

/** The properties of an existing pool that limit how it can be changed. The chunks of a replicated pool are 0. */
export interface PresentPool {
  readonly name: string;
  readonly size: number;
  readonly erasureCoding: boolean;
  readonly dataChunks: number;
  readonly parityChunks: number;
}

/** Refusal: no pool has this name. */
export const noPool = (name: string): Refused =>
  notFound(`there is no pool ${JSON.stringify(name)}: list the pools to see which exist`);

export const poolNameTaken = (name: string): Refused =>
  conflict(`a pool named ${name} already exists: choose another name`);

/** Refusal: a pool takes no writes, because one of its OSDs is full. `pool` names it in the sentence. */
export const poolFull = (pool: string): Refused =>
  unavailable(`${pool} is full: free or add space, then try again`);

const ONE_COPY = badRequest('with one copy, the first disk failure loses data: size must be 2 or more');
const FAST_READ = badRequest('fastRead is for erasure-coded pools: leave it out');

/** Refuses names that a pool or an application cannot have. */
const refuseNames = (name: string | undefined, application: string | undefined): Refused | undefined =>
  (name === undefined ? undefined : refuseName('a pool', name)) ??
  (application ? refuseName('an application', application) : undefined);

/** Refuses settings that a new pool cannot have in any cluster. `names` are the names of all pools. */
export function refuseNewPool(body: NewPool, names: readonly string[]): Refused | undefined {
  if (names.includes(body.name)) return poolNameTaken(body.name);
  return refuseNames(body.name, body.application) ?? refuseRedundancy(body);
}

/** Refuses a number of copies or chunks that a new pool cannot have. */
function refuseRedundancy(body: NewPool): Refused | undefined {
  const { dataChunks = 0, parityChunks = 0, size, minSize, erasureCoding = false, fastRead } = body;
  if (!erasureCoding) {
    if (dataChunks || parityChunks)
      return badRequest(
        'dataChunks and parityChunks are for erasure-coded pools: set erasureCoding, or leave them out',
      );
    if (fastRead) return FAST_READ;
    if (size === 1) return ONE_COPY;
    return size === undefined || !minSize ? undefined : refuseMinSize(minSize, { least: 1, size });
  }
  if (dataChunks < 2 || parityChunks < 1)
    return badRequest('an erasure-coded pool needs dataChunks, 2 or more, and parityChunks, 1 or more');
  const total = dataChunks + parityChunks;
  if (size !== undefined && size !== total)
    return badRequest(
      `the size of an erasure-coded pool is dataChunks + parityChunks, here ${total}: leave size out`,
    );
  return minSize ? refuseMinSize(minSize, { least: dataChunks, size: total }) : undefined;
}

/** Refuses a change that no existing pool can make. `names` are the names of all pools. */
export function refusePoolUpdate(
  body: PoolUpdate,
  pool: PresentPool,
  names: readonly string[],
): Refused | undefined {
  const { name = pool.name, size = pool.size, minSize, erasureCoding, dataChunks, parityChunks } = body;
  const isRenamed = name !== pool.name;
  if (isRenamed && names.includes(name)) return poolNameTaken(name);
  // A pool that was created elsewhere keeps its name, whatever characters it has.
  const badName = refuseNames(isRenamed ? name : undefined, body.application);
  if (badName) return badName;
  if (erasureCoding !== undefined && erasureCoding !== pool.erasureCoding)
    return badRequest('a pool cannot change between replicated and erasure-coded: create a new pool instead');
  const sameChunks =
    (dataChunks ?? pool.dataChunks) === pool.dataChunks &&
    (parityChunks ?? pool.parityChunks) === pool.parityChunks;
  if (!sameChunks) return badRequest('the chunks of a pool cannot be changed: create a new pool instead');
  if (body.fastRead === true && !pool.erasureCoding) return FAST_READ;
  if (size !== pool.size) {
    if (pool.erasureCoding)
      return badRequest('the size of an erasure-coded pool cannot be changed: create a new pool instead');
    if (size === 1) return ONE_COPY;
  }
  const least = Math.max(1, pool.dataChunks);
  return minSize === undefined ? undefined : refuseMinSize(minSize, { least, size });
}

function refuseMinSize(
  minSize: number,
  { least, size }: { readonly least: number; readonly size: number },
): Refused | undefined {
  if (minSize >= least && minSize <= size) return undefined;
  const what = least > 1 ? 'chunks' : 'copies';
  return badRequest(`minSize must be ${least} to ${size} ${what} for this pool, not ${minSize}`);
}

/** Refuses a CRUSH rule that does not exist, or that is for another kind of pool. */
export function refusePoolRule(
  id: number,
  rule: { readonly name: string; readonly erasureCoding: boolean } | undefined,
  erasureCoding: boolean,
): Refused | undefined {
  if (rule === undefined)
    return badRequest(`there is no CRUSH rule ${id}: list the rules to see which exist`);
  const kind = erasureCoding ? 'erasure-coded' : 'replicated';
  return rule.erasureCoding === erasureCoding
    ? undefined
    : badRequest(`the CRUSH rule ${rule.name} is not for ${kind} pools: choose another one`);
}

/** Refusal: a pool in use for one application cannot get another one. */
export const poolInUse = (name: string, application: string, wanted: string): Refused =>
  conflict(`the pool ${name} is in use for ${application}: create a new pool for ${wanted || 'another use'}`);

/** Refusal: a replicated pool can always be overwritten. */
export const notErasureCoded = (name: string): Refused =>
  badRequest(`the pool ${name} is not erasure-coded: overwrites are always allowed`);

/** Refuses to delete a pool if the body of the request names another one than its path. */
export function refusePoolDeletion(
  { name, poolId }: Pick<Input<'deletePool'>['body'], 'name' | 'poolId'>,
  pool: { readonly name: string; readonly id: number },
): Refused | undefined {
  if (name !== undefined && name !== pool.name)
    return badRequest(`nothing was deleted: the path has the pool ${pool.name}, but the body ${name}`);
  if (poolId !== undefined && poolId !== pool.id)
    return badRequest(`nothing was deleted: the pool ${pool.name} has the id ${pool.id}, not ${poolId}`);
  return undefined;
}
