import type { HostDisk } from '../access/hostDisk.ts';

/** The answer of `ceph orch status`. */
export interface OrchStatus {
  readonly available?: boolean;
  /** Name of the manager module, such as `cephadm` or `rook`. */
  readonly backend?: string;
  /** The reason why it is not available. */
  readonly reason?: string;
  /** Only cephadm: background work is suspended. */
  readonly paused?: boolean;
}

/** An entry of `ceph orch host ls`. */
export interface OrchHost {
  readonly hostname?: string;
  readonly addr?: string;
  readonly labels?: readonly string[];
  /** Empty if the host is well; otherwise `Offline` or `Maintenance`, in upper or lower case. */
  readonly status?: string;
}

/** A device of `ceph orch device ls`, from `ceph-volume inventory` on its server. */
export interface OrchDevice {
  readonly path?: string;
  /** It can become an OSD in its present state. */
  readonly available?: boolean;
  readonly rejected_reasons?: readonly string[];
  /** `VENDOR_MODEL_SERIAL`, or `SERIAL` of a virtual disk; empty if it has no serial number, and null from Rook if the disk was not inspected. */
  readonly device_id?: string | null;
  /** `hdd` or `ssd`. */
  readonly human_readable_type?: string;
  /** The time at which it was inspected. */
  readonly created?: string;
  readonly lvs?: readonly { readonly name?: string; readonly osd_id?: string | number }[] | null;
  readonly sys_api?: {
    readonly size?: number | string;
    readonly model?: string;
    readonly vendor?: string;
    /** 0 or 1, as in the kernel; a string or a number, depending on the release. */
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

/** The keys that are requested of each daemon: the answer grows with the cluster, so the others are left out. */
export const DAEMON_KEYS = ['daemon_type', 'daemon_id', 'hostname', 'status', 'status_desc'] as const;

/** An entry of `ceph orch ps`, as far as it is read here. */
export type OrchDaemon = Readonly<
  Partial<Record<Exclude<(typeof DAEMON_KEYS)[number], 'status'>, string>>
> & {
  /** 1 if it runs, 0 if it is stopped, negative after an error. */
  readonly status?: number;
};

const DEV = '/dev/';
const RUNS = 1;

/** True if a vendor or model is a name: virtual disks have a number such as `0x1af4` instead. */
const isName = (word: string | undefined): boolean => Boolean(word) && !/^0x[0-9a-f]+$/i.test(word ?? '');

/** The name of a logical volume; that of an OSD gets the prefix of `ceph-volume`, by which `isOfOsd` recognizes it. */
const volumeOf = ({ name = '', osd_id }: NonNullable<OrchDevice['lvs']>[number]): string =>
  osd_id === undefined || osd_id === '' ? name || 'a logical volume' : `ceph_osd.${osd_id}`;

const isSet = (flag: string | number | undefined): boolean => Number(flag) === 1;

function refusedFor({ available, rejected_reasons: reasons = [] }: OrchDevice): string | undefined {
  if (available === true) return undefined;
  return `the orchestrator rejects it: ${reasons.join(', ') || 'no reason given'}`;
}

/** The serial number: the last part of a device id, which a virtual disk has alone. */
const serialOf = (deviceId: string): string => deviceId.slice(deviceId.lastIndexOf('_') + 1);

/** The disks of a server; devices without a path in /dev are left out. */
export const orchDisks = (devices: readonly OrchDevice[]): HostDisk[] =>
  devices.flatMap((device) => {
    const { path = '', device_id, lvs, sys_api: hardware = {} } = device;
    if (!path.startsWith(DEV)) return [];
    return [
      {
        name: path.slice(DEV.length),
        path,
        size: Number(hardware.size ?? 0),
        model: [hardware.vendor, hardware.model].filter(isName).join(' '),
        serial: serialOf(device_id ?? ''),
        wwn: '',
        rotates: isSet(hardware.rotational) || device.human_readable_type === 'hdd',
        readOnly: isSet(hardware.ro),
        removable: isSet(hardware.removable),
        holds: (lvs ?? []).map(volumeOf),
        refused: refusedFor(device),
        smart: null,
      },
    ];
  });

/** The age in seconds of the oldest inspection of the devices; undefined if it is not known. */
export function inspectionAge(devices: readonly OrchDevice[], nowMs: number): number | undefined {
  const times = devices.map(({ created = '' }) => Date.parse(created)).filter(Number.isFinite);
  return times.length === 0 ? undefined : Math.max(0, (nowMs - Math.min(...times)) / 1000);
}

/** True for a host that the orchestrator could not reach. */
export const isOffline = ({ status = '' }: OrchHost): boolean => status.toLowerCase() === 'offline';

/** The reason why the orchestrator cannot act on a server now; undefined if it can. */
export function unavailableReason({ hostname = '', status = '' }: OrchHost): string | undefined {
  if (status === '') return undefined;
  const state = status.toLowerCase();
  return `${hostname} is ${state === 'maintenance' ? 'in maintenance mode' : state}, according to the orchestrator`;
}

/** The daemons of a server, as they were last read. */
export interface DatedDaemons {
  readonly daemons: readonly OrchDaemon[];
  /** Their age in seconds; undefined if they were never read. */
  readonly daemonsAge?: number | undefined;
  /** The reason why the last read of them failed; undefined if it did not. */
  readonly daemonsFailure?: string | undefined;
}

/** The daemons of a server in words: the number of running ones, the names and states of the others, and why they are old. */
export function daemonsInWords({ daemons, daemonsAge, daemonsFailure: failure }: DatedDaemons): string {
  const idle = daemons.filter(({ status }) => status !== RUNS);
  const named = idle.map(
    ({ daemon_type, daemon_id, status_desc = 'not known' }) => `${daemon_type}.${daemon_id} (${status_desc})`,
  );
  const words = [`${daemons.length - idle.length} running`, ...named].join(', ');
  if (failure === undefined) return words;
  return daemonsAge === undefined
    ? `not known: ${failure}`
    : `${Math.round(daemonsAge)} s ago ${words}; since then: ${failure}`;
}
