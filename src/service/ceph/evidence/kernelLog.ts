import type { ClusterEvidence, ServerEvidence } from '../../../api/contract/evidence.ts';
import type { ObservedServer } from './observe.ts';

type DiskErrors = Required<NonNullable<ClusterEvidence['diskErrors']>[number]>;

/** Errors of a device in a server's kernel log. */
type DeviceErrors = Pick<DiskErrors, 'device' | 'errors' | 'first' | 'last'>;

/** A line of a kernel log, and its age in seconds. */
interface AgedLine {
  readonly text: string;
  readonly age: number;
}

/** The age in seconds up to which a line in the kernel log counts as present; the helper sends older ones about killed processes. */
const RECENT_S = 300;
/** For this many seconds after a server's boot, a down OSD may have reported its device by a name from before the boot. */
const SETTLED_S = 15 * 60;

/** Captures the seconds since boot, with which a line begins, and the rest. */
const LINE = /^\[ *(\d+\.\d+)\] ?(.*)$/;

/** The lines of a kernel log of at most this age in seconds, oldest first. */
export function recentLines(kernel: readonly string[], uptime: number, most = RECENT_S): readonly AgedLine[] {
  return kernel.flatMap((line) => {
    const [, seconds, text = ''] = LINE.exec(line) ?? [];
    const age = uptime - Number(seconds);
    // In a container the uptime can be that of the container. Then messages seem to come from the future: skip them.
    return age < -1 || !(age < most) ? [] : [{ text, age: Math.max(0, age) }];
  });
}

/**
 * A kernel message about a failed request of a device. Unsupported requests (`operation not supported`) and failed paths
 * (`recoverable transport`) are not errors of a disk and do not match.
 */
const ERROR = /\b(?:I\/O|critical [a-z ]+|protection|timeout) error, dev ([\w-]+), sector/;

/** The device errors in a kernel log. */
export function errorsIn(lines: readonly AgedLine[]): readonly DeviceErrors[] {
  const ages = new Map<string, number[]>();
  for (const { text, age } of lines) {
    const device = ERROR.exec(text)?.[1];
    if (device !== undefined) ages.set(device, [...(ages.get(device) ?? []), age]);
  }
  return Array.from(ages, ([device, all]) => ({
    device,
    errors: all.length,
    first: all[0]!,
    last: all.at(-1)!,
  }));
}

/** The lines of a server's kernel log, with their present ages. */
const linesOf = ({ told, age: since }: ObservedServer, most?: number): readonly AgedLine[] =>
  recentLines(told.kernel ?? [], told.uptime ?? NaN, most).map(({ text, age }) => ({
    text,
    age: age + since,
  }));

/**
 * The disk errors in the kernel log of a server. Errors are reported only for devices of its OSDs, because several virtual
 * servers may share one kernel log.
 */
export const diskErrors = (
  server: string,
  observed: ObservedServer,
  osdOf: (device: string) => number | undefined,
  up: ReadonlySet<number>,
): readonly DiskErrors[] =>
  errorsIn(linesOf(observed)).flatMap((error) => {
    const osd = osdOf(error.device);
    if (osd === undefined || (!up.has(osd) && (observed.told.uptime ?? 0) < SETTLED_S)) return [];
    return [{ osd, server, ...error }];
  });

/** A complaint of the driver of a disk controller, or about one. */
const COMPLAINT =
  /^(?:mpt[23]sas|megaraid_sas|hpsa|aacraid|smartpqi)\S*|attempting task abort|ata\d+.*hard resetting link|^nvme nvme\d+: .*(?:controller|timeout)/;

/** The lines about disk controllers; undefined without any. */
export function complaintsIn(observed: ObservedServer): ServerEvidence['complaints'] {
  const lines = linesOf(observed).filter(({ text }) => COMPLAINT.test(text));
  const [first, last] = [lines[0], lines.at(-1)];
  return first && last && { lines: lines.length, last: last.text, first: first.age };
}

/** Captures the unit and the process id of an OSD that is to be killed, which since Linux 5 precedes the next line. */
const CHOSEN = /\boom-kill:.*task_memcg=(\S*),task=ceph-osd,pid=(\d+)/;
/** Captures the process id of an OSD that was killed for lack of memory. */
const KILLED = /\b[Oo]ut of memory: Killed process (\d+) \(ceph-osd\)/;
/** Captures the id of an OSD in the name of its unit, that of packages and that of cephadm. */
const UNIT = /@(?:osd\.)?(\d+)\.service$/;

/** The OSDs that the kernel killed for lack of memory. Those that it names must be on this server, as with disk errors. */
export function killedIn(
  observed: ObservedServer,
  isHere: (osd: number) => boolean,
): NonNullable<ServerEvidence['killed']> {
  const lines = linesOf(observed, Infinity);
  const units = new Map(
    lines.flatMap(({ text }) => {
      const [, unit = '', pid] = CHOSEN.exec(text) ?? [];
      const id = UNIT.exec(unit)?.[1];
      return pid === undefined || id === undefined ? [] : [[pid, Number(id)] as const];
    }),
  );
  return lines.flatMap(({ text, age: seconds }) => {
    const pid = KILLED.exec(text)?.[1];
    if (pid === undefined) return [];
    const osd = units.get(pid);
    if (osd === undefined) return [{ seconds }];
    return isHere(osd) ? [{ osd, seconds }] : [];
  });
}
