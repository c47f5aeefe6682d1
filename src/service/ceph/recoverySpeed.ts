import type { Command } from './ceph.ts';
import type { ConfigEntry } from './config/settings.ts';

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

/** The speed that the configuration amounts to: 0 while nothing is set for all OSDs, else the nearest of the table. */
export function recoverySpeed(config: readonly ConfigEntry[]): number {
  const set = new Map(
    config
      .filter(({ section, mask }) => section === 'osd' && !mask)
      .map(({ name, value }) => [name, Number(value)]),
  );
  const given = NAMES.filter((name) => set.has(name));
  if (given.length === 0) return 0;
  const distances = PACES.map((row) =>
    given.reduce((total, name) => total + distance(row[name], set.get(name) ?? 0), 0),
  );
  return distances.indexOf(Math.min(...distances)) + 1;
}

/** The commands for a speed; 0 and less take the settings away. */
export function recoverySpeedCommands(speed: number): Command[] {
  const row = PACES[speed - 1];
  const remove = (name: string): Command => ({ prefix: 'config rm', who: 'osd', name });
  const set = (name: keyof Pace, value: number): Command => ({
    prefix: 'config set',
    who: 'osd',
    name,
    value: String(value),
  });
  return [remove(COMMON_SLEEP), ...NAMES.map((name) => (row ? set(name, row[name]) : remove(name)))];
}
