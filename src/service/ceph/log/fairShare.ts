import { leftOutLine, type DaemonLine } from './lines.ts';

/**
 * The lines of one daemon that are kept at once, and the lines a second that it may add to them for good: ten daemons
 * that write without end fill a book of 50,000 lines in an hour and a half, not in minutes.
 */
const BURST = 2000;
const LINES_PER_SECOND = 1;

interface Account {
  /** Lines that it may write now. */
  left: number;
  /** When that was worked out, in elapsed seconds. */
  at: number;
  leftOut: number;
}

/** Keeps one daemon that writes much from driving the lines of all others out of the book. */
export class FairShare {
  readonly #accounts = new Map<string, Account>();

  /**
   * The lines of a daemon that are kept, in their order, with a line that counts those left out before the first one
   * that is kept again.
   * @param now elapsed seconds
   */
  admit(daemon: string, lines: readonly DaemonLine[], now: number): DaemonLine[] {
    const account = this.#accountOf(daemon, now);
    const kept: DaemonLine[] = [];
    for (const line of lines) {
      if (account.left < 1) {
        account.leftOut++;
        continue;
      }
      if (account.leftOut > 0) {
        kept.push(leftOutLine(line.t, account.leftOut));
        account.leftOut = 0;
      }
      account.left--;
      kept.push(line);
    }
    return kept;
  }

  #accountOf(daemon: string, now: number): Account {
    const account = this.#accounts.get(daemon) ?? { left: BURST, at: now, leftOut: 0 };
    this.#accounts.set(daemon, account);
    account.left = Math.min(BURST, account.left + (now - account.at) * LINES_PER_SECOND);
    account.at = now;
    return account;
  }
}
