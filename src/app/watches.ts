import type { Cockpit } from '../store/cockpit.ts';
import { watchAbsence } from '../store/session/absence.ts';
import { watchIdentity } from '../store/session/identity.ts';
import { say } from '../store/session/view.ts';

/** The reaction to another cluster at the same address, and the message that a console begins with after it. */
export interface Restart {
  /** Ends this console to open the same context again; `reason` is the message of the next one. */
  readonly restart?: (reason: string) => void;
  readonly notice?: string;
}

/** Watches for the operator's absence, and for another cluster at the same address. */
export function startWatches(
  { restart, notice }: Restart,
  { cache, changes, ...of }: Pick<Cockpit, 'cache' | 'clock' | 'view' | 'keys' | 'changes'>,
): Disposable {
  if (notice !== undefined) say(of.view, 'warn', notice, NOTICE_MS);
  const stops = new DisposableStack();
  stops.defer(watchAbsence(of, () => changes().of.size > 0));
  stops.defer(watchIdentity(cache.store, (first, now) => restart?.(otherCluster(first, now))));
  return stops;
}

/** The time for which the reason of a restart is shown, in milliseconds: the operator may be looking elsewhere. */
const NOTICE_MS = 60_000;

const otherCluster = (first: string, now: string): string =>
  `Another cluster answers here: ${now.slice(0, 8)}, not ${first.slice(0, 8)}. The console has started again: what was open, and what could be undone, is gone.`;
