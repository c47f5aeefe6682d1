import type { CephCommand } from '../client/ceph.ts';
import type { ConfigEntry } from '../config/read.ts';

/** The options that a speed sets on all OSDs; the sleeps are seconds between two recovery operations, by disk type. */
const NAMES = [
  'osd_max_backfills',
  'osd_recovery_max_active',
  'osd_recovery_sleep_hdd',
  'osd_recovery_sleep_hybrid',
  'osd_recovery_sleep_ssd',
] as const;
type RunningPace = Readonly<Record<(typeof NAMES)[number], number>>;

/** This option overrides the sleeps by disk type, so setting a speed removes it. */
const COMMON_SLEEP = 'osd_recovery_sleep';

const pace = (backfills: number, active: number, hddSleep: number, ssdSleep: number): RunningPace => ({
  osd_max_backfills: backfills,
  osd_recovery_max_active: active,
  osd_recovery_sleep_hdd: hddSleep,
  // A quarter, as in Ceph's defaults, because the database is on flash.
  osd_recovery_sleep_hybrid: hddSleep / 4,
  osd_recovery_sleep_ssd: ssdSleep,
});

/** Speeds 1 to 10. Speed 3 is the default of Ceph 16 on spinning disks: 1 backfill, 3 operations, 0.1 s. */
export const PACES: readonly RunningPace[] = [
  pace(1, 1, 0.5, 0.02),
  pace(1, 2, 0.2, 0.01),
  pace(1, 3, 0.1, 0),
  pace(1, 3, 0.05, 0),
  pace(2, 4, 0.05, 0),
  pace(2, 4, 0.025, 0),
  pace(3, 5, 0.025, 0),
  pace(4, 6, 0.0125, 0),
  pace(6, 8, 0.005, 0),
  pace(8, 10, 0, 0),
];

/** Shorter sleeps make no difference. This limit also avoids the logarithm of zero. */
const MIN_SLEEP = 0.001;

/** The distance of two values on a logarithmic scale. */
const distance = (a: number, b: number) =>
  Math.abs(Math.log(Math.max(a, MIN_SLEEP) / Math.max(b, MIN_SLEEP)));

/** The speed whose options are nearest to these values. */
function nearest(values: ReadonlyMap<string, number>): number {
  const given = NAMES.filter((name) => values.has(name));
  const distances = PACES.map((row) =>
    given.reduce((total, name) => total + distance(row[name], values.get(name) ?? 0), 0),
  );
  return distances.indexOf(Math.min(...distances)) + 1;
}

/** The speed that corresponds to the monitors' configuration; undefined if none of the options is set for all OSDs. */
export function configuredSpeed(config: readonly ConfigEntry[]): number | undefined {
  const ofAll = config.filter(({ section, mask }) => section === 'osd' && !mask);
  const values = new Map(ofAll.map(({ name, value }) => [name, Number(value)]));
  return NAMES.some((name) => values.has(name)) ? nearest(values) : undefined;
}

/** The scheduler that gives recovery a share of the disk and ignores the sleeps. */
const MCLOCK = 'mclock_scheduler';

/** The options of a running OSD that determine its speed; those for spinning disks if they differ by disk type. */
export const RUNNING = ['osd_op_queue', 'osd_recovery_max_active_hdd', ...NAMES] as const;

/** The speed of a running OSD, from the values of the {@link RUNNING} options. */
export function runningSpeed(options: Readonly<Record<(typeof RUNNING)[number], string>>): number {
  // 0 means that the option for the disk type applies.
  const active = Number(options.osd_recovery_max_active) || Number(options.osd_recovery_max_active_hdd);
  const effective = options.osd_op_queue === MCLOCK ? NAMES.slice(0, 2) : NAMES;
  const values = effective.map((name) => [name, Number(options[name])] as const);
  return nearest(new Map([...values, ['osd_recovery_max_active', active]]));
}

/** An entry of `config show`. The sources include `mon`, which are the monitors, `file` and `default`. */
export interface ShownOption {
  readonly name: string;
  readonly source: string;
}

/** True if an OSD still runs with a speed from the monitors' configuration, from its `config show`. */
export const hasConfiguredSpeed = (shown: readonly ShownOption[]): boolean =>
  shown.some(({ name, source }) => source === 'mon' && NAMES.some((option) => option === name));

/**
 * The option without which OSDs that use the mClock scheduler ignore a speed: they remove its options from the monitors'
 * configuration. Releases before Ceph 17 do not have it.
 */
export const OVERRIDE = 'osd_mclock_override_recovery_settings';

/**
 * The commands that set a speed.
 * @param speed 1 to 10; 0 or less removes the options
 * @param overrides the cluster has the option {@link OVERRIDE}
 */
export function recoverySpeedCommands(speed: number, overrides: boolean): CephCommand[] {
  const row = PACES[speed - 1];
  const remove = (name: string): CephCommand => ({ prefix: 'config rm', who: 'osd', name });
  const set = (name: string, value: string): CephCommand => ({
    prefix: 'config set',
    who: 'osd',
    name,
    value,
  });
  const override = row ? set(OVERRIDE, 'true') : remove(OVERRIDE);
  return [
    ...(overrides ? [override] : []),
    remove(COMMON_SLEEP),
    ...NAMES.map((name) => (row ? set(name, String(row[name])) : remove(name))),
  ];
}
