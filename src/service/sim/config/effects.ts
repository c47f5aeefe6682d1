import type { Model } from '../model.ts';
import { DEFAULTS, type Settings } from '../settings.ts';
import type { Scalar } from './option.ts';

/** The value in force of an option. */
export type ValueOf = (name: string) => Scalar;

type SettingOf<Type> = { [Key in keyof Settings]: Settings[Key] extends Type ? Key : never }[keyof Settings];

/** Options of which the simulated cluster has a setting with the same meaning and unit. */
const NUMBERS = {
  osd_heartbeat_grace: 'heartbeatGrace',
  osd_heartbeat_interval: 'heartbeatInterval',
  mon_osd_down_out_interval: 'downOutInterval',
  mon_osd_min_in_ratio: 'minInRatio',
  osd_max_markdown_count: 'maxMarkdowns',
  osd_max_markdown_period: 'markdownPeriod',
  osd_op_complaint_time: 'opComplaintTime',
  mon_pg_stuck_threshold: 'stuckThreshold',
  mon_max_pg_per_osd: 'maxPgPerOsd',
  mon_warn_on_slow_ping_time: 'slowPingMs',
  mon_mgr_beacon_grace: 'mgrGrace',
  mds_beacon_grace: 'mdsGrace',
  osd_recovery_sleep: 'recoverySleep',
} as const satisfies Readonly<Record<string, SettingOf<number>>>;
const SWITCHES = {
  mon_allow_pool_delete: 'allowPoolDelete',
  mon_warn_on_osd_down_out_interval_zero: 'warnOfNoDownOut',
  osd_scrub_auto_repair: 'scrubAutoRepair',
} as const satisfies Readonly<Record<string, SettingOf<boolean>>>;

const isNumber = (name: string): name is keyof typeof NUMBERS => Object.hasOwn(NUMBERS, name);
const isSwitch = (name: string): name is keyof typeof SWITCHES => Object.hasOwn(SWITCHES, name);

/** Tells whether the simulated cluster acts on an option; it keeps all the others as they are set. */
export const hasEffect = (name: string): boolean =>
  isNumber(name) || isSwitch(name) || SLOW_PING.has(name) || MCLOCK.has(name);

/** Settings that a scenario has changed already, in Ceph's terms. */
export const settingsInForce = ({ settings }: Model): [name: string, value: Scalar][] =>
  [...Object.entries(NUMBERS), ...Object.entries(SWITCHES)]
    .filter(([, key]) => settings[key] !== DEFAULTS[key])
    .map(([name, key]) => [name, settings[key]]);

/** Lets a changed option take effect in the cluster, where the cluster knows it. */
export function takeEffect(model: Model, name: string, valueOf: ValueOf): void {
  const { settings } = model;
  if (isNumber(name)) settings[NUMBERS[name]] = Number(valueOf(name));
  if (isSwitch(name)) settings[SWITCHES[name]] = valueOf(name) === true;
  // 0 stands for never.
  if (name === 'mon_osd_down_out_interval' && settings.downOutInterval === 0)
    settings.downOutInterval = Infinity;
  if (SLOW_PING.has(name)) settings.slowPingMs = slowPing(valueOf);
  if (MCLOCK.has(name)) settings.recoveryShare = mclockShare(valueOf);
}

const MCLOCK: ReadonlySet<string> = new Set(['osd_op_queue', 'osd_mclock_max_capacity_iops_hdd']);
/** Operations per second that mClock takes a hard disk for capable of, where nobody has measured it. */
const USUAL_IOPS = 315;

/** With mClock recovery gets a part of what an OSD is thought to be able to do: one that was measured too low hardly recovers. */
const mclockShare = (valueOf: ValueOf): number =>
  valueOf('osd_op_queue') === 'mclock_scheduler'
    ? Math.min(1, Number(valueOf('osd_mclock_max_capacity_iops_hdd')) / USUAL_IOPS)
    : 1;

const SLOW_PING: ReadonlySet<string> = new Set([
  'mon_warn_on_slow_ping_time',
  'mon_warn_on_slow_ping_ratio',
  'osd_heartbeat_grace',
]);

/** A time of 0 leaves it to the share of the grace. */
const slowPing = (valueOf: ValueOf): number =>
  Number(valueOf('mon_warn_on_slow_ping_time')) ||
  Number(valueOf('mon_warn_on_slow_ping_ratio')) * Number(valueOf('osd_heartbeat_grace')) * 1000;
