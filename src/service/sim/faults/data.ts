import { plainBytes as bytes } from '../../../lib/format.ts';
import { putOption } from '../config/put.ts';
import { logAudit, logCluster } from '../log/write.ts';
import { badCopyOf } from '../placementGroups/scrubs.ts';
import { pgName } from '../placementGroups/uncleanPg.ts';
import { isErasure, shardBytes, type SimPool } from '../pools/pool.ts';
import { setSize } from '../pools/write.ts';
import { anyOsd, type InjectFault } from './pick.ts';

/** An OSD is out, but a flag keeps its data from being restored. */
export const recoveryHeld: InjectFault = (cluster, dice) => {
  const { id } = anyOsd(cluster, dice);
  const flag = dice.pick(['norecover', 'nobackfill'] as const);
  cluster.setFlag(flag, true);
  cluster.after(10, () => cluster.killOsd(id));
  cluster.after(30, () => cluster.outOsd(id));
  return {
    objects: [flag],
    summary: `the flag ${flag} prevents the recovery of osd.${id}, which has failed`,
    heal: () => cluster.setFlag(flag, false),
  };
};

/** Seconds between the change of the setting and the failure of an OSD. */
const DELAY = 10;

/**
 * An OSD is out, and its data is restored far too slowly, because of a recovery setting or of a disk that was
 * measured too low.
 */
export const recoveryCapped: InjectFault = (cluster, dice) => {
  const { id } = anyOsd(cluster, dice);
  const mclock = dice.chance(0.5);
  const name = mclock ? 'osd_mclock_max_capacity_iops_hdd' : 'osd_recovery_sleep';
  if (mclock) putOption(cluster.model, 'osd_op_queue', 'mclock_scheduler');
  cluster.setOption(name, mclock ? 1 + dice.below(5) : 5 + dice.below(30));
  cluster.after(DELAY, () => cluster.killOsd(id));
  cluster.after(2 * DELAY, () => cluster.outOsd(id));
  return {
    objects: [name],
    summary: `${name} slows down the recovery of osd.${id}`,
    heal: () => cluster.setOption(name, null),
  };
};

/** A copy of a placement group is damaged, which a deep scrub finds. */
export const objectCorrupt: InjectFault = (cluster, dice) => {
  const { model } = cluster;
  // The pool whose groups are scrubbed soonest.
  const pool = model.pools
    .filter(({ bytes: size, pgNum }) => size > 0 && pgNum > 1)
    .toSorted((a, b) => shardBytes(a) - shardBytes(b))[0]!;
  const id = pool.firstPg + dice.below(pool.pgNum);
  const pg = pgName(model, id);
  const bad = badCopyOf(model, id) ?? anyOsd(cluster, dice);
  cluster.damagePg(pg, 1 + dice.below(4));
  cluster.scrubPg(pg);
  return {
    objects: [pg, `osd.${bad.id}`],
    host: bad.host.name,
    summary: `the copy of the placement group ${pg} on osd.${bad.id} is damaged`,
    heal: () => cluster.repairPg(pg),
  };
};

/** A pool has reached its quota, so that nobody can write to it. */
export const poolQuota: InjectFault = (cluster, dice) => {
  const pool = dice.pick(
    cluster.model.pools.filter(({ load, name }) => load.writeOps > 0 && !name.startsWith('.')),
  );
  pool.quotaMaxBytes = Math.floor(pool.bytes);
  logCluster(
    cluster.model,
    'warning',
    `pool '${pool.name}' is full (reached quota's max_bytes: ${bytes(pool.quotaMaxBytes)})`,
  );
  return {
    objects: [pool.name],
    summary: `the pool ${pool.name} has used up its quota`,
    heal: () => (pool.quotaMaxBytes = 0),
  };
};

/** The flags that stop scrubs were forgotten long ago, so that scrubs are overdue. */
export const scrubBacklog: InjectFault = (cluster, dice) => {
  const { flags, scrubs, pgs } = cluster.model;
  flags.add('noscrub');
  flags.add('nodeep-scrub');
  scrubs.late = Math.ceil(pgs.count * dice.between(0.05, 0.3));
  scrubs.lateDeep = Math.ceil(pgs.count * dice.between(0.1, 0.4));
  return {
    objects: ['noscrub', 'nodeep-scrub'],
    summary: 'noscrub and nodeep-scrub were left set, and scrubs are overdue',
    heal() {
      cluster.setFlag('noscrub', false);
      cluster.setFlag('nodeep-scrub', false);
      scrubs.late = scrubs.lateDeep = 0;
    },
  };
};

/** A bucket has so many objects that one object of its index has too many keys. */
export const largeOmap: InjectFault = (cluster, dice) => {
  const { model } = cluster;
  const pool = model.pools.find(({ name }) => name.includes('index')) ?? dice.pick(model.pools);
  const pg = pool.firstPg + dice.below(pool.pgNum);
  const name = `.dir.${dice.hex(8)}-${dice.hex(4)}.${4100 + dice.below(900)}.${1 + dice.below(9)}`;
  const object = { name, pg, keys: 200_000 + dice.below(4_000_000), found: false };
  model.largeObjects.add(object);
  cluster.scrubPg(pgName(model, pg));
  return {
    objects: [pool.name, name],
    summary: `the index of a bucket in ${pool.name} has ${object.keys} keys in one object`,
    heal: () => model.largeObjects.delete(object),
  };
};

/** Daily growth of the pool as a factor: its disks are near full within a minute or two. */
const GROWTH = 600;

/** One pool fills the disks that it shares with others. */
export const osdFull: InjectFault = (cluster, dice) => {
  const { pools } = cluster.model;
  const most = Math.max(...pools.map(({ bytes: size }) => size));
  const pool = dice.pick(pools.filter(({ bytes: size }) => size === most));
  const original = { growth: pool.growth, bytes: pool.bytes, objects: pool.objects };
  pool.growth = GROWTH;
  return {
    objects: [pool.name],
    summary: `the pool ${pool.name} grows quickly and fills its disks`,
    heal: () => void Object.assign(pool, original),
  };
};

/** Somebody has raised the number of copies of a pool, so that one of each object is missing at first. */
export const dataMoved: InjectFault = (cluster, dice) => {
  const { model } = cluster;
  // A pool over racks may find none for another copy, which is a fault of its rule.
  const overRacks = ({ rule }: SimPool) => rule.takes.some(({ failureDomain }) => failureDomain === 'rack');
  const pool = dice.pick(model.pools.filter((one) => !isErasure(one) && one.pgNum > 1 && !overRacks(one)));
  const { size } = pool;
  const change = (copies: number) => {
    logAudit(model, { prefix: 'osd pool set', pool: pool.name, var: 'size', val: String(copies) });
    setSize(model, pool, copies);
  };
  change(size + 1);
  return {
    objects: [pool.name],
    summary: `the number of copies in ${pool.name} was raised to ${size + 1}`,
    heal: () => change(size),
  };
};
