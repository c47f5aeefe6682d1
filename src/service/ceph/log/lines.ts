import { parse } from 'node:path';
import { PRIORITY } from '../../../lib/priority.ts';
import type { ClusterLogLine } from '../helper/protocol.ts';

/** The syslog priorities of the levels of the cluster log. */
const CLUSTER_PRIORITIES: Readonly<Record<string, number>> = {
  '[DBG]': PRIORITY.debug,
  '[INF]': PRIORITY.info,
  '[SEC]': PRIORITY.notice,
  '[WRN]': PRIORITY.warning,
  '[ERR]': PRIORITY.error,
};

/** The syslog priority of a level of the cluster log; that of info for an unknown level. */
export const clusterPriority = (level: string): number => CLUSTER_PRIORITIES[level] ?? PRIORITY.info;

/** The syslog priority of a daemon's debug level: -1 is an error, 0 is for everyone, higher levels are more detailed. */
const daemonPriority = (level: number): number =>
  level < 0 ? PRIORITY.error : level === 0 ? PRIORITY.info : PRIORITY.debug;

/** The service name for the lines of a daemon (`mon.a`, `osd.3`, `client.rgw.a`). */
export function serviceOf(daemon: string): string {
  const [kind = daemon, id = ''] = daemon.split('.');
  if (kind === 'osd') return daemon;
  return kind === 'client' && /^(rgw|radosgw)/.test(id) ? 'radosgw' : kind;
}

/** The daemon that writes a log file, from the file's name (`ceph-osd.3.log`, `osd.3.log`); undefined for other files. */
export function daemonOfFile(file: string): string | undefined {
  const { name, ext } = parse(file);
  const daemon = /(?:^|-)((?:mon|mgr|mds|osd|client\.(?:rgw|radosgw))\..+)$/.exec(name);
  return ext === '.log' ? daemon?.[1] : undefined;
}

const CLUSTER_LOGS: ReadonlySet<string> = new Set(['ceph.log', 'ceph.audit.log', 'cluster.log']);

/** True if a file has one of the usual names of the cluster log or its audit log. */
export const isClusterLog = (file: string): boolean => CLUSTER_LOGS.has(file);

/** A line of a daemon's log: Unix time in seconds, syslog priority, message. */
export interface DaemonLine {
  readonly t: number;
  readonly p: number;
  readonly m: string;
}

const DAEMON_LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d{4}) [0-9a-f]+ +(-?\d+) (.*)$/;
/** Lines to skip: copies of cluster log lines, and the commands that a monitor receives, including our own. */
const ECHO = /^log_channel\(| handle_command mon_command\(/;

/** The Unix time of Ceph's timestamps, whose offset has no colon. */
const seconds = (stamp: string) => Date.parse(stamp.replace(/(\d\d)$/, ':$1')) / 1000;

/** Parses lines of a daemon's log. A line without a time, as in a stack trace, gets the time of the line before it. */
export function daemonLines(lines: readonly string[]): DaemonLine[] {
  const found: DaemonLine[] = [];
  let last: Omit<DaemonLine, 'm'> | undefined;
  for (const line of lines) {
    const [, stamp, level, message = line] = DAEMON_LINE.exec(line) ?? [];
    if (stamp !== undefined) {
      last = ECHO.test(message) ? undefined : { t: seconds(stamp), p: daemonPriority(Number(level)) };
    }
    if (last && message.trim() !== '') found.push({ ...last, m: message });
  }
  return found;
}

/** The line that replaces bytes that were skipped in a log. */
export const gapLine = (t: number, bytes: number): DaemonLine => ({
  t,
  p: PRIORITY.warning,
  m: `${Math.ceil(bytes / 1024)} KiB of this log were skipped: they were written faster than they can be read`,
});

/** The line that replaces dropped lines of a daemon. */
export const leftOutLine = (t: number, count: number): DaemonLine => ({
  t,
  p: PRIORITY.warning,
  m: `${count} earlier lines of this daemon were dropped: it exceeds its share of the lines that are kept`,
});

const CLUSTER_LINE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})([+-]\d{4}) (\S+) \(\S+\) (\d+) : (\w+) (\[\w+\]) (.*)$/;

/** Parses a line of the monitors' cluster log file. */
export function parseClusterLine(line: string): ClusterLogLine | undefined {
  const [, stamp = '', micros, offset = '', name = '', seq, channel = '', level = '', message = ''] =
    CLUSTER_LINE.exec(line) ?? [];
  if (seq === undefined) return undefined;
  const at = { seconds: seconds(stamp + offset), microseconds: Number(micros), seq: Number(seq) };
  return { channel, name, ...at, level, message };
}

/**
 * Matches commands that are not changes by a person: of the key store, which daemons and this service write all the time,
 * and the steps in which the manager resizes a pool.
 */
const ROUTINE = /"prefix": ?"config-key |"pgp?_num_actual"/;

/**
 * True if a line is kept: any of the cluster log, and those of the audit log about commands that have changed something.
 * Debug lines are never kept.
 */
export const isKept = ({ channel, level, message }: ClusterLogLine): boolean =>
  level !== '[DBG]' &&
  (channel === 'cluster' ||
    (channel === 'audit' && message.endsWith(': finished') && !ROUTINE.test(message)));

/** An entry of `ceph log last`. */
export interface LogLastEntry {
  readonly name: string;
  readonly stamp: string;
  readonly seq: number;
  readonly channel: string;
  readonly priority: string;
  readonly message: string;
}

/** The time of Ceph's timestamps with a fraction: `2026-11-20T00:00:01.250000+0000`. */
export function parseStamp(stamp: string): Pick<ClusterLogLine, 'seconds' | 'microseconds'> {
  const [, day = '', micros = '0', offset = ''] = /^(.+)\.(\d+)([+-]\d{4})$/.exec(stamp) ?? [];
  return { seconds: seconds(day + offset), microseconds: Number(micros) };
}

/** Converts an entry to the form in which librados delivers live lines. */
export const fromLogLast = ({
  name,
  stamp,
  seq,
  channel,
  priority: level,
  message,
}: LogLastEntry): ClusterLogLine => ({ channel, name, ...parseStamp(stamp), seq, level, message });
