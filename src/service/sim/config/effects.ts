import type { SettingScalar } from '../../rules/settings.ts';
import type { Model } from '../model/model.ts';
import { DEFAULTS, type Settings } from '../model/settings.ts';

/** Reads the current value of an option. */
export type ValueOf = (name: string) => SettingScalar;

type SettingOf<Type> = { [Key in keyof Settings]: Settings[Key] extends Type ? Key : never }[keyof Settings];

/** Options for which the simulation has a setting of the same meaning and unit. */
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

/** True if an option affects the simulation; all others are only stored. */
export const hasEffect = (name: string): boolean =>
  isNumber(name) || isSwitch(name) || SLOW_PING.has(name) || MCLOCK.has(name);

/** Settings that a scenario has already changed, by the names of Ceph's options. */
export const currentSettings = ({ settings }: Model): [name: string, value: SettingScalar][] =>
  [...Object.entries(NUMBERS), ...Object.entries(SWITCHES)]
    .filter(([, key]) => settings[key] !== DEFAULTS[key])
    .map(([name, key]) => [name, settings[key]]);

/** Applies a changed option to the simulation, if it has an effect there. */
export function takeEffect(model: Model, name: string, valueOf: ValueOf): void {
  const { settings } = model;
  if (isNumber(name)) settings[NUMBERS[name]] = Number(valueOf(name));
  if (isSwitch(name)) settings[SWITCHES[name]] = valueOf(name) === true;
  // 0 means never.
  if (name === 'mon_osd_down_out_interval' && settings.downOutInterval === 0)
    settings.downOutInterval = Infinity;
  if (SLOW_PING.has(name)) settings.slowPingMs = slowPing(valueOf);
  if (MCLOCK.has(name)) settings.recoveryShare = mclockShare(valueOf);
}

const MCLOCK: ReadonlySet<string> = new Set(['osd_op_queue', 'osd_mclock_max_capacity_iops_hdd']);
/** Operations per second that mClock assumes for a hard disk that was never measured. */
const DEFAULT_IOPS = 315;

/**
 * The share that mClock grants recovery: it divides the assumed capacity of an OSD, so an OSD that was measured too
 * low hardly recovers.
 */
const mclockShare = (valueOf: ValueOf): number =>
  valueOf('osd_op_queue') === 'mclock_scheduler'
    ? Math.min(1, Number(valueOf('osd_mclock_max_capacity_iops_hdd')) / DEFAULT_IOPS)
    : 1;

const SLOW_PING: ReadonlySet<string> = new Set([
  'mon_warn_on_slow_ping_time',
  'mon_warn_on_slow_ping_ratio',
  'osd_heartbeat_grace',
]);

/** The slow ping threshold in milliseconds. A time of 0 means that the ratio of the grace decides. */
const slowPing = (valueOf: ValueOf): number =>
  Number(valueOf('mon_warn_on_slow_ping_time')) ||
  Number(valueOf('mon_warn_on_slow_ping_ratio')) * Number(valueOf('osd_heartbeat_grace')) * 1000;
