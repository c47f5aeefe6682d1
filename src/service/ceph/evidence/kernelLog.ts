import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { latestAnswers } from '../access/latestAnswers.ts';
import type { ServerHelper, ServerAccess } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';
import { dataDeviceOf, readOsdMetadata, type OsdMetadata } from '../disks/read.ts';
import { INTERVAL_MS, MAX_ENTRIES, MAX_SERVERS, OUTDATED_MS, SERVER_TIMEOUT_MS } from './limits.ts';

type DiskErrors = Required<NonNullable<ClusterEvidence['diskErrors']>[number]>;

/** Errors of a device in a server's kernel log. */
type DeviceErrors = Pick<DiskErrors, 'device' | 'errors' | 'first' | 'last'>;

/** The device errors in a server's kernel log, and the server's uptime in seconds. */
interface KernelReading {
  readonly uptime: number;
  readonly errors: readonly DeviceErrors[];
}

/** The age in seconds up to which errors in the kernel log count as present. */
const RECENT_S = 300;
/** For this many seconds after a server's boot, a down OSD may have reported its device by a name from before the boot. */
const SETTLED_S = 15 * 60;

/** Prints the kernel log at the levels at which the kernel reports disk errors. */
const DMESG = ['dmesg', '--level', 'err,crit,alert,emerg'] as const;

/**
 * A kernel message about a failed request of a device; it begins with the seconds since boot. Unsupported requests
 * (`operation not supported`) and failed paths (`recoverable transport`) are not errors of a disk and do not match.
 */
const ERROR = /^\[ *(\d+\.\d+)\].*\b(?:I\/O|critical [a-z ]+|protection|timeout) error, dev ([\w-]+), sector/;

/** The recent device errors in the output of `dmesg`, whose times are seconds since boot. */
export function errorsIn(dmesg: string, uptime: number): readonly DeviceErrors[] {
  const ages = new Map<string, number[]>();
  for (const line of dmesg.split('\n')) {
    const [, seconds, device = ''] = ERROR.exec(line) ?? [];
    const age = uptime - Number(seconds);
    // In a container the uptime can be that of the container. Then messages seem to come from the future: skip them.
    if (age < -1 || !(age < RECENT_S)) continue;
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

async function readKernelLog({ call, run }: ServerHelper): Promise<KernelReading> {
  const { status, out, err } = await run(DMESG, SERVER_TIMEOUT_MS);
  if (status !== 0) throw new Refusal(503, `\`dmesg\` failed: ${err.trim()}`);
  const paths = ['/proc/uptime'];
  const [text = ''] = await call<readonly string[]>('host.read', { paths }, { timeoutMs: SERVER_TIMEOUT_MS });
  const uptime = parseFloat(text);
  return { uptime, errors: errorsIn(out, uptime) };
}

/** The OSDs that do not share their device, by server and device: `host3/sda`. */
function osdByDevice(all: readonly OsdMetadata[]): ReadonlyMap<string, number> {
  const named = Map.groupBy(all, (osd) => `${osd.hostname ?? ''}/${dataDeviceOf(osd) ?? ''}`);
  return new Map([...named].flatMap(([device, on]) => (on.length > 1 ? [] : [[device, on[0]!.id]])));
}

/**
 * Makes the function that returns the disk errors in the kernel logs of servers. Errors are reported only for devices of
 * OSDs on that server, because several virtual servers may share one kernel log.
 */
export function kernelErrors(ceph: Ceph, access: Pick<ServerAccess, 'find'>, clock: Clock) {
  const readings = latestAnswers(access, clock, readKernelLog, INTERVAL_MS);
  return async (servers: readonly string[], up: ReadonlySet<number>): Promise<DiskErrors[]> => {
    const all = await readings(servers.slice(0, MAX_SERVERS));
    const recent = [...all].filter(([, { age }]) => age * 1000 <= OUTDATED_MS);
    if (recent.every(([, { value }]) => value.errors.length === 0)) return [];
    const osds = osdByDevice(await readOsdMetadata(ceph));
    const found = recent.flatMap(([server, { value, age }]) =>
      value.errors.flatMap(({ first, last, ...error }): DiskErrors[] => {
        const osd = osds.get(`${server}/${error.device}`);
        if (osd === undefined || (!up.has(osd) && value.uptime < SETTLED_S)) return [];
        return [{ osd, server, ...error, first: first + age, last: last + age }];
      }),
    );
    return found.toSorted((a, b) => b.errors - a.errors).slice(0, MAX_ENTRIES);
  };
}
