import { dirname } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../client/ceph.ts';
import { every, retryUntilDone } from '../client/timeouts.ts';
import type { ClusterLogLine } from '../helper/protocol.ts';
import type { LogCollector } from './collector.ts';
import {
  daemonLines,
  daemonOfFile,
  fromLogLast,
  gapLine,
  isClusterLog,
  parseClusterLine,
  type DaemonLine,
  type LogLastEntry,
} from './lines.ts';
import { settingChanges } from './settingChanges.ts';
import { followFiles } from './tail.ts';

/** The number of lines that are requested from the monitors' memory; releases before Quincy remember about 50. */
const REMEMBERED = 1000;

const RECALL = { prefix: 'log last', num: REMEMBERED, level: 'info' };

/** Collects the cluster log lines in the monitors' memory. */
async function recallClusterLog(ceph: Ceph, collector: LogCollector): Promise<void> {
  const recalled = (channel: string) =>
    // `fresh`, because a cached answer would lack the lines that were missed since.
    ceph.read<LogLastEntry[]>({ ...RECALL, channel }, { fresh: true });
  const lines = await Promise.all(['cluster', 'audit'].map(recalled));
  collector.add(lines.flat().map(fromLogLast));
}

/** The directory of the monitors' log files, if they write any. */
async function findLogDirectory(ceph: Ceph): Promise<string | undefined> {
  const { quorum_names } = await ceph.read<{ quorum_names: string[] }>({ prefix: 'status' });
  const show = { prefix: 'config show', who: `mon.${quorum_names[0]}`, key: 'log_file' };
  const file = (await ceph.readText(show)).trim();
  return file === '' ? undefined : dirname(file);
}

/** Follows the logs of the daemons on this machine, and the monitors' file of the cluster log. */
function followDaemonLogs(clock: Clock, directory: string, collector: LogCollector): Disposable {
  const wanted = (file: string) => isClusterLog(file) || daemonOfFile(file) !== undefined;
  return followFiles(clock, directory, wanted, (appended) => {
    const cluster: ClusterLogLine[] = [];
    const daemons = new Map<string, readonly DaemonLine[]>();
    for (const [file, { lines, skipped }] of appended) {
      const daemon = daemonOfFile(file);
      // A file that belongs to no daemon is the cluster log.
      if (daemon === undefined) {
        for (const line of lines) {
          const parsed = parseClusterLine(line);
          if (parsed) cluster.push(parsed);
        }
      } else {
        const parsed = daemonLines(lines);
        const gap = skipped === 0 ? [] : [gapLine(parsed[0]?.t ?? clock.now() / 1000, skipped)];
        daemons.set(daemon, [...gap, ...parsed]);
      }
    }
    collector.add(cluster, daemons);
  });
}

export interface LogSourceOptions {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly collector: LogCollector;
  /** Updates the servers of the daemons. */
  readonly refresh: () => Promise<void>;
  /** The log directory of this machine's daemons; the cluster is asked unless given, '' means none. */
  readonly logDir?: string;
}

const REFRESH_MS = 30_000;
/** The interval at which changes of settings are read. */
const SETTINGS_MS = 15_000;
const RETRY_MS = 10_000;

/** Feeds a collector with everything except the live cluster log. */
export class LogSources implements Disposable {
  readonly #options: LogSourceOptions;
  readonly #resources = new DisposableStack();
  #recalling: Disposable | undefined;

  constructor(options: LogSourceOptions) {
    const { clock, ceph, collector, refresh, logDir } = options;
    this.#options = options;
    this.#resources.use(every(clock, REFRESH_MS, refresh));
    const changes = settingChanges(ceph, clock);
    this.#resources.use(every(clock, SETTINGS_MS, async () => collector.add(await changes())));
    const follow = (directory: string | undefined) => {
      if (directory && !this.#resources.disposed)
        this.#resources.use(followDaemonLogs(clock, directory, collector));
    };
    if (logDir === undefined)
      this.#resources.use(retryUntilDone(clock, RETRY_MS, async () => follow(await findLogDirectory(ceph))));
    else follow(logDir);
  }

  /** Collects the cluster log lines that were missed. Called at the start of each connection to the cluster. */
  recall(): void {
    const { clock, ceph, collector, refresh } = this.#options;
    this.#recalling?.[Symbol.dispose]();
    this.#recalling = retryUntilDone(clock, RETRY_MS, async () => {
      await refresh();
      await recallClusterLog(ceph, collector);
    });
  }

  [Symbol.dispose](): void {
    this.#recalling?.[Symbol.dispose]();
    this.#resources.dispose();
  }
}
