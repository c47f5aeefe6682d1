import type { Disk } from '../../api/contract/disks.ts';

/** A server that has been silent for this many seconds is taken to be off or cut off. */
export const SILENT_S = 60;

/** Tells whether the server has been silent for so long that what it last said of its disks and daemons may no longer hold. */
export const isSilent = (server: { readonly serverLastSeen?: number | undefined } | undefined): boolean =>
  (server?.serverLastSeen ?? 0) > SILENT_S;

/** The state of a daemon now; `unknown` where its server's last word is no evidence any more. */
export type DaemonState = 'running' | 'stopped' | 'unknown';

/**
 * The state of the daemon on a disk; undefined where there is none, or where nothing is said of one that is no OSD's.
 * @param justDown its OSD went down so lately that a server that calls it running may have said so before
 */
export function daemonOf(disk: Disk | undefined, justDown = false): DaemonState | undefined {
  if (disk?.daemonRunning === undefined) return disk?.role === 'osd' ? 'unknown' : undefined;
  if (isSilent(disk)) return 'unknown';
  if (!disk.daemonRunning) return 'stopped';
  return justDown ? 'unknown' : 'running';
}
