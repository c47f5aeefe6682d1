import { messageOf } from '../../lib/thrown.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { say } from '../../store/session/view.ts';

/** Reads the missing lines since a moment, in seconds since the epoch; says so if that fails. */
export function readOlderLines(cockpit: Known & Shown, since: number): void {
  void cockpit.logs.reachBack(since).catch((error: unknown) => {
    const reason = messageOf(error);
    say(cockpit.view, 'warn', `Older lines could not be read: ${reason}`);
  });
}
