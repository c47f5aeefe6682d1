import type { Clock } from '../../../lib/clock.ts';
import type { LogEntry } from '../../logQuery.ts';
import type { ClusterLogLine } from '../helper/protocol.ts';
import type { LogBook } from './book.ts';
import { clusterPriority, isKept, serviceOf, type DaemonLine, leftOutLine } from './lines.ts';

/**
 * The limits of each daemon's log: lines in a burst, and lines per second in the long run. So ten daemons that write
 * permanently take an hour and a half, not minutes, to fill a book of 50,000 lines.
 */
const BURST = 2000;
const LINES_PER_SECOND = 1;

/** The token bucket of a daemon. */
interface Account {
  /** The number of lines that it may write now. */
  left: number;
  /** The time of the last update of `left`, in elapsed seconds. */
  at: number;
  /** The number of lines that were dropped since the last one that was kept. */
  leftOut: number;
}

/** Limits each daemon, so that one that writes much does not displace the lines of all others. */
export class FairShare {
  readonly #accounts = new Map<string, Account>();

  /**
   * The lines that a daemon may add, in their order. After a gap, a line with the number of dropped lines comes first.
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

/** The number of cluster log lines that are remembered, to detect duplicates. */
const REMEMBERED = 10_000;

/**
 * Collects lines from all sources in one book. A line of the cluster log can arrive three times: live, from the monitors'
 * memory after a restart, and from their log file.
 */
export class LogCollector {
  readonly #book: LogBook;
  readonly #serverOf: (daemon: string) => number | undefined;
  readonly #clock: Clock;
  readonly #seen = new Set<string>();
  readonly #share = new FairShare();

  /** @param serverOf returns the server id of a daemon such as `osd.3`, if it is known */
  constructor(book: LogBook, clock: Clock, serverOf: (daemon: string) => number | undefined) {
    this.#book = book;
    this.#clock = clock;
    this.#serverOf = serverOf;
  }

  /**
   * Adds lines that were read together; see `isKept` for those of the cluster log that are ignored.
   * @param cluster lines of the cluster log
   * @param daemons lines of the daemons' own logs, by daemon
   */
  add(
    cluster: readonly ClusterLogLine[],
    daemons: ReadonlyMap<string, readonly DaemonLine[]> = new Map(),
  ): void {
    const now = this.#clock.elapsed() / 1000;
    const entries = [...daemons].flatMap(([daemon, lines]) =>
      this.#share.admit(daemon, lines, now).map((line) => this.#entry(daemon, line)),
    );
    for (const line of cluster) {
      const { name, level, message, seconds, microseconds } = line;
      const parsed = { t: seconds + microseconds / 1e6, p: clusterPriority(level), m: message };
      if (this.#isNew(line)) entries.push(this.#entry(name, parsed));
    }
    this.#book.write(entries.sort((a, b) => a.t - b.t));
  }

  #isNew(line: ClusterLogLine): boolean {
    if (!isKept(line)) return false;
    const { channel, name, seconds, microseconds, seq } = line;
    const key = [channel, name, seconds, microseconds, seq].join(' ');
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
