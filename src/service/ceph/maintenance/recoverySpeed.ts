import type { CephCommand } from '../ceph.ts';
import type { ConfigEntry } from '../config/read.ts';

/** The options that a speed sets on every OSD; the sleeps are seconds between two recovery operations, by kind of disk. */
interface Pace {
  readonly osd_max_backfills: number;
  readonly osd_recovery_max_active: number;
  readonly osd_recovery_sleep_hdd: number;
  readonly osd_recovery_sleep_hybrid: number;
  readonly osd_recovery_sleep_ssd: number;
}
const NAMES = [
  'osd_max_backfills',
  'osd_recovery_max_active',
  'osd_recovery_sleep_hdd',
  'osd_recovery_sleep_hybrid',
  'osd_recovery_sleep_ssd',
] as const satisfies readonly (keyof Pace)[];

/** Would go before the sleeps by kind of disk, so a speed takes it away. */
const COMMON_SLEEP = 'osd_recovery_sleep';

const pace = (backfills: number, active: number, hddSleep: number, ssdSleep: number): Pace => ({
  osd_max_backfills: backfills,
  osd_recovery_max_active: active,
  osd_recovery_sleep_hdd: hddSleep,
  // A quarter, as in Ceph's defaults: the database is on flash.
  osd_recovery_sleep_hybrid: hddSleep / 4,
  osd_recovery_sleep_ssd: ssdSleep,
});

/** Speeds 1 to 10. Speed 3 is what Ceph 16 does by itself on spinning disks: 1 backfill, 3 operations, 0.1 s. */
export const PACES: readonly Pace[] = [
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

/** Below this a sleep makes no difference; it also keeps the logarithm of a zero finite. */
const SHORTEST_SLEEP = 0.001;

/** The factor between the two, either way, on a logarithmic scale. */
const distance = (a: number, b: number) =>
  Math.abs(Math.log(Math.max(a, SHORTEST_SLEEP) / Math.max(b, SHORTEST_SLEEP)));

/** The speed of the table that is nearest to these values. */
function nearest(values: ReadonlyMap<string, number>): number {
  const given = NAMES.filter((name) => values.has(name));
  const distances = PACES.map((row) =>
    given.reduce((total, name) => total + distance(row[name], values.get(name) ?? 0), 0),
  );
  return distances.indexOf(Math.min(...distances)) + 1;
}

/** The speed that the monitors' configuration amounts to; undefined while nothing is set for all OSDs. */
export function configuredSpeed(config: readonly ConfigEntry[]): number | undefined {
  const ofAll = config.filter(({ section, mask }) => section === 'osd' && !mask);
  const values = new Map(ofAll.map(({ name, value }) => [name, Number(value)]));
  return NAMES.some((name) => values.has(name)) ? nearest(values) : undefined;
}

/** Where it schedules with mClock, recovery has a share of the disk and no sleep counts. */
const MCLOCK = 'mclock_scheduler';

/** The options of an OSD that tell the speed it runs with; those for spinning disks where they differ by kind of disk. */
export const RUNNING = ['osd_op_queue', 'osd_recovery_max_active_hdd', ...NAMES] as const;

/** The speed that an OSD runs with, by the values of those options. */
export function runningSpeed(options: Readonly<Record<(typeof RUNNING)[number], string>>): number {
  // 0 stands for the option of the kind of disk.
  const active = Number(options.osd_recovery_max_active) || Number(options.osd_recovery_max_active_hdd);
  const counting = options.osd_op_queue === MCLOCK ? NAMES.slice(0, 2) : NAMES;
  const values = counting.map((name) => [name, Number(options[name])] as const);
  return nearest(new Map([...values, ['osd_recovery_max_active', active]]));
}

/**
 * The option by which OSDs that schedule with mClock take a speed at all: without it they remove what the monitors
 * hold of it. Releases before Ceph 17 do not know it.
 */
export const OVERRIDE = 'osd_mclock_override_recovery_settings';

/** The commands for a speed; 0 and less take the settings away. `overrides`: the cluster knows OVERRIDE. */
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
