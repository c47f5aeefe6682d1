import type { Input } from '../../api/contract/index.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { settingValue } from '../../diagnosis/healing/settingValue.ts';
import { bytes, count } from '../../lib/format.ts';
import { fields, list, number, text } from '../../lib/untyped.ts';
import { plural } from '../../lib/words.ts';
import { isIn, isOsd } from '../../store/answers/node.ts';
import {
  block,
  type CheckInput,
  conclude,
  type PreflightCheck,
  degraded,
  ok,
  sameObject,
  warn,
} from '../../store/answers/preflight.ts';

/** The setting beyond which the monitors refuse to create placement groups, and its default in Ceph 16 and 20. */
const MAX_PGS = { name: 'mon_max_pg_per_osd', usual: 250 } as const;

/** The desired settings of a pool; missing ones stay as they are, or are left to the cluster. */
export type WantedPool = Partial<Input<'createPool'>['body'] & Input<'updatePool'>['body']>;

/** The data about a pool that the list of pools lacks. */
export interface PoolKnowledge {
  /** True if it is protected from deletion; undefined if the service does not say. */
  readonly isProtected?: boolean | undefined;
  /** The block images in it, if they were read: their number, and the first names. */
  readonly images?: { readonly count: number; readonly names: readonly string[] } | undefined;
}

/** Reads from a pool's details, which have no fixed shape, whether Ceph's flag `nodelete` is set. */
export function protection(details: unknown): boolean | undefined {
  const object = fields(details) ?? fields(list(details)[0]);
  const flags = text(object?.['flags_names']);
  return flags?.split(',').includes('nodelete');
}

const shards = ({ size, dataChunks, parityChunks }: WantedPool): number =>
  dataChunks !== undefined && parityChunks !== undefined ? dataChunks + parityChunks : (size ?? 3);

/** Placement groups per OSD that is in, counting all copies; `except` is a pool to leave out. */
function pgsPerOsd({ pools = [], crush }: CheckInput, wanted: WantedPool & { pgNum: number }, except?: Pool) {
  const others = pools.filter((pool) => pool.poolId !== except?.poolId || except === undefined);
  const copies = others.reduce((sum, { pgNum = 0, size = 0 }) => sum + pgNum * size, 0);
  const inside = (crush?.nodes ?? []).filter((node) => isOsd(node) && isIn(node)).length;
  return inside === 0 ? undefined : (copies + wanted.pgNum * shards(wanted)) / inside;
}

function checkGroups(input: CheckInput, wanted: WantedPool, except?: Pool): PreflightCheck[] {
  const { pgNum } = wanted;
  if (pgNum === undefined) return [];
  const found: PreflightCheck[] = [];
  const each = pgsPerOsd(input, { ...wanted, pgNum }, except);
  const limit = number(settingValue(input.settings ?? [], 'mon', MAX_PGS.name)) ?? MAX_PGS.usual;
  const basis = input.settings ? '' : ', the default,';
  if (each !== undefined && each > limit)
    found.push(
      warn(
        `${Math.round(each)} placement groups on each OSD: above ${limit}${basis} the monitors refuse more`,
      ),
    );
  else if (each !== undefined) found.push(ok(`${Math.round(each)} placement groups on each OSD, on average`));
  if (pgNum > 0 && (pgNum & (pgNum - 1)) !== 0)
    found.push(warn(`${pgNum} is not a power of two: the placement groups will be of unequal size`));
  return found;
}

/** Checks what the numbers of copies or chunks mean when a disk fails. */
function checkCopies({ size, minSize, dataChunks, parityChunks }: WantedPool): PreflightCheck[] {
  if (dataChunks !== undefined && parityChunks !== undefined) {
    const total = dataChunks + parityChunks;
    const least = minSize || dataChunks + Math.min(1, parityChunks - 1);
    if (least > total) return [block(`min size ${least} is more than the ${total} chunks`)];
    if (least < dataChunks) return [block(`min size ${least} is less than the ${dataChunks} data chunks`)];
    return [
      ...(parityChunks < 2 ? [warn('one parity chunk: losing two chunks at once loses data for good')] : []),
      ...(least === dataChunks && parityChunks > 0
        ? [warn('writes continue with no spare chunk: one more lost disk then loses data')]
        : []),
      ...(least === total ? [warn('I/O stops as soon as a chunk is missing')] : []),
    ];
  }
  if (size === undefined) return [];
  if (minSize !== undefined && minSize > size)
    return [block(`min size ${minSize} is more than the ${size} copies`)];
  return [
    ...(size < 2 ? [block('with one copy, the first disk failure loses data')] : []),
    ...(size === 2 ? [warn('two copies: while one is being made again, the other is the last')] : []),
    ...(minSize === 1
      ? [warn('min size 1: writes may go to a single copy, and are lost with its disk')]
      : []),
    ...(minSize === size ? [warn('min size equals size: I/O stops as soon as a copy is missing')] : []),
  ];
}

/** Checks for creating a pool. */
export function checkNewPool(wanted: WantedPool, input: CheckInput): readonly PreflightCheck[] {
  if (wanted.name === undefined) return conclude(input, []);
  const found = input.pools?.some(({ name }) => name === wanted.name)
    ? [block(`a pool ${wanted.name} already exists`)]
    : [];
  return conclude(input, [...found, ...checkCopies(wanted), ...checkGroups(input, wanted)]);
}

const timesMore = (number: number): string => (number === 1 ? 'once more' : `${number} more times`);

/** Checks for changing a pool; `wanted` holds only what changes. */
export function checkPoolChange(
  pool: Pool,
  wanted: WantedPool,
  input: CheckInput,
): readonly PreflightCheck[] {
  const found: PreflightCheck[] = [];
  const stored = bytes(pool.stats?.bytes);
  const { size, minSize, pgNum, crushRule, name, application } = wanted;
  const now = { size: pool.size, minSize: pool.minSize, ...chunksOf(pool) };
  const known = Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined));
  if (size !== undefined || minSize !== undefined) found.push(...checkCopies({ ...known, ...wanted }));
  if (size !== undefined && size < (pool.size ?? 0))
    found.push(warn(`${(pool.size ?? 0) - size} of ${pool.size} copies of ${stored} are deleted at once`));
  if (size !== undefined && size > (pool.size ?? size))
    found.push(
      warn(`${stored} are copied ${timesMore(size - (pool.size ?? 0))}: recovery, which clients feel`),
    );
  if (crushRule !== undefined)
    found.push(warn(`all copies of ${stored} may move to where the new rule places them`));
  if (pgNum !== undefined)
    found.push(
      warn(
        `placement groups ${pgNum > (pool.pgNum ?? 0) ? 'are split' : 'are merged'}: data moves, clients feel it`,
      ),
      ...checkGroups(input, { ...known, ...wanted }, pool),
    );
  if (name !== undefined)
    found.push(
      ...(input.pools?.some((other) => other.name === name) ? [block(`a pool ${name} already exists`)] : []),
      warn(`clients know it as ${pool.name}: their configuration and keys must be changed too`),
    );
  if (application !== undefined && (pool.stats?.objects ?? 0) > 0)
    found.push(
      warn(`it holds ${count(pool.stats?.objects)} objects of the application ${pool.application ?? '--'}`),
    );
  const moves = [size, crushRule, pgNum].some((value) => value !== undefined);
  return conclude(input, [...found, ...(moves ? degraded(input) : []), ...liveIo(pool)]);
}

const chunksOf = ({ erasureCoding, dataChunks, parityChunks }: Pool) =>
  erasureCoding === true ? { dataChunks, parityChunks } : {};

/** The consumers of a pool, by its application. */
const USERS: Readonly<Record<string, string>> = {
  rbd: 'block images, and what is mounted or exported from them: virtual machines, iSCSI disks',
  storefs: 'files of the filesystem, its NFS exports and the HA groups of its gateways',
  rgw: 'S3 buckets with their objects, and the HA groups of the S3 gateways',
};

/** Checks for deleting a pool with everything in it. */
export function checkPoolDeletion(
  pool: Pool,
  { isProtected, images }: PoolKnowledge,
  input: CheckInput,
): readonly PreflightCheck[] {
  const { stats, application = '', name = '' } = pool;
  const found: PreflightCheck[] = [];
  if (isProtected === true) found.push(block('it is protected from deletion: unprotect it first'));
  if (isProtected === undefined) found.push(warn('its protection could not be read'));
  if (images !== undefined && images.count > 0) {
    const more = images.count - images.names.length;
    const names = `${images.names.join(', ')}${more > 0 ? ` and ${more} more (:images ${name} lists all)` : ''}`;
    found.push(
      warn(
        `${plural(images.count, 'block image')} in it, which are deleted with it or prevent the deletion: ${names}`,
      ),
    );
  }
  if (images?.count === 0) found.push(ok('it holds no block images'));
  if (images === undefined && application === 'rbd')
    found.push(warn('which block images it holds could not be read'));
  const empty = stats?.objects === 0 && (stats.bytes ?? 0) === 0;
  found.push(
    empty
      ? ok('it stores nothing')
      : warn(`${bytes(stats?.bytes)} in ${count(stats?.objects)} objects are lost for good`),
  );
  const users = USERS[application];
  if (users !== undefined && !empty) found.push(warn(`these depend on it: ${users}`));
  if (pool.erasureCoding === true && application === 'rbd')
    found.push(warn('block images of other pools may keep their data in it'));
  return conclude(input, [...found, ...liveIo(pool), ...sameObject(name, input)]);
}

/** Checks whether clients use the pool at the moment. */
function liveIo({ stats }: Pool): PreflightCheck[] {
  const ops = Math.round((stats?.readIops ?? 0) + (stats?.writeIops ?? 0));
  if (stats === undefined) return [];
  return ops > 0
    ? [warn(`clients use it: ${ops} operations this second`)]
    : [ok('no client reads or writes it this second')];
}
