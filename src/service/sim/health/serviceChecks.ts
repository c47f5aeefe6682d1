import type { FlagName } from '../../../api/contract/maintenance.ts';
import type { Model } from '../model/model.ts';
import { MAX_SKEW } from '../monitors/clocks.ts';
import { daemonsOf } from '../monitors/quorum.ts';
import { slowOps } from '../osds/slowOps.ts';
import { warning, type Raised } from './check.ts';

/** The order in which the OSD map prints its flags (bit order of CEPH_OSDMAP_*). */
const FLAG_ORDER: readonly FlagName[] = [
  'noup',
  'nodown',
  'noout',
  'noin',
  'nobackfill',
  'norebalance',
  'norecover',
  'noscrub',
  'nodeep-scrub',
];

/** Flags that are set. Ceph's count is the length of their list as text. */
export function flagCheck({ flags }: Model): Raised[] {
  const set = FLAG_ORDER.filter((flag) => flags.has(flag)).join(',');
  return set === '' ? [] : [warning('OSDMAP_FLAGS', `${set} flag(s) set`, set.length)];
}

/** Flags that are set for buckets of the CRUSH map only. */
export function bucketFlagCheck({ bucketFlags, crush }: Model): Raised[] {
  if (bucketFlags.size === 0) return [];
  const message = `${bucketFlags.size} OSDs or CRUSH {nodes, device-classes} have {NOUP,NODOWN,NOIN,NOOUT} flags set`;
  const lines = () =>
    Array.from(bucketFlags, ([name, flags]) => {
      const type = crush.values().find((bucket) => bucket.name === name)?.type ?? 'node';
      return `${type} ${name} has flags ${[...flags].toSorted().join(',')}`;
    });
  return [warning('OSD_FLAGS', message, bucketFlags.size, lines)];
}

/** Monitors that are out of quorum. */
export function monCheck(model: Model): Raised[] {
  const mons = daemonsOf(model, 'mon');
  const lost = mons.filter(({ active }) => !active);
  if (lost.length === 0) return [];
  const quorum = mons.filter(({ active }) => active).map(({ name }) => name);
  return [
    warning(
      'MON_DOWN',
      `${lost.length}/${mons.length} mons down, quorum ${quorum.join(',')}`,
      lost.length,
      () =>
        lost.map(
          (mon) =>
            `mon.${mon.name} (rank ${mons.indexOf(mon)}) addr v1:${mon.host.ip}:6789/0 is down (out of quorum)`,
        ),
    ),
  ];
}

/** Monitors whose clock differs from the leader's. If the leader's clock is wrong, all other monitors are named. */
export function clockCheck({ timeChecks: { skews } }: Model): Raised[] {
  if (skews.size === 0) return [];
  const names = Array.from(skews.keys(), (name) => `mon.${name}`).join(', ');
  return [
    warning('MON_CLOCK_SKEW', `clock skew detected on ${names}`, skews.size, () =>
      Array.from(
        skews,
        ([name, skew]) =>
          `mon.${name} clock skew ${Math.abs(skew).toFixed(6)}s > max ${MAX_SKEW}s (latency 0.00${(name.codePointAt(0)! % 7) + 1}42s)`,
      ),
    ),
  ];
}

/** OSDs are never marked out, which each monitor reports for itself (HealthMonitor). */
export function downOutCheck(model: Model): Raised[] {
  const { downOutInterval, warnOfNoDownOut } = model.settings;
  if (downOutInterval !== Infinity || !warnOfNoDownOut) return [];
  const names = daemonsOf(model, 'mon').flatMap(({ active, name }) => (active ? [name] : []));
  const who = names.length === 1 ? `mon ${names[0]} has` : `mons ${names.join(',')} have`;
  return [
    warning('OSD_NO_DOWN_OUT_INTERVAL', `${who} mon_osd_down_out_interval set to 0`, names.length, () =>
      names.map((name) => `mon.${name} has mon_osd_down_out_interval set to 0`),
    ),
  ];
}

/** No active manager. Ceph's count is 0. */
export const mgrCheck = (model: Model): Raised[] =>
  daemonsOf(model, 'mgr').some(({ active }) => active) ? [] : [warning('MGR_DOWN', 'no active mgr', 0)];

/** Maximum number of daemons in the message. */
const MAX_NAMES = 10;

/** OSDs with slow requests. Ceph's count is 1, however many requests there are. */
export function slowOpsCheck(model: Model): Raised[] {
  const slow = slowOps(model);
  if (slow === undefined) return [];
  const names = slow.osds.slice(0, MAX_NAMES).map(({ id }) => `osd.${id}`);
  const more = slow.osds.length > MAX_NAMES ? '...' : '';
  const who =
    names.length === 1 ? `${names[0]} has slow ops` : `daemons [${names.join(',')}]${more} have slow ops.`;
  return [
    warning('SLOW_OPS', `${slow.count} slow ops, oldest one blocked for ${slow.oldest} sec, ${who}`, 1),
  ];
}

/** mgr/crash/warn_recent_interval: two weeks, in seconds. */
const RECENT = 14 * 86_400;

/** Recent crashes with a report that nobody has archived (the manager module crash). */
export function crashCheck(model: Model): Raised[] {
  const since = model.timeOf(model.tick) / 1000 - RECENT;
  const recent = model.crashes.list().filter(({ archived, timestamp }) => !archived && timestamp > since);
  if (recent.length === 0) return [];
  const detail = () =>
    recent.map(
      ({ entity, hostname, id }) =>
        `${entity} crashed on host ${hostname} at ${id.slice(0, id.indexOf('_'))}`,
    );
  return [warning('RECENT_CRASH', `${recent.length} daemons have recently crashed`, recent.length, detail)];
}
