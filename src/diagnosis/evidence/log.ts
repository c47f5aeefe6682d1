import type { LogEvent } from '../../api/contract/logs.ts';

/** A log line that is relevant to a rule. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
  /** The service that wrote it, such as `osd.3` or `kernel`. */
  readonly service: string;
  /** The id of the server on which it was written. */
  readonly server: number | undefined;
  /** The captured groups of the pattern. */
  readonly found: readonly string[];
}

/**
 * The patterns of relevant log lines, each with a literal text for a cheap first test. The lines are from Ceph's
 * cluster log and daemons, the Linux kernel and systemd. Comments name the captured groups.
 */
const PATTERNS = {
  /** OSD id; reason: `connection refused …` or `2 reporters from …`. */
  failed: [' failed (', /\bosd\.(\d+) failed \(.*\) \((.*)\)/],
  /** OSD id; an OSD that was told to stop says so to the monitors. */
  shutDown: ['marked itself down', /\bosd\.(\d+) marked itself down/],
  /** The kernel of a server starts. */
  rebooted: ['Linux version', /^(Linux version)/],
  /** The monitors say that no data lacks copies any more, or that all is well. */
  recovered: ['Health check cleared: PG_DEGRADED', /(Health check cleared: PG_DEGRADED)/],
  healthy: ['is now healthy', /(Cluster is now healthy)/],
  degraded: ['(PG_DEGRADED)', /Health check failed: .*\((PG_DEGRADED)\)/],
  unavailable: ['(PG_AVAILABILITY)', /Health check failed: .*\((PG_AVAILABILITY)\)/],
  booted: [' boot', /\bosd\.(\d+) .*\bboot$/],
  stillRunning: ['but it is still running', /^(?:cluster \[\w+\] )?Monitor daemon marked osd\.(\d+) down/],
  /** OSD id; the time of its last answer, or of the first ping; the time of the last answer over the public network. */
  noReply: [
    'no reply from',
    /no reply from \S+ osd\.(\d+) (?:since|ever)(?: .*?(?:back|sent) (\d{4}-\S+))?(?: front (\d{4}-\S+))?/,
  ],
  /** OSD id; an OSD that does not boot, because it hears too few of its peers. */
  waitsForPeers: ['is_healthy false', /\bosd\.(\d+) .*is_healthy false -- only \d+\/\d+ up peers/],
  /** Ids of the OSDs for which a request waits. */
  waitingFor: ['waiting for subops', /waiting for subops from ([\d,]+)/],
  /** Device name. */
  blockError: [' error, dev ', /error, dev (\w+), sector/],
  /** An error that an OSD reports about its own disk. */
  readError: ['missing primary copy', /(missing primary copy of)/],
  osdError: ['Input/output error', /bdev\(.*(Input\/output error)/],
  offline: ['rejecting I/O', /(rejecting I\/O to (?:offline|dead) device)/],
  slowDisk: ['slow operation observed', /(slow operation observed)/],
  controller: [
    '',
    /(^(?:mpt[23]sas|megaraid_sas|hpsa|aacraid|smartpqi)\S*|attempting task abort|ata\d+.*hard resetting link)/,
  ],
  link: ['Link is', /Link is (up|down)/i],
  /** Kind and name of a daemon. */
  exited: ['main process exited', /^(\w+) (\S+): main process exited/],
  /**
   * Name of a metadata server, and what the monitors say of it: that a standby replaces it (`as rank`; before Ceph 16 `is not
   * responding`), that it is removed, or that it has a rank.
   */
  metadataServers: [
    'daemon mds.',
    /\bdaemon mds\.(\S+) (as rank(?= \d+ with standby)|is not responding|is removed|assigned to|is now active)/,
  ],
  /** Name of a manager, and what the monitors say of it. */
  managers: ['Manager daemon ', /Manager daemon (\S+) (is unresponsive(?:, replacing)?|is now available)/],
  /** `failed` when the check was raised, `update` later; the monitors that are in the quorum. */
  monitorsLost: ['(MON_DOWN)', /Health check (failed|update): \d+\/\d+ mons down, quorum (\S+) \(MON_DOWN\)/],
  monitorsBack: ['cleared: MON_DOWN', /(Health check cleared: MON_DOWN)/],
  leader: ['is new leader', /\bmon\.(\S+) is new leader, mons (\S+) in quorum/],
  badShard: [' shard ', /\b(\d+\.[\da-f]+) shard (\d+)\S* soid/],
  /** Name of a pool; the quota that it reached, and its value. */
  poolsFull: ["reached quota's", /\bpool '(.+)' is full \(reached quota's max_(bytes|objects): (.+)\)/],
  /** The code of a check about what scrubs have found. */
  cleared: ['Health check cleared: ', /Health check cleared: (OSD_SCRUB_ERRORS|LARGE_OMAP_OBJECTS)/],
  largeOmap: ['Large omap object', /Large omap object found\. Object: (\S+)/],
  evicted: ['evicting unresponsive', /evicting unresponsive client (\S+)(?: \((\d+)\))?/],
  slowRequest: ['client_request(', /slow request .*client_request\((client\.\d+)/],
  stamped: ['stamped', /(message from mon\.\d+ was stamped)/],
} as const satisfies Record<string, readonly [words: string, pattern: RegExp]>;

/** A kind of relevant log line. */
export type SignalKind = keyof typeof PATTERNS;

/** The relevant log lines by kind, oldest first. */
export type LogSignals = { readonly [Kind in SignalKind]: readonly LogLine[] };

const KINDS = Object.keys(PATTERNS) as SignalKind[];

/** The kinds of lines about OSDs that fail, end and return. */
export const OSD_EVENTS = [
  'failed',
  'shutDown',
  'booted',
  'stillRunning',
  'noReply',
  'waitsForPeers',
] as const satisfies readonly SignalKind[];

/** The kinds of lines that date the loss of a daemon or the filling of a pool, which count however old they are. */
const ENDS = [
  ...OSD_EVENTS,
  'metadataServers',
  'managers',
  'monitorsLost',
  'monitorsBack',
  'leader',
  'poolsFull',
] as const satisfies readonly SignalKind[];

/** The kinds of lines that are repeated while something lasts, those about errors of disks first. */
export const REPEATED = [
  'blockError',
  'readError',
  'osdError',
  'offline',
  'controller',
  'slowDisk',
  'slowRequest',
  'stamped',
] as const satisfies readonly SignalKind[];

/** The kinds of lines that are written once, such as those about what a scrub has found. */
const LASTING: ReadonlySet<SignalKind> = new Set([
  'badShard',
  'largeOmap',
  'cleared',
  'rebooted',
  'recovered',
  'healthy',
  'degraded',
]);

/** The kinds of lines of which some are kept for longer than the others. */
const TELLING: readonly SignalKind[] = [...REPEATED, ...LASTING, 'failed', 'shutDown', 'booted'];

/** False for most lines of other kinds; a cheap test before `readSignals`. */
export const mayBeEnd = (message: string): boolean =>
  ENDS.some((kind) => message.includes(PATTERNS[kind][0]));

/**
 * The time in milliseconds for which a line about slow requests or silent peers counts as current; daemons repeat it
 * every few seconds.
 */
export const COMPLAINT_MS = 30_000;

/** Matches traces of fault injection, which are not evidence, because a cluster with real faults does not have them. */
const INJECTION = /\bINJECT\b|_inject_|inject_/;

/** True if a line is a trace of fault injection. */
export const isInjected = (message: string): boolean => INJECTION.test(message);

/** The captured groups of a line of a kind; undefined if it is of another kind. */
function foundIn({ m = '', s }: LogEvent, kind: SignalKind): readonly string[] | undefined {
  const [words, pattern] = PATTERNS[kind];
  // A cheap test before the expensive pattern.
  if (!m.includes(words) || (words === '' && s !== 'kernel')) return undefined;
  return pattern.exec(m)?.slice(1);
}

/** Classifies log lines; irrelevant ones are left out. */
export function readSignals(events: readonly LogEvent[] | undefined): LogSignals {
  const signals = Object.fromEntries(KINDS.map((kind) => [kind, [] as LogLine[]])) as Record<
    SignalKind,
    LogLine[]
  >;
  for (const event of events ?? []) {
    const { t, m, s = '', h } = event;
    if (t === undefined || m === undefined || isInjected(m)) continue;
    for (const kind of KINDS) {
      const found = foundIn(event, kind);
      if (found) signals[kind].push({ at: t * 1000, text: m, service: s, server: h, found });
    }
  }
  return signals;
}

/** The key of what a line tells about one part that may last for hours; undefined for other lines. */
export function tellingOf(
  event: LogEvent,
): { readonly key: string; readonly isRepeated: boolean } | undefined {
  for (const kind of TELLING) {
    const found = foundIn(event, kind);
    if (found) return { key: [kind, event.h, event.s, ...found].join(' '), isRepeated: !LASTING.has(kind) };
  }
  return undefined;
}
