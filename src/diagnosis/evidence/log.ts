import type { LogEvent } from '../../api/contract/logs.ts';

/** A line of the log that means something to a rule. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
  /** The service that wrote it, such as `osd.3` or `kernel`. */
  readonly service: string;
  /** The id of the server that it comes from. */
  readonly server: number | undefined;
  /** The parts that the pattern found in it. */
  readonly found: readonly string[];
}

/**
 * The patterns of the lines that the rules read, each after the words by which a line is known at once. The texts are those
 * of Ceph's cluster log and daemons, of the Linux kernel and of systemd.
 */
const PATTERNS = {
  /** OSD, reason: `connection refused …` or `2 reporters from …`. */
  failed: [' failed (', /\bosd\.(\d+) failed \(.*\) \((.*)\)/],
  booted: [' boot', /\bosd\.(\d+) .*\bboot$/],
  stillRunning: ['but it is still running', /^(?:cluster \[\w+\] )?Monitor daemon marked osd\.(\d+) down/],
  /** OSD, `ever` where it was never heard of, and when it was last heard of or first asked. */
  noReply: ['no reply from', /no reply from \S+ osd\.(\d+) (since|ever)(?: .*?(?:back|sent) (\d{4}-\S+))?/],
  /** The OSDs that a request waits for. */
  waitingFor: ['waiting for subops', /waiting for subops from ([\d,]+)/],
  /** Device. */
  blockError: [' error, dev ', /error, dev (\w+), sector/],
  /** Lines of an OSD about its own disk. */
  readError: ['missing primary copy', /(missing primary copy of)/],
  osdError: ['Input/output error', /(bdev\(.*Input\/output error)/],
  offline: ['rejecting I/O', /(rejecting I\/O to (?:offline|dead) device)/],
  slowDisk: ['slow operation observed', /(slow operation observed)/],
  controller: [
    '',
    /(^(?:mpt[23]sas|megaraid_sas|hpsa|aacraid|smartpqi)\S*|attempting task abort|ata\d+.*hard resetting link)/,
  ],
  link: ['Link is', /Link is (up|down)/i],
  /** Kind and name of a daemon. */
  exited: ['main process exited', /^(\w+) (\S+): main process exited/],
  replaced: ['is not responding, replacing', /MDS daemon mds\.(\S+) is not responding/],
  leader: ['is new leader', /\bmon\.(\S+) is new leader, mons (\S+) in quorum/],
  badShard: [' shard ', /\b(\d+\.[\da-f]+) shard (\d+)\S* soid/],
  largeOmap: ['Large omap object', /Large omap object found\. Object: (\S+)/],
  evicted: ['evicting unresponsive', /evicting unresponsive client (\S+)(?: \((\d+)\))?/],
  slowRequest: ['client_request(', /slow request .*client_request\((client\.\d+)/],
  stamped: ['stamped', /(message from mon\.\d+ was stamped)/],
} as const satisfies Record<string, readonly [words: string, pattern: RegExp]>;

/** A kind of line that the rules read. */
export type SignalKind = keyof typeof PATTERNS;

/** The lines that mean something, by what they mean, oldest first. */
export type LogSignals = { readonly [Kind in SignalKind]: readonly LogLine[] };

const KINDS = Object.entries(PATTERNS) as [SignalKind, (typeof PATTERNS)[SignalKind]][];

/** Traces of a fault injection, which are no evidence: on a cluster that is really broken there are none. */
const INJECTION = /\bINJECT\b|_inject_|inject_/;

/** Tells whether a line is a trace of a fault injection. */
export const isInjected = (message: string): boolean => INJECTION.test(message);

/** Sorts the lines by what they mean; those that mean nothing to a rule are left out. */
export function readSignals(events: readonly LogEvent[] | undefined): LogSignals {
  const signals = Object.fromEntries(KINDS.map(([kind]) => [kind, [] as LogLine[]])) as Record<
    SignalKind,
    LogLine[]
  >;
  for (const { t, m, s = '', h } of events ?? []) {
    if (t === undefined || m === undefined || isInjected(m)) continue;
    for (const [kind, [words, pattern]] of KINDS) {
      if (!m.includes(words) || (words === '' && s !== 'kernel')) continue;
      const match = pattern.exec(m);
      if (match === null) continue;
      signals[kind].push({ at: t * 1000, text: m, service: s, server: h, found: match.slice(1) });
    }
  }
  return signals;
}
