import { Refusal } from './engine.ts';

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

/** How many lines an answer has at most: what is asked for, or all of a range with both ends, up to the limit. */
export const linesOf = ({ before, lines = DEFAULT_LINES }: LogQuery): number =>
  Math.min(before === undefined ? lines : MAX_LINES, MAX_LINES);

/** @throws Refusal 400 for a range of time that is none */
export function checkRange({ after, before }: LogQuery): void {
  if (before !== undefined && after === undefined)
    throw new Refusal(400, 'a range of time needs both ends: give after as well as before');
  if (before !== undefined && after !== undefined && before < after)
    throw new Refusal(400, 'the range ends before it begins: before must not be less than after');
}

/** Names of services that differ from the ones that lines carry. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['samba', 'smb']]);

/** Leads a systemd unit (`ceph-osd@3.service`, `ceph-radosgw@rgw.a`, `ceph-mon@a`) back to the name that its lines carry. */
function serviceName(name: string): string {
  const unit = /^(?:[a-z]+-)?([a-z]+)@([\w-]+)/.exec(name);
  if (!unit) return OTHER_NAMES.get(name) ?? name.replace(/\.service$/, '');
  return unit[1] === 'osd' ? `osd.${unit[2]}` : (unit[1] ?? name);
}

/** Whether a line is of the server, the services and the priorities that are asked for; its time is not looked at. */
export function lineMatcher({ server, service, priority }: LogQuery): (line: Line) => boolean {
  const names = service && new Set(service.map(serviceName));
  return ({ s, h, p }) =>
    (server === undefined || h === server) &&
    (priority === undefined || priority.includes(p)) &&
    (names === undefined || names.has(s) || (names.has('osd.*') && s.startsWith('osd.')));
}
