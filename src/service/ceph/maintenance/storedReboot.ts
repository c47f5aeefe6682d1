import { messageOf } from '../../../lib/thrown.ts';
import type { ServerHelper } from '../access/serverAccess.ts';
import type { Say } from '../tasks/board.ts';
import type { RunningDaemons } from './daemonState.ts';

/** The state of a server's reboot, which is stored before anything on the server is changed. */
export interface StoredReboot {
  readonly host: string;
  /** The server's boot id before the reboot. */
  readonly boot: string;
  /** The daemons that ran before the reboot. */
  readonly before: RunningDaemons;
  /** The CRUSH hosts for which this task sets noout. */
  readonly nooutHosts: readonly string[];
  /** The reboot command was sent, or is about to be. */
  readonly ordered: boolean;
  /** Its orchestrator stops and starts its daemons, and sets noout: the server is in maintenance mode meanwhile. */
  readonly inMaintenance?: boolean;
}

/** The task to which a reboot belongs: its log, its cancellation and its stored state. */
export interface RebootTask {
  readonly say: Say;
  readonly cancelled: AbortSignal;
  /** Stores the state of the reboot; undefined when nothing is left to undo. */
  readonly mark: (begun: StoredReboot | undefined) => Promise<void>;
}

/** The boot id of a server, and the reason why it needs a reboot, if it does (helper_host.py). */
interface Boot {
  readonly id: string;
  readonly wanted: string | null;
}

/** Shorter than the ten seconds that a client waits for the service. */
const TIMEOUT_MS = 7000;

/** Reads the boot id of a server. */
export const readBoot = ({ call }: ServerHelper): Promise<Boot> =>
  call<Boot>('host.boot', {}, { timeoutMs: TIMEOUT_MS });

/** The advice for daemons that remain stopped after a failed reboot. */
export const START_ADVICE = 'run `systemctl start ceph.target` there';

/** The reason why work was aborted, in words. */
export function failureReason(failure: unknown, cancelled: AbortSignal): string {
  if (failure === cancelled.reason) return 'cancelled';
  return messageOf(failure);
}
