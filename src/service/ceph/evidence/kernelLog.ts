import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { dataDeviceOf, readOsdMetadata, type OsdMetadata } from '../disks/read.ts';
import type { Hand, Hands } from '../hands/hands.ts';
import { lately } from '../hands/lately.ts';

type DiskErrors = Required<NonNullable<ClusterEvidence['diskErrors']>[number]>;

/** Errors of a device in the log of a kernel. */
type DeviceErrors = Pick<DiskErrors, 'device' | 'errors' | 'first' | 'last'>;

/** The errors of devices of which the kernel of a server tells, and the seconds since its start. */
interface KernelLook {
  readonly uptime: number;
  readonly errors: readonly DeviceErrors[];
}

/** At most so many servers are asked at a time. */
const MOST_SERVERS = 8;
/** Entries that are told. */
const MOST = 32;
/** Milliseconds between two looks at a server, and seconds after which one says nothing of the present. */
const [APART_MS, OLD_S] = [4000, 30];
const LOOKING_MS = 2000;
/** Seconds of the kernel's log that count as the present. */
const LATELY_S = 300;
/** Seconds of a server's running before which an OSD that is down may have known its device by another name. */
const SETTLED_S = 15 * 60;

/** The kernel tells of errors of disks at these levels. */
const ERRORS = ['dmesg', '--level', 'err,crit,alert,emerg'] as const;

/**
 * A line of the kernel on a device that failed a request, after the seconds since its start. Requests that a device does not know
 * (`operation not supported`) and paths that are tried elsewhere (`recoverable transport`) are no errors of a disk.
 */
const ERROR = /^\[ *(\d+\.\d+)\].*\b(?:I\/O|critical [a-z ]+|protection|timeout) error, dev ([\w-]+), sector/;

/** Errors of devices of late, in what `dmesg` prints; the times in it are seconds since the start of the server. */
export function errorsIn(dmesg: string, uptime: number): readonly DeviceErrors[] {
  const ages = new Map<string, number[]>();
  for (const line of dmesg.split('\n')) {
    const [, seconds, device = ''] = ERROR.exec(line) ?? [];
    const age = uptime - Number(seconds);
    // A container may have a start of its own: what comes from the future is not known to be of late.
    if (age < -1 || !(age < LATELY_S)) continue;
    const known = ages.get(device);
    if (known) known.push(Math.max(0, age));
    else ages.set(device, [Math.max(0, age)]);
  }
  return Array.from(ages, ([device, all]) => ({
    device,
    errors: all.length,
    first: all[0]!,
    last: all.at(-1)!,
  }));
}

async function look({ call, run }: Hand): Promise<KernelLook> {
  const { status, out, err } = await run(ERRORS, LOOKING_MS);
  if (status !== 0) throw new Refusal(503, `\`dmesg\` failed: ${err.trim()}`);
  const paths = ['/proc/uptime'];
  const [text = ''] = await call<readonly string[]>('host.read', { paths }, { timeoutMs: LOOKING_MS });
  const uptime = parseFloat(text);
  return { uptime, errors: errorsIn(out, uptime) };
}

/** The OSDs of whom nobody else is on their device, by server and device: `host3/sda`. */
function osdsByDevice(all: readonly OsdMetadata[]): ReadonlyMap<string, number> {
  const named = Map.groupBy(all, (osd) => `${osd.hostname ?? ''}/${dataDeviceOf(osd) ?? ''}`);
  return new Map([...named].flatMap(([device, on]) => (on.length > 1 ? [] : [[device, on[0]!.id]])));
}

/**
 * Makes the function that tells the errors of disks in the kernels' logs of servers, of their own OSDs alone: machines may share one
 * log. Nobody waits long for a server that does not answer.
 */
export function kernelErrors(ceph: Ceph, hands: Pick<Hands, 'find'>, clock: Clock) {
  const lookAt = lately(hands, clock, look, APART_MS);
  return async (servers: readonly string[], up: ReadonlySet<number>): Promise<DiskErrors[]> => {
    const told = [...(await lookAt(servers.slice(0, MOST_SERVERS)))].filter(([, { age }]) => age <= OLD_S);
    if (told.every(([, { value }]) => value.errors.length === 0)) return [];
    const osds = osdsByDevice(await readOsdMetadata(ceph));
    const found = told.flatMap(([server, { value, age }]) =>
      value.errors.flatMap(({ first, last, ...error }): DiskErrors[] => {
        const osd = osds.get(`${server}/${error.device}`);
        if (osd === undefined || (!up.has(osd) && value.uptime < SETTLED_S)) return [];
        return [{ osd, server, ...error, first: first + age, last: last + age }];
      }),
    );
    return found.toSorted((a, b) => b.errors - a.errors).slice(0, MOST);
  };
}
