import { dirname } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../ceph.ts';
import type { ClusterLogLine } from '../helperProtocol.ts';
import { every, persist } from '../timeouts.ts';
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
import { followFiles } from './tail.ts';

/** Lines to ask the monitors for, of those that they still remember; releases before Quincy remember 50 or so. */
const REMEMBERED = 1000;

/** Takes what the monitors remember of the cluster log. */
async function recallClusterLog(ceph: Ceph, collector: LogCollector): Promise<void> {
  const command = { prefix: 'log last', num: REMEMBERED, level: 'info', channel: 'cluster' };
  // What they remembered at an earlier connection lacks just what was missed since.
  collector.take((await ceph.read<LogLastEntry[]>(command, { fresh: true })).map(fromLogLast));
}

/** The directory that the monitors write their logs to, if they write any and a manager can tell. */
async function findLogDirectory(ceph: Ceph): Promise<string | undefined> {
  const { quorum_names } = await ceph.read<{ quorum_names: string[] }>({ prefix: 'status' });
  const show = { prefix: 'config show', who: `mon.${quorum_names[0]}`, key: 'log_file' };
  const file = (await ceph.readText(show)).trim();
  return file === '' ? undefined : dirname(file);
}

/** Follows the logs of the daemons on this machine, and the monitors' own file of the cluster log. */
function followDaemonLogs(clock: Clock, directory: string, collector: LogCollector): Disposable {
  const wanted = (file: string) => isClusterLog(file) || daemonOfFile(file) !== undefined;
  return followFiles(clock, directory, wanted, (appended) => {
    const cluster: ClusterLogLine[] = [];
    const daemons = new Map<string, readonly DaemonLine[]>();
    for (const [file, { lines, skipped }] of appended) {
      const daemon = daemonOfFile(file);
      // The cluster's own log comes from the monitors, too.
      if (daemon === undefined) cluster.push(...lines.flatMap((line) => parseClusterLine(line) ?? []));
      else {
        const read = daemonLines(lines);
        const gap = skipped === 0 ? [] : [gapLine(read[0]?.t ?? clock.now() / 1000, skipped)];
        daemons.set(daemon, [...gap, ...read]);
      }
    }
    collector.take(cluster, daemons);
  });
}

export interface LogSourceOptions {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly collector: LogCollector;
  /** Brings up to date which server a daemon is on. */
  readonly refresh: () => Promise<void>;
  /** Where the daemons of this machine write their logs; the cluster is asked without it, '' is none. */
  readonly logDir?: string;
}

const REFRESH_MS = 30_000;
const ASK_AGAIN_MS = 10_000;

/**
 * Keeps a collector supplied with everything but the live cluster log. `recall` is for the start of each
 * connection: it fetches what was missed of that.
 */
export class LogSources implements Disposable {
  readonly #options: LogSourceOptions;
  readonly #resources = new DisposableStack();
  #recalling: Disposable | undefined;

  constructor(options: LogSourceOptions) {
    const { clock, ceph, collector, refresh, logDir } = options;
    this.#options = options;
    this.#resources.use(every(clock, REFRESH_MS, refresh));
    const follow = (directory: string | undefined) => {
      if (directory && !this.#resources.disposed)
        this.#resources.use(followDaemonLogs(clock, directory, collector));
    };
    if (logDir === undefined)
      this.#resources.use(persist(clock, ASK_AGAIN_MS, async () => follow(await findLogDirectory(ceph))));
    else follow(logDir);
  }

  recall(): void {
    const { clock, ceph, collector, refresh } = this.#options;
    this.#recalling?.[Symbol.dispose]();
    this.#recalling = persist(clock, ASK_AGAIN_MS, async () => {
      await refresh();
      await recallClusterLog(ceph, collector);
    });
  }

  [Symbol.dispose](): void {
    this.#recalling?.[Symbol.dispose]();
    this.#resources.dispose();
  }
}
