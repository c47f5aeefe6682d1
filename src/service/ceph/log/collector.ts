import type { Clock } from '../../../lib/clock.ts';
import type { ClusterLogLine } from '../helperProtocol.ts';
import type { LogBook, LogEntry } from './book.ts';
import { FairShare } from './fairShare.ts';
import { clusterPriority, serviceOf, type DaemonLine } from './lines.ts';

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
