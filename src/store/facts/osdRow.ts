import type { CrushNode } from '../../api/contract/crush.ts';
import type { Disk } from '../../api/contract/disks.ts';
import { share } from '../../lib/untyped.ts';
import type { OsdHistory, Since } from '../session/journalState.ts';
import { byLevel, worstOf, type Level } from './level.ts';
import { isIn, judgeOsd, type Verdict } from './node.ts';
import type { OsdPlace } from './osdJoin.ts';
import { type DaemonState, daemonOf, isSilent } from './report.ts';

/** The verdict of a disk on itself (SMART); `unknown` where it says nothing. */
export type Smart = 'good' | 'bad' | 'unknown';

/** One OSD with its disk, an OSD without one, or a disk without an OSD. */
export interface OsdRow {
  /** `osd.12` where there is an OSD, else `disk.7`: stays with the row while the two lists come and go. */
  readonly id: string;
  readonly osdId: number | undefined;
  readonly diskId: number | undefined;
  readonly serverId: number | undefined;
  /** The host it stands on. */
  readonly host: string;
  /** Device name on the host: `sdb`. */
  readonly device: string;
  readonly path: string;
  /** `osd`, `mon`, `unassigned`, ...; `osd` for an OSD that no disk is known for. */
  readonly role: string;
  readonly deviceClass: string;
  readonly serial: string;
  /** Maker and model, as the service words it. */
  readonly info: string;
  /** Bytes. */
  readonly capacity: number | undefined;
  readonly used: number | undefined;
  /** 0 to 1. */
  readonly usedShare: number | undefined;
  /** UP, DOWN, DESTROYED or UNKNOWN, or a newer word; empty for a disk without an OSD. */
  readonly status: string;
  /** Tells whether the cluster places data on it: in unless its reweight is zero. Absent where no OSD is known. */
  readonly in: boolean | undefined;
  readonly reweight: number | undefined;
  readonly smart: Smart;
  readonly missing: boolean;
  /** Undefined where nothing is said of a daemon. */
  readonly daemon: DaemonState | undefined;
  /** Its server has been silent: what it said of the disk is from before that. */
  readonly silent: boolean;
  /** Seconds ago. */
  readonly lastSeen: number | undefined;
  readonly serverLastSeen: number | undefined;
  readonly encrypted: boolean | undefined;
  /** Since when it is down; absent of one that is not. */
  readonly down: Since | undefined;
  /** The number of times that it went down lately (see OsdLife). */
  readonly flaps: number;
  readonly level: Level;
  /** Why it is not fine, worst first; empty when it is. */
  readonly why: readonly string[];
  /** An OSD outside the CRUSH hierarchy. */
  readonly stray: boolean;
  /** The answers that it was made of, as they came. */
  readonly disk: Disk | undefined;
  readonly node: CrushNode | undefined;
}

/** The parts of a row, its life aside. */
export interface OsdParts {
  readonly id: string;
  readonly osdId: number | undefined;
  readonly disk: Disk | undefined;
  readonly place: OsdPlace | undefined;
}

/** The row of an OSD or of a disk. `life` is what the journal knows of the OSD; for `justDown` see `daemonOf`. */
export function osdRow(
  { id, osdId, disk, place }: OsdParts,
  life: OsdHistory | undefined,
  justDown = false,
): OsdRow {
  const node = place?.node;
  const flaps = life?.downs.length ?? 0;
  const daemon = daemonOf(disk, justDown);
  const verdicts = judge(disk, place, { isOsd: osdId !== undefined, flaps, daemon });
  const capacity = node?.size ?? disk?.capacity;
  return {
    id,
    osdId,
    diskId: disk?.id ?? node?.diskId,
    serverId: disk?.server ?? node?.serverId,
    host: disk?.hostname ?? place?.host ?? '',
    device: disk?.name ?? '',
    path: disk?.path ?? '',
    role: disk?.role ?? 'osd',
    deviceClass: node?.deviceClass ?? disk?.deviceClass ?? '',
    serial: disk?.serial ?? '',
    info: disk?.info ?? '',
    capacity,
    used: node?.used,
    usedShare: share(node?.used, node?.size),
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
    down: life?.status === 'DOWN' ? { at: life.at, exact: life.exact } : undefined,
    flaps,
    level: worstOf(verdicts.map((verdict) => verdict.level)),
    why: verdicts.map((verdict) => verdict.text),
    stray: place?.stray ?? false,
    disk,
    node,
  };
}

/** From this many times down within the window an OSD counts as flapping; at five Ceph's own limit (osd_max_markdown_count) stops it. */
const FLAPPING = 2;

function judge(
  disk: Disk | undefined,
  place: OsdPlace | undefined,
  {
    isOsd,
    flaps,
    daemon,
  }: { readonly isOsd: boolean; readonly flaps: number; readonly daemon: DaemonState | undefined },
): readonly Verdict[] {
  const verdicts: Verdict[] = isOsd ? [...judgeOsd(place?.node ?? {})] : [];
  const say = (level: Level, text: string) => verdicts.push({ level, text });
  if (disk?.missing === true) say('error', 'disk is missing');
  if (smartVerdict(disk?.smart?.status) === 'bad') say('warn', `SMART: ${disk?.smart?.status}`);
  if (isSilent(disk)) say('warn', 'its server is silent');
  if (daemon === 'stopped' && (disk?.role === 'osd' || disk?.role === 'mon'))
    say('warn', `${disk.role} daemon is not running`);
  if (flaps >= FLAPPING) say('warn', `flapping: went down ${flaps} times in 10 minutes`);
  if (place?.stray === true) say('warn', 'stray: outside the CRUSH hierarchy');
  return verdicts.sort((a, b) => byLevel(a.level, b.level));
}

/** The verdict of SMART on a disk now. Of a silent server only what was bad already is believed. */
export function smartOf(disk: Disk | undefined): Smart {
  const verdict = smartVerdict(disk?.smart?.status);
  return verdict === 'good' && isSilent(disk) ? 'unknown' : verdict;
}

/** The words of SMART on a disk, as they came; empty where it said nothing. */
export const smartText = (disk: Disk | undefined): string =>
  [disk?.smart?.status, disk?.smart?.details].filter((part) => part !== undefined && part !== '').join(': ');

/** smartctl's words: PASSED for ATA and NVMe, OK for SAS. Whatever else is not empty or unknown is bad. */
export function smartVerdict(status: string | undefined): Smart {
  const word = (status ?? '').trim().toUpperCase();
  if (word === '' || word === 'UNKNOWN') return 'unknown';
  return word === 'PASSED' || word === 'OK' ? 'good' : 'bad';
}
