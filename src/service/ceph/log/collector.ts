import type { Clock } from '../../../lib/clock.ts';
import type { ClusterLogLine } from '../helperProtocol.ts';
import type { LogBook, LogEntry } from './book.ts';
import { clusterPriority, serviceOf, type DaemonLine, leftOutLine } from './lines.ts';

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

/** Lines of the cluster log that are remembered, to know a line that comes a second time. */
const REMEMBERED = 10_000;

/**
 * Brings lines of all sources into one book. A line of the cluster log can come three times: live, from the
 * monitors' memory after a restart, and from their log file.
 */
export class LogCollector {
  readonly #book: LogBook;
  readonly #serverOf: (daemon: string) => number | undefined;
  readonly #clock: Clock;
  readonly #seen = new Set<string>();
  readonly #share = new FairShare();

  /** `serverOf` gives the server id of a daemon such as `osd.3`, where it is known. */
  constructor(book: LogBook, clock: Clock, serverOf: (daemon: string) => number | undefined) {
    this.#book = book;
    this.#clock = clock;
    this.#serverOf = serverOf;
  }

  /** Takes lines that were read together: of the cluster log, and of daemons' own logs by daemon. Debug and audit lines of the cluster log are left out. */
  take(
    cluster: readonly ClusterLogLine[],
    daemons: ReadonlyMap<string, readonly DaemonLine[]> = new Map(),
  ): void {
    const now = this.#clock.elapsed() / 1000;
    const entries = [...daemons].flatMap(([daemon, lines]) =>
      this.#share.admit(daemon, lines, now).map((line) => this.#entry(daemon, line)),
    );
    for (const line of cluster) {
      const { name, level, message, seconds, microseconds } = line;
      const read = { t: seconds + microseconds / 1e6, p: clusterPriority(level), m: message };
      if (this.#isFresh(line)) entries.push(this.#entry(name, read));
    }
    this.#book.write(entries.sort((a, b) => a.t - b.t));
  }

  #isFresh({ channel, name, seconds, microseconds, seq, level }: ClusterLogLine): boolean {
    if (channel !== 'cluster' || level === '[DBG]') return false;
    const key = [name, seconds, microseconds, seq].join(' ');
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value ?? '');
    return true;
  }

  #entry(daemon: string, line: DaemonLine): LogEntry {
    const h = this.#serverOf(daemon);
    return { ...line, s: serviceOf(daemon), ...(h === undefined ? {} : { h }) };
  }
}
