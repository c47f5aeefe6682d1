import { plural } from '../../../lib/words.ts';
import { location, osdsBelow } from '../crush/tree.ts';
import type { Model } from '../model/model.ts';
import { BUCKET_TYPES, type CrushBucket, type BucketType, type Osd } from '../model/topology.ts';
import { slowPingers, slowPingsOf } from '../osds/pings.ts';
import { fillingOsds, poolLevel, worstLevels, type FullnessLevel } from '../osds/usage.ts';
import { DEFAULT_SIZE } from '../pools/checks.ts';
import { quotaReached } from '../pools/pool.ts';
import { failure, warning, type Raised } from './check.ts';

/** OSDs that are in but down, and buckets of which all OSDs are down (OSDMonitor and OSDMap::check_health). */
export function downChecks({ osds, crush, unsettled }: Model): Raised[] {
  const down = Array.from(unsettled, (id) => osds[id]!)
    .filter((osd) => osd.in && !osd.up)
    .sort((a, b) => a.id - b.id);
  if (down.length === 0) return [];
  const lost = [...crush.values()].filter(isDown);
  return [
    warning('OSD_DOWN', `${down.length} osds down`, down.length, () =>
      down.map((osd) => `osd.${osd.id} (${location(osd)}) is down`),
    ),
    ...BUCKET_TYPES.flatMap((type) =>
      bucketCheck(
        type,
        lost.filter((bucket) => bucket.type === type),
      ),
    ),
  ];
}

/** Fewer OSDs than copies in a default pool (mon_warn_on_too_few_osds). Ceph's count is the number of missing OSDs. */
export function tooFewOsdsCheck({ osds: { length } }: Model): Raised[] {
  const message = `OSD count ${length} < osd_pool_default_size ${DEFAULT_SIZE}`;
  return length < DEFAULT_SIZE ? [warning('TOO_FEW_OSDS', message, DEFAULT_SIZE - length)] : [];
}

function bucketCheck(type: BucketType, lost: readonly CrushBucket[]): Raised[] {
  if (lost.length === 0) return [];
  const counts = lost.map(inCount);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const locationAbove = (bucket: CrushBucket) => location({ bucket: bucket.parent });
  return [
    warning(
      `OSD_${type.toUpperCase()}_DOWN`,
      `${plural(lost.length, type)} (${total} osds) down`,
      lost.length,
      () =>
        lost.map(
          (bucket, index) =>
            `${type} ${bucket.name} (${locationAbove(bucket)}) (${counts[index]} osds) is down`,
        ),
    ),
  ];
}

function isDown(bucket: CrushBucket): boolean {
  let some = false;
  for (const osd of osdsBelow(bucket)) {
    if (osd.in && osd.up) return false;
    some ||= osd.in;
  }
  return some;
}

const inCount = (bucket: CrushBucket): number =>
  osdsBelow(bucket).reduce((count, osd) => count + Number(osd.in), 0);

/** OSDs above a fullness ratio. */
export function fullChecks(model: Model): Raised[] {
  if (model.filling.size === 0) return [];
  const byLevel: Record<FullnessLevel, Osd[]> = { ok: [], nearfull: [], backfillfull: [], full: [] };
  for (const { osd, level } of fillingOsds(model)) byLevel[level].push(osd);
  return (
    [
      ['OSD_FULL', failure, 'full', 'full'],
      ['OSD_BACKFILLFULL', warning, 'backfillfull', 'backfill full'],
      ['OSD_NEARFULL', warning, 'nearfull', 'near full'],
    ] as const
  ).flatMap(([code, raise, level, words]) => {
    const osds = byLevel[level];
    const detail = () => osds.map(({ id }) => `osd.${id} is ${words}`);
    return osds.length === 0 ? [] : [raise(code, `${osds.length} ${level} osd(s)`, osds.length, detail)];
  });
}

/** Pools on OSDs above a fullness ratio, and pools that have reached their quota. */
export function poolFullChecks(model: Model): Raised[] {
  const worst = worstLevels(model);
  const troubled = model.pools.flatMap((pool) => {
    const outOfQuota = quotaReached(pool);
    const level = outOfQuota ? 'full' : poolLevel(pool, worst);
    return level === 'ok' ? [] : [{ name: pool.name, level, outOfQuota }];
  });
  if (troubled.length === 0) return [];
  return (
    [
      ['POOL_FULL', 'full'],
      ['POOL_BACKFILLFULL', 'backfillfull'],
      ['POOL_NEARFULL', 'nearfull'],
    ] as const
  ).flatMap(([code, level]) => {
    const pools = troubled.filter((pool) => pool.level === level);
    const reason = (outOfQuota: boolean) =>
      level === 'full' ? ` (${outOfQuota ? 'running out of quota' : 'no space'})` : '';
    const detail = () =>
      pools.map(({ name, outOfQuota }) => `pool '${name}' is ${level}${reason(outOfQuota)}`);
    return pools.length === 0
      ? []
      : [warning(code, `${pools.length} pool(s) ${level}`, pools.length, detail)];
  });
}

/** Heartbeats slower than mon_warn_on_slow_ping_ratio allows, on both networks. */
export function pingChecks(model: Model): Raised[] {
  const slow = slowPingers(model).filter(({ pingMs }) => pingMs > model.settings.slowPingMs);
  const [slowest] = slow;
  if (slowest === undefined) return [];
  return (['back', 'front'] as const).map((network, index) => {
    const detail = () =>
      slowPingsOf(model, slow, 'pingMs')
        .filter(({ ms }) => ms > model.settings.slowPingMs)
        .map(
          ({ from, to, ms }) =>
            `Slow OSD heartbeats on ${network} from osd.${from.id} [] to osd.${to.id} []${to.up ? '' : ' (down)'} ${(ms + index).toFixed(3)} msec`,
        );
    const message = `Slow OSD heartbeats on ${network} (longest ${(slowest.pingMs + index).toFixed(3)}ms)`;
    return warning(`OSD_SLOW_PING_TIME_${network.toUpperCase()}`, message, slow.length, detail);
  });
}

const DAY_MS = 86_400_000;

/** Disks that are expected to fail, and disks that need retries to read. */
export function diskChecks(model: Model): Raised[] {
  const ailing = Array.from(model.ailing, (id) => model.osds[id]!);
  const failing = ailing.filter((osd) => osd.in && osd.smart.status === 'FAILING');
  const retrying = ailing.filter((osd) => osd.up && osd.retriedReads > 0);
  const checks: Raised[] = [];
  const day = (days: number) => new Date(model.timeOf(model.tick) + days * DAY_MS).toISOString().slice(0, 10);
  if (failing.length > 0) {
    const detail = () =>
      failing.map(
        ({ id, host }) =>
          `disk of osd.${id} (${host.name}); daemons osd.${id}; life expectancy between ${day(1)} and ${day(21)}`,
      );
    checks.push(
      warning('DEVICE_HEALTH', `${failing.length} device(s) expected to fail soon`, failing.length, detail),
    );
  }
  if (retrying.length > 0) {
    const detail = () =>
      retrying.map(({ id, retriedReads }) => `osd.${id}  reads with retries: ${retriedReads}`);
    checks.push(
      warning(
        'BLUESTORE_SPURIOUS_READ_ERRORS',
        `${retrying.length} OSD(s) have spurious read errors`,
        retrying.length,
        detail,
      ),
    );
  }
  return checks;
}
