import { Refusal } from '../../engine.ts';
import type { Model } from '../model.ts';
import { DEFAULTS, type Settings } from '../settings.ts';
import { setUsed } from '../usage.ts';
import type { Scalar } from './option.ts';

/** The value in force of an option. */
export type ValueOf = (name: string) => Scalar;

type NumericSetting = { [Key in keyof Settings]: Settings[Key] extends number ? Key : never }[keyof Settings];

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
  mon_osd_nearfull_ratio: 'nearfullRatio',
  mon_osd_backfillfull_ratio: 'backfillfullRatio',
  mon_osd_full_ratio: 'fullRatio',
  mon_warn_on_slow_ping_time: 'slowPingMs',
  mon_mgr_beacon_grace: 'mgrGrace',
  mds_beacon_grace: 'mdsGrace',
} as const satisfies Readonly<Record<string, NumericSetting>>;

const isNumber = (name: string): name is keyof typeof NUMBERS => Object.hasOwn(NUMBERS, name);

/** Ascending: an OSD is nearfull before it is full. */
const RATIOS = ['mon_osd_nearfull_ratio', 'mon_osd_backfillfull_ratio', 'mon_osd_full_ratio'] as const;

/** What a scenario has changed already, in Ceph's terms. */
export function settingsInForce({ settings }: Model): [name: string, value: Scalar][] {
  const changed: [string, Scalar][] = Object.entries(NUMBERS)
    .filter(([, key]) => settings[key] !== DEFAULTS[key])
    .map(([name, key]) => [name, settings[key]]);
  if (settings.scrubAutoRepair) changed.push(['osd_scrub_auto_repair', true]);
  return changed;
}

/**
 * Refuses values that do not go together.
 * @param valueOf the values as they would be
 * @throws Refusal 409
 */
export function requireOrder(name: string, valueOf: ValueOf): void {
  const place = RATIOS.findIndex((ratio) => ratio === name);
  if (place < 0) return;
  for (const [index, other] of RATIOS.entries()) {
    const [low, high] = index < place ? [other, name] : [name, other];
    if (index !== place && Number(valueOf(low)) >= Number(valueOf(high)))
      throw new Refusal(
        409,
        `${low} (${valueOf(low)}) must stay below ${high} (${valueOf(high)}): change that first`,
      );
  }
}

/** Lets a changed option take effect in the cluster, where the cluster knows it. */
export function takeEffect(model: Model, name: string, valueOf: ValueOf): void {
  const { settings } = model;
  if (isNumber(name)) settings[NUMBERS[name]] = Number(valueOf(name));
  if (name === 'osd_scrub_auto_repair') settings.scrubAutoRepair = valueOf(name) === true;
  // 0 stands for never.
  if (name === 'mon_osd_down_out_interval' && settings.downOutInterval === 0)
    settings.downOutInterval = Infinity;
  if (SLOW_PING.has(name)) settings.slowPingMs = slowPing(valueOf);
  // The list of OSDs that fill up goes by the ratio.
  if (name === 'mon_osd_nearfull_ratio') for (const osd of model.osds) setUsed(model, osd, osd.used);
}

const SLOW_PING: ReadonlySet<string> = new Set([
  'mon_warn_on_slow_ping_time',
  'mon_warn_on_slow_ping_ratio',
  'osd_heartbeat_grace',
]);

/** A time of 0 leaves it to the share of the grace. */
const slowPing = (valueOf: ValueOf): number =>
  Number(valueOf('mon_warn_on_slow_ping_time')) ||
  Number(valueOf('mon_warn_on_slow_ping_ratio')) * Number(valueOf('osd_heartbeat_grace')) * 1000;
