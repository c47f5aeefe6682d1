import type { HostDisk } from '../hands/hostDisk.ts';

/** The answer of `ceph orch status`. */
export interface OrchStatus {
  readonly available?: boolean;
  /** Name of the manager module, such as `cephadm` or `rook`. */
  readonly backend?: string;
  /** Said where it is not available. */
  readonly reason?: string;
  /** Told by cephadm: background work waits until it is resumed. */
  readonly paused?: boolean;
}

/** An entry of `ceph orch host ls`. */
export interface OrchHost {
  readonly hostname?: string;
  readonly addr?: string;
  readonly labels?: readonly string[];
  /** Empty where all is well; else `Offline` or `Maintenance`, in either case of letters. */
  readonly status?: string;
}

/** A device of `ceph orch device ls`, as `ceph-volume inventory` found it on its server. */
export interface OrchDevice {
  readonly path?: string;
  /** True where it can become an OSD as it is. */
  readonly available?: boolean;
  readonly rejected_reasons?: readonly string[];
  /** `VENDOR_MODEL_SERIAL`; empty where it has no serial number. */
  readonly device_id?: string;
  /** `hdd` or `ssd`. */
  readonly human_readable_type?: string;
  /** The time at which it was looked at. */
  readonly created?: string;
  readonly lvs?: readonly { readonly name?: string; readonly osd_id?: string | number }[] | null;
  readonly sys_api?: {
    readonly size?: number | string;
    readonly model?: string;
    readonly vendor?: string;
    /** 0 or 1, as the kernel has them; in quotes or not, by release. */
    readonly rotational?: string | number;
    readonly ro?: string | number;
    readonly removable?: string | number;
  };
}

/** An entry of `ceph orch device ls`. */
export interface OrchInventory {
  readonly name?: string;
  readonly devices?: readonly OrchDevice[];
}

/** An entry of `ceph orch ps`, as far as it is read here. */
export interface OrchDaemon {
  readonly daemon_type?: string;
  readonly daemon_id?: string;
  readonly hostname?: string;
  /** 1 where it runs, 0 where it is stopped, negative where something is wrong with it. */
  readonly status?: number;
  readonly status_desc?: string;
}

/** All that is asked for of a daemon: the answer grows with the cluster. */
export const DAEMON_KEYS = [
  'daemon_type',
  'daemon_id',
  'hostname',
  'status',
  'status_desc',
] as const satisfies readonly (keyof OrchDaemon)[];

const DEV = '/dev/';
const RUNS = 1;

/** Virtual disks have the number of a vendor instead of its name. */
const isName = (word: string | undefined): boolean => Boolean(word) && !/^0x[0-9a-f]+$/i.test(word ?? '');

/** Volumes of OSDs are named as `ceph-volume` names them, so that they are told from those of others. */
const volumeOf = ({ name = '', osd_id }: NonNullable<OrchDevice['lvs']>[number]): string =>
  osd_id === undefined || osd_id === '' ? name || 'a logical volume' : `ceph_osd.${osd_id}`;

const isSet = (flag: string | number | undefined): boolean => Number(flag) === 1;

function refusedFor({ available, rejected_reasons: reasons = [] }: OrchDevice): string | undefined {
  if (available === true) return undefined;
  return `the orchestrator does not take it: ${reasons.join(', ') || 'it gives no reason'}`;
}

/** The last part of a device id is the serial number. */
function serialOf(deviceId: string): string {
  const cut = deviceId.lastIndexOf('_');
  return cut < 0 ? '' : deviceId.slice(cut + 1);
}

/** The disks of a server; those without a path of a device are left out. */
export const orchDisks = (devices: readonly OrchDevice[]): HostDisk[] =>
  devices.flatMap((device) => {
    const { path = '', device_id = '', lvs, sys_api: told = {} } = device;
    if (!path.startsWith(DEV)) return [];
    return [
      {
        name: path.slice(DEV.length),
        path,
        size: Number(told.size ?? 0),
        model: [told.vendor, told.model].filter(isName).join(' '),
        serial: serialOf(device_id),
        wwn: '',
        rotates: isSet(told.rotational) || device.human_readable_type === 'hdd',
        readOnly: isSet(told.ro),
        removable: isSet(told.removable),
        holds: (lvs ?? []).map(volumeOf),
        refused: refusedFor(device),
        smart: null,
      },
    ];
  });

/** The seconds since the devices were looked at, by the oldest of them; undefined where that is not told. */
export function lookAge(devices: readonly OrchDevice[], nowMs: number): number | undefined {
  const times = devices.map(({ created = '' }) => Date.parse(created)).filter(Number.isFinite);
  return times.length === 0 ? undefined : Math.max(0, (nowMs - Math.min(...times)) / 1000);
}

export const isInMaintenance = ({ status = '' }: OrchHost): boolean => status.toLowerCase() === 'maintenance';

/** The reason why the orchestrator can do nothing on a server now; undefined where it can. */
export function awayFor(host: OrchHost): string | undefined {
  const { hostname = '', status = '' } = host;
  if (status === '') return undefined;
  return `${hostname} is ${isInMaintenance(host) ? 'in maintenance mode' : status.toLowerCase()}, says the orchestrator`;
}

/** The daemons of a server in words: the number of those that run, and the others by name. */
export function daemonsInWords(daemons: readonly OrchDaemon[]): string {
  const idle = daemons.filter(({ status }) => status !== RUNS);
  const named = idle.map(
    ({ daemon_type, daemon_id, status_desc = 'not known' }) => `${daemon_type}.${daemon_id} (${status_desc})`,
  );
  return [`${daemons.length - idle.length} run`, ...named].join(', ');
}
