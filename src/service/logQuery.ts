import type { LogEvent } from '../api/contract/logs.ts';

/** A selection of log lines; the fields are those of the interface. */
export interface LogQuery {
  readonly server?: number;
  readonly service?: readonly string[];
  readonly priority?: readonly number[];
  /** Unix timestamps in seconds. */
  readonly after?: number;
  readonly before?: number;
  readonly lines?: number;
  readonly cursor?: string;
}

/** A stored log line: Unix time in seconds, message, service, server, syslog priority. */
export interface LogEntry {
  readonly t: number;
  readonly m: string;
  readonly s: string;
  /** Server id; absent if the server is not known. */
  readonly h?: number;
  readonly p: number;
}

/** Number of lines in an answer if the caller gives none. */
const DEFAULT_LINES = 100;
/** Maximum number of lines in an answer; the caller reads the rest with the cursor of the last line. */
const MAX_LINES = 10_000;

/**
 * The maximum number of lines to return: the number requested, or for a range with an end all of it, up to MAX_LINES.
 */
export const lineLimit = ({ before, lines = DEFAULT_LINES }: LogQuery): number =>
  Math.min(before === undefined ? lines : MAX_LINES, MAX_LINES);

/** Service names whose log lines carry another name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['samba', 'smb']]);

/**
 * Maps a systemd unit (`ceph-osd@3.service`, `ceph-radosgw@rgw.a`, `ceph-mon@a`) to the service name in its log
 * lines.
 */
function serviceName(name: string): string {
  const unit = /^(?:[a-z]+-)?([a-z]+)@([\w-]+)/.exec(name);
  if (!unit) return OTHER_NAMES.get(name) ?? name.replace(/\.service$/, '');
  return unit[1] === 'osd' ? `osd.${unit[2]}` : (unit[1] ?? name);
}

/** Makes a predicate for the server, services and priorities of a query; it ignores the time. */
export function lineMatcher({
  server,
  service,
  priority,
}: LogQuery): (line: Pick<LogEntry, 's' | 'h' | 'p'>) => boolean {
  const names = service && new Set(service.map(serviceName));
  return ({ s, h, p }) =>
    (server === undefined || h === server) &&
    (priority === undefined || priority.includes(p)) &&
    (names === undefined || names.has(s) || (names.has('osd.*') && s.startsWith('osd.')));
}

/** A log that can be followed: numbered lines, of which the oldest are dropped. */
interface FollowedLog {
  readonly first: number;
  readonly end: number;
  at(number: number): { readonly t: number } | undefined;
  /** Resolves when there are more lines, or the signal is aborted. */
  news(signal: AbortSignal): Promise<void>;
}

/** The log of an engine, whose lines have opaque cursors. */
export interface NumberedLog extends FollowedLog {
  at(number: number): LogEntry | undefined;
  cursor(number: number, entry: LogEntry): string;
  /**
   * The start of the lines after a cursor: a number, and for a cursor from before a restart also a time. Undefined for a
   * cursor that is not one of this log.
   */
  after(cursor: string): { readonly number: number; readonly t?: number } | undefined;
}

/** The line that takes the place of dropped lines. */
const gap = (count: number, t: number | undefined): LogEvent => ({
  ...(t !== undefined && { t }),
  s: 'mgmt',
  p: 4,
  m: `${count} lines of the log were dropped before this reader received them: it reads too slowly`,
});

/**
 * Yields the lines from number `from` on as they arrive, until the signal is aborted. If the reader is slower than
 * the log, a line says how many were dropped meanwhile, matching the query or not.
 */
export async function* followFrom(
  log: FollowedLog,
  from: number,
  eventAt: (number: number) => LogEvent | undefined,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  let next = from;
  while (!signal.aborted) {
    const { first } = log;
    if (next < first) {
      yield gap(first - next, log.at(first)?.t);
      next = first;
    } else if (next < log.end) {
      const event = eventAt(next++);
      if (event) yield event;
    } else await log.news(signal);
  }
}
