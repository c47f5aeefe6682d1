import type { Model } from '../model/model.ts';
import type { DeviceClass, Osd } from '../model/topology.ts';

/** The settings that determine the speed of recovery. */
export interface Pace {
  /** osd_max_backfills: reservations per OSD. */
  readonly maxBackfills: number;
  /** osd_recovery_sleep: pause after each object in seconds, by device class. */
  readonly sleep: Readonly<Record<DeviceClass, number>>;
  /** Share of a disk's speed that recovery may use, from 0 to 1. */
  readonly share: Readonly<Record<DeviceClass, number>>;
}

/**
 * The ten recovery speeds in Ceph's settings: reservations per OSD, and the pause after an object on hard disks and
 * on flash. Speed 3 is Ceph's default (osd_max_backfills 1, osd_recovery_sleep_hdd 0.1, _ssd 0).
 */
const PACES: readonly (readonly [maxBackfills: number, hdd: number, flash: number])[] = [
  [1, 0.5, 0.02],
  [1, 0.2, 0.01],
  [1, 0.1, 0],
  [1, 0.05, 0],
  [2, 0.05, 0],
  [2, 0.025, 0],
  [3, 0.025, 0],
  [4, 0.0125, 0],
  [6, 0.005, 0],
  [8, 0, 0],
];

/** Seconds in which an idle disk writes one object of 4 MiB [assumed: 130, 450 and 1400 MB/s]. */
const SERVICE: Readonly<Record<DeviceClass, number>> = { hdd: 0.032, ssd: 0.0093, nvme: 0.003 };

/** Speed of log replay relative to copying shards (measured: 3,400 objects in 5 s on one returned OSD). */
export const REPLAY_FACTOR = 15;

/** The speed that the operator has chosen, or else the default: 1 to 10. */
export function currentRecoverySpeed({ recovery, settings }: Model): number {
  return recovery.speed ?? settings.defaultRecoverySpeed;
}

/** The settings of the current speed. */
export function paceOf(model: Model): Pace {
  const { recoverySleep, recoveryShare } = model.settings;
  const [maxBackfills, hdd, flash] = PACES[currentRecoverySpeed(model) - 1]!;
  const sleep =
    recoverySleep > 0
      ? { hdd: recoverySleep, ssd: recoverySleep, nvme: recoverySleep }
      : { hdd, ssd: flash, nvme: flash };
  return { maxBackfills, sleep, share: { hdd: recoveryShare, ssd: 1, nvme: 1 } };
}

/**
 * Objects per second that one placement group recovers onto this OSD: 1 / (sleep + service), where the service time
 * grows with the number of groups that write to the disk. 7.6 on a hard disk at the default speed (measured: 4 to
 * 13).
 */
export function objectsPerSecond({ sleep, share }: Pace, target: Osd): number {
  return (
    share[target.deviceClass] /
    (sleep[target.deviceClass] + SERVICE[target.deviceClass] * Math.max(1, target.backfills))
  );
}
