import type { CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { share } from '../../lib/untyped.ts';
import { type DaemonState, daemonOf, isSilent } from './daemonState.ts';
import type { OsdHistory, Since } from './journalState.ts';
import { byLevel, worstOf, type Level } from './level.ts';
import { type FillState, isIn, judgeOsd, type Verdict } from './node.ts';
import type { CrushLocation } from './osdJoin.ts';

/** A disk's own health verdict (SMART); `unknown` if it reports none. */
export type Smart = 'good' | 'bad' | 'unknown';

/** One OSD with its disk, an OSD without one, or a disk without an OSD. */
export interface OsdRow {
  /** `osd.12` if there is an OSD, else `disk.7`; stable while either list is missing. */
  readonly id: string;
  readonly osdId: number | undefined;
  readonly diskId: number | undefined;
  readonly serverId: number | undefined;
  /** The name of its host. */
  readonly host: string;
  /** Device name on the host: `sdb`. */
  readonly device: string;
  readonly path: string;
  /** `osd`, `mon`, `unassigned`, ...; `osd` for an OSD without a known disk. */
  readonly role: string;
  readonly deviceClass: string;
  readonly serial: string;
  /** Vendor and model, as the service reports them. */
  readonly info: string;
  /** Bytes. */
  readonly capacity: number | undefined;
  readonly used: number | undefined;
  /** 0 to 1. */
  readonly usedShare: number | undefined;
  /** The state of its usage; undefined also while it is down or out. */
  readonly fill: FillState | undefined;
  /** UP, DOWN, DESTROYED, UNKNOWN, or a newer value; empty for a disk without an OSD. */
  readonly status: string;
  /**
   * True if the cluster places data on it, that is, unless its reweight is zero; undefined if it is not in the CRUSH
   * map.
   */
  readonly in: boolean | undefined;
  readonly reweight: number | undefined;
  readonly smart: Smart;
  readonly missing: boolean;
  /** Undefined if nothing is known about a daemon. */
  readonly daemon: DaemonState | undefined;
  /** The server is silent, so its data about the disk is outdated. */
  readonly silent: boolean;
  /** Seconds since the disk and (`serverLastSeen`) its server last reported. */
  readonly lastSeen: number | undefined;
  readonly serverLastSeen: number | undefined;
  readonly encrypted: boolean | undefined;
  /** The time since when it is down; undefined if it is not. */
  readonly down: Since | undefined;
  /** The number of times that it went down recently (see OsdHistory). */
  readonly flaps: number;
  readonly level: Level;
  /** The problems, worst first. */
  readonly why: readonly string[];
  /** An OSD outside the CRUSH hierarchy. */
  readonly stray: boolean;
  /** The unchanged answers from which the row was made. */
  readonly disk: Disk | undefined;
  readonly node: CrushNode | undefined;
}

/** The parts from which a row is made, besides the OSD's history. */
export interface OsdParts {
  readonly id: string;
  readonly osdId: number | undefined;
  readonly disk: Disk | undefined;
  readonly location: CrushLocation | undefined;
}

/** The row of an OSD or of a disk. `history` is from the journal; for `justDown` see `daemonOf`. */
export function osdRow(
  { id, osdId, disk, location }: OsdParts,
  history: OsdHistory | undefined,
  justDown = false,
): OsdRow {
  const node = location?.node;
  const flaps = history?.downs.length ?? 0;
  const daemon = daemonOf(disk, justDown);
  const verdicts = judge(disk, location, { isOsd: osdId !== undefined, flaps, daemon });
  const capacity = node?.size ?? disk?.capacity;
  return {
    id,
    osdId,
    diskId: disk?.id ?? node?.diskId,
    serverId: disk?.server ?? node?.serverId,
    host: disk?.hostname ?? location?.host ?? '',
    device: disk?.name ?? '',
    path: disk?.path ?? '',
    role: disk?.role ?? 'osd',
    deviceClass: node?.deviceClass ?? disk?.deviceClass ?? '',
    serial: disk?.serial ?? '',
    info: disk?.info ?? '',
    capacity,
    used: node?.used,
    usedShare: share(node?.used, node?.size),
    fill: location?.fill,
    status: node === undefined ? (osdId === undefined ? '' : 'UNKNOWN') : (node.status ?? 'UNKNOWN'),
    in: node === undefined ? undefined : isIn(node),
    reweight: node?.reweight,
    smart: smartOf(disk),
    missing: disk?.missing === true,
    daemon,
    silent: isSilent(disk),
    lastSeen: disk?.lastSeen,
    serverLastSeen: disk?.serverLastSeen,
    encrypted: disk?.encrypted,
    down: history?.status === 'DOWN' ? { at: history.at, exact: history.exact } : undefined,
    flaps,
    level: worstOf(verdicts.map((verdict) => verdict.level)),
    why: verdicts.map((verdict) => verdict.text),
    stray: location?.stray ?? false,
    disk,
    node,
  };
}

/**
 * The number of failures within the window from which an OSD counts as flapping; at five, Ceph stops it
 * (osd_max_markdown_count).
 */
const FLAPPING = 2;

/** True for an OSD outside the hierarchy that is not up and that no server knows: it was made, and has never run. */
export const hasNeverRun = ({ stray, status, host }: Pick<OsdRow, 'stray' | 'status' | 'host'>): boolean =>
  stray && status === 'DOWN' && host === '';

function judge(
  disk: Disk | undefined,
  location: CrushLocation | undefined,
  {
    isOsd,
    flaps,
    daemon,
  }: { readonly isOsd: boolean; readonly flaps: number; readonly daemon: DaemonState | undefined },
): readonly Verdict[] {
  const { stray = false, node = {} } = location ?? {};
  const isUnused = hasNeverRun({ stray, status: node.status ?? '', host: disk?.hostname ?? '' });
  const verdicts: Verdict[] = isOsd && !isUnused ? [...judgeOsd(node, location?.fill)] : [];
  const say = (level: Level, text: string) => verdicts.push({ level, text });
  if (disk?.missing === true) say('error', 'disk is missing');
  if (smartVerdict(disk?.smart?.status) === 'bad') say('warn', `SMART: ${disk?.smart?.status}`);
  if (isSilent(disk)) say('warn', 'its server is silent');
  if (daemon === 'stopped' && (disk?.role === 'osd' || disk?.role === 'mon'))
    say('warn', `${disk.role} daemon is not running`);
  if (flaps >= FLAPPING) say('warn', `flapping: went down ${flaps} times in 10 minutes`);
  if (stray) say('warn', `stray: outside the CRUSH hierarchy${isUnused ? ', never started' : ''}`);
  return verdicts.sort((a, b) => byLevel(a.level, b.level));
}

/** The current SMART verdict of a disk. If its server is silent, a good verdict is outdated and becomes `unknown`. */
export function smartOf(disk: Disk | undefined): Smart {
  const verdict = smartVerdict(disk?.smart?.status);
  return verdict === 'good' && isSilent(disk) ? 'unknown' : verdict;
}

/** The SMART status and details of a disk as reported; empty if there are none. */
export const smartText = (disk: Disk | undefined): string =>
  [disk?.smart?.status, disk?.smart?.details].filter((part) => part !== undefined && part !== '').join(': ');

/**
 * The verdict for a status of smartctl: PASSED (ATA and NVMe) and OK (SAS) are good, anything else is bad unless empty
 * or unknown.
 */
export function smartVerdict(status: string | undefined): Smart {
  const word = (status ?? '').trim().toUpperCase();
  if (word === '' || word === 'UNKNOWN') return 'unknown';
  return word === 'PASSED' || word === 'OK' ? 'good' : 'bad';
}
