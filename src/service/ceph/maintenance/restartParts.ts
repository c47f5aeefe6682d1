import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import type { Ceph } from '../ceph.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import type { Running } from './atRest.ts';

export interface RestartParts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly hands: Hands;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

/** The reboot of a server, written down before anything there is touched. */
export interface Begun {
  readonly host: string;
  /** Its start until then. */
  readonly boot: string;
  /** The daemons that ran on it. */
  readonly before: Running;
  /** The hosts of the CRUSH map that noout is set for. */
  readonly leased: readonly string[];
  /** It is told to reboot, or about to be. */
  readonly ordered: boolean;
}

/** The ways in which a reboot tells its task, and is told. */
export interface Telling {
  readonly say: (line: string) => void;
  readonly cancelled: AbortSignal;
  /** Writes down how far the reboot is; undefined when nothing is left to put back. */
  readonly mark: (begun: Begun | undefined) => Promise<void>;
}

/** A start of a server, and what on it asks for another one (helper_host.py). */
interface Boot {
  readonly id: string;
  readonly wanted: string | null;
}

/** A client waits for ten seconds. */
const LOOKING_MS = 7000;

export const bootOf = ({ call }: Hand): Promise<Boot> =>
  call<Boot>('host.boot', {}, { timeoutMs: LOOKING_MS });

/** The way to start what was stopped for a reboot. */
export const BY_HAND = 'run `systemctl start ceph.target` there';

/** The reason why work ended before its end, in words. */
export function whyOf(failure: unknown, cancelled: AbortSignal): string {
  if (failure === cancelled.reason) return 'cancelled';
  return messageOf(failure);
}
