import type { Disk } from '../../api/contract/disks.ts';

/** The time in seconds after which a silent server counts as powered off or disconnected. */
export const SILENT_S = 60;

/** True if the server has been silent for so long that its last report about disks and daemons may be outdated. */
export const isSilent = (server: { readonly serverLastSeen?: number | undefined } | undefined): boolean =>
  (server?.serverLastSeen ?? 0) > SILENT_S;

/** The current state of a daemon; `unknown` if the last report of its server is outdated. */
export type DaemonState = 'running' | 'stopped' | 'unknown';

/**
 * The state of the daemon on a disk; undefined if there is none, or if nothing is known about one that is not an OSD.
 * @param justDown the OSD went down so recently that a report of a running daemon may be from before that
 */
export function daemonOf(disk: Disk | undefined, justDown = false): DaemonState | undefined {
  if (disk?.daemonRunning === undefined) return disk?.role === 'osd' ? 'unknown' : undefined;
  if (isSilent(disk)) return 'unknown';
  if (!disk.daemonRunning) return 'stopped';
  return justDown ? 'unknown' : 'running';
}
