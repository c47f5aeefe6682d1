import type { LogEvent } from '../api/contract/logs.ts';

/** Which lines of the log are asked for; the fields are those of the interface. */
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

/** A line as far as queries look at it. */
interface Line {
  readonly s: string;
  readonly h?: number;
  readonly p: number;
}

/** Lines of one answer when the caller does not say. */
const DEFAULT_LINES = 100;
/** Most lines of one answer; the rest follows with the cursor of its last line. */
const MAX_LINES = 10_000;

/** The most lines of an answer: as many as are asked for, or all of a range with both ends, up to the limit. */
export const linesOf = ({ before, lines = DEFAULT_LINES }: LogQuery): number =>
  Math.min(before === undefined ? lines : MAX_LINES, MAX_LINES);

/** Names of services that differ from the ones that lines carry. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['samba', 'smb']]);

/** Leads a systemd unit (`ceph-osd@3.service`, `ceph-radosgw@rgw.a`, `ceph-mon@a`) back to the name that its lines carry. */
function serviceName(name: string): string {
  const unit = /^(?:[a-z]+-)?([a-z]+)@([\w-]+)/.exec(name);
  if (!unit) return OTHER_NAMES.get(name) ?? name.replace(/\.service$/, '');
  return unit[1] === 'osd' ? `osd.${unit[2]}` : (unit[1] ?? name);
}

/** Makes a test of lines for the server, the services and the priorities that are asked for; their time is not looked at. */
export function lineMatcher({ server, service, priority }: LogQuery): (line: Line) => boolean {
  const names = service && new Set(service.map(serviceName));
  return ({ s, h, p }) =>
    (server === undefined || h === server) &&
    (priority === undefined || priority.includes(p)) &&
    (names === undefined || names.has(s) || (names.has('osd.*') && s.startsWith('osd.')));
}

/** A log as far as following it goes: lines by their numbers, the oldest of which are forgotten. */
interface Followed {
  readonly first: number;
  readonly end: number;
  at(number: number): { readonly t: number } | undefined;
  /** Resolves when there are more lines, or the signal is aborted. */
  news(signal: AbortSignal): Promise<void>;
}

/** Stands where lines are missing, in their place. */
const gap = (count: number, t: number | undefined): LogEvent => ({
  ...(t !== undefined && { t }),
  s: 'mgmt',
  p: 4,
  m: `${count} lines of the log were forgotten before this reader took them: it is slower than the log`,
});

/**
 * The lines from number `from` on, each as it comes, until the signal is aborted. Where the reader was slower than
 * the log, a line says how many were forgotten meanwhile, of whatever kind they were.
 */
export async function* followFrom(
  book: Followed,
  from: number,
  eventAt: (number: number) => LogEvent | undefined,
  signal: AbortSignal,
): AsyncGenerator<LogEvent, void> {
  let next = from;
  while (!signal.aborted) {
    const { first } = book;
    if (next < first) {
      yield gap(first - next, book.at(first)?.t);
      next = first;
    } else if (next < book.end) {
      const event = eventAt(next++);
      if (event) yield event;
    } else await book.news(signal);
  }
}
