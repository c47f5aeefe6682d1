import type { Disk } from '../../api/contract/disks.ts';
import type { ClusterEvidence } from '../../api/contract/evidence.ts';
import { activeFlags } from '../../diagnosis/evidence/flags.ts';
import { RECOVERY_FLAGS } from '../../diagnosis/healing/healing.ts';
import { needOf } from '../../diagnosis/rules/needs.ts';
import { bytes, percent } from '../../lib/format.ts';
import { listed, plural } from '../../lib/words.ts';
import { daemonOf, isSilent } from '../../store/answers/daemonState.ts';
import { fillRatios, isIn, osdsOf, isUpAndIn } from '../../store/answers/node.ts';
import { smartVerdict } from '../../store/answers/osds.ts';
import {
  block,
  type CheckInput,
  conclude,
  type PreflightCheck,
  degraded,
  ok,
  sameObject,
  warn,
} from '../../store/answers/preflight.ts';
import { lastCopies } from './lastCopies.ts';

/** The data that disk checks need. */
export interface DiskCheckInput extends CheckInput {
  readonly disks?: readonly Disk[] | undefined;
  /** The placement groups that cannot do without an OSD that is down. */
  readonly needs?: ClusterEvidence['needs'] | undefined;
}

/** Options for a new OSD. */
export interface NewOsdOptions {
  readonly reuseOsdId?: number | undefined;
  /** Id of the disk that holds its database. */
  readonly journalDisk?: number | undefined;
  readonly crushDeviceClass?: string | undefined;
}

/** `stor-01:sdc`, as operators and tasks call a disk. */
export const diskName = ({ hostname = '', name, path, id }: Disk): string =>
  `${hostname}:${name ?? path ?? id ?? ''}`;

const usedFor = ({ role, osdId }: Disk): string => (osdId === undefined ? `used as ${role}` : `osd.${osdId}`);

/** True if nothing on a disk is needed any more. */
const isFree = ({ role }: Disk): boolean =>
  role === 'unassigned' || role === 'old_osd' || role === 'old_mon' || role === 'mon_unused';

/** Checks that apply to everything that is done to a disk. */
function commonChecks(disk: Disk, input: DiskCheckInput): PreflightCheck[] {
  const seen = disk.serverLastSeen ?? 0;
  return [
    ...(disk.missing === true ? [warn('the disk is missing: its server does not see it')] : []),
    ...(isSilent(disk)
      ? [warn(`${disk.hostname} has not been heard from for ${Math.round(seen)} s: it may not answer`)]
      : []),
    ...sameObject(diskName(disk), input),
    ...(disk.osdId === undefined ? [] : sameObject(`osd.${disk.osdId}`, input)),
  ];
}

/** Checks whether the data of an OSD fits on the other OSDs of its class, and whether a flag prevents it from moving. */
function roomToLeave(osdId: number, input: DiskCheckInput): PreflightCheck[] {
  const osds = osdsOf(input.crush);
  const own = osds.find(({ id }) => id === osdId);
  const used = own?.used ?? 0;
  if (own === undefined || used === 0 || !isIn(own)) return [];
  const flag = activeFlags(input.flags).find((name) => RECOVERY_FLAGS.has(name));
  if (flag !== undefined) return [block(`flag ${flag} is set: no data would leave osd.${osdId}`)];
  const { nearfull, backfillfull } = fillRatios(input.crush);
  const others = osds.filter((osd) => osd !== own && isUpAndIn(osd) && osd.deviceClass === own.deviceClass);
  const size = others.reduce((sum, osd) => sum + (osd.size ?? 0), 0);
  const free = others.reduce(
    (sum, osd) => sum + Math.max(0, (osd.size ?? 0) * backfillfull - (osd.used ?? 0)),
    0,
  );
  const kind = own.deviceClass ? `other ${own.deviceClass} OSDs` : 'other OSDs';
  if (free < used) return [block(`it holds ${bytes(used)}, and the ${kind} have room for ${bytes(free)}`)];
  const fullest = others.reduce((most, osd) => Math.max(most, (osd.used ?? 0) / (osd.size || Infinity)), 0);
  const after = fullest + used / size;
  const words = `${bytes(used)} move to the ${kind}; the fullest of them comes to about ${percent(after)}`;
  return [after >= nearfull ? warn(`${words}: nearfull`) : ok(words)];
}

function journalChecks(disk: Disk, { disks = [] }: DiskCheckInput): PreflightCheck[] {
  const users = disks.filter(({ journalDisk }) => journalDisk !== undefined && journalDisk === disk.id);
  if (users.length === 0) return [];
  const names = listed(
    users.map((user) => (user.osdId === undefined ? diskName(user) : `osd.${user.osdId}`)),
  );
  return [block(`it holds the journals of ${names}: they would be lost with it; release their disks first`)];
}

/** Checks that enough monitors would be left. This is a guess: only their disks show where monitors run. */
function monitorChecks(disk: Disk, { disks = [] }: DiskCheckInput): PreflightCheck[] {
  if (disk.role !== 'mon') return [];
  const others = disks.filter((other) => other.role === 'mon' && other.id !== disk.id);
  const running = others.filter((other) => daemonOf(other) === 'running').length;
  const words = `${running} of ${plural(others.length, 'other monitor')} running, according to their disks`;
  return [running * 2 > others.length ? warn(words) : block(`${words}: there would be no quorum`)];
}

/** Checks for ending the use of a disk: releasing or deleting it, or changing its role. */
export function checkEndOfDisk(disk: Disk, input: DiskCheckInput): readonly PreflightCheck[] {
  const found = commonChecks(disk, input);
  const { osdId, role } = disk;
  if (role === 'other')
    found.push(warn('its contents are not known here: it may hold the operating system of its server'));
  if (osdId !== undefined && role === 'osd') {
    const need = needOf(input.needs, osdId);
    if (need !== undefined) found.push(block(`${need}: start it first, or objects are lost`));
    found.push(...lastCopies(osdId, input), ...roomToLeave(osdId, input));
    const down = osdsOf(input.crush).filter(({ id, status }) => id !== osdId && status === 'DOWN').length;
    if (down > 0) found.push(warn(`${plural(down, 'other OSD')} down already`));
    found.push(...degraded(input));
  } else if (isFree(disk)) found.push(ok(`it is ${role}: nothing uses it`));
  return conclude(input, [...found, ...journalChecks(disk, input), ...monitorChecks(disk, input)]);
}

function checkJournal(disk: Disk, id: number, { disks = [] }: DiskCheckInput): PreflightCheck[] {
  const journal = disks.find((candidate) => candidate.id === id);
  if (journal?.role !== 'journal' || journal.server !== disk.server)
    return [block(`disk ${id} is not a journal disk of ${disk.hostname ?? 'its server'}`)];
  const { partitions = 0, usedPartitions = 0 } = journal;
  if (usedPartitions >= partitions) return [block(`all ${partitions} partitions of disk ${id} are in use`)];
  return [warn(`when ${diskName(journal)} breaks, this OSD is lost with it`)];
}

/** Checks for making an OSD on a disk. */
export function checkNewOsd(
  disk: Disk,
  options: NewOsdOptions,
  input: DiskCheckInput,
): readonly PreflightCheck[] {
  const found = commonChecks(disk, input);
  const { reuseOsdId, journalDisk, crushDeviceClass } = options;
  if (!isFree(disk)) found.push(block(`it is ${usedFor(disk)}: release it first`));
  else found.push(warn(`everything that is on ${diskName(disk)} is erased`));
  if (smartVerdict(disk.smart?.status) === 'bad') found.push(warn(`SMART: ${disk.smart?.status}`));
  if (reuseOsdId !== undefined) {
    const osd = osdsOf(input.crush).find(({ id }) => id === reuseOsdId);
    found.push(
      osd?.status === 'DESTROYED'
        ? ok(`osd.${reuseOsdId} is destroyed: its id can be taken over`)
        : block(`osd.${reuseOsdId} is not destroyed: its id cannot be taken over`),
    );
  }
  if (journalDisk !== undefined) found.push(...checkJournal(disk, journalDisk, input));
  if (crushDeviceClass !== undefined) found.push(...unknownClass(crushDeviceClass, input));
  found.push(ok('data moves to it once it is up'));
  return conclude(input, found);
}

function unknownClass(name: string, input: CheckInput): PreflightCheck[] {
  const known = new Set(osdsOf(input.crush).map(({ deviceClass }) => deviceClass));
  return known.has(name) ? [] : [warn(`no OSD has the device class ${name} yet: is it spelled right?`)];
}

/** Checks for giving a disk a role other than that of an OSD. */
export function checkRole(
  disk: Disk,
  role: string | undefined,
  input: DiskCheckInput,
): readonly PreflightCheck[] {
  if (!isFree(disk)) {
    const found = checkEndOfDisk(disk, input);
    return role === undefined || role === 'unassigned'
      ? found
      : [block(`it is ${usedFor(disk)}: release it first (role unassigned)`), ...found];
  }
  const found = commonChecks(disk, input);
  if (role === 'mon') {
    const own = input.disks?.find((other) => other.role === 'mon' && other.server === disk.server);
    if (own !== undefined) found.push(block(`${disk.hostname} has a monitor on ${diskName(own)} already`));
  }
  return conclude(input, [...found, warn(`everything that is on ${diskName(disk)} is erased`)]);
}

/** Checks for changing the device class of an OSD. */
export function checkClass(
  disk: Disk,
  name: string | undefined,
  input: DiskCheckInput,
): readonly PreflightCheck[] {
  const osd = osdsOf(input.crush).find(({ id }) => id === disk.osdId);
  const found = commonChecks(disk, input);
  if (osd === undefined) found.push(block('there is no OSD on it'));
  else if (name === osd.deviceClass) found.push(block(`osd.${osd.id} is of the class ${name} already`));
  else {
    found.push(
      warn(`up to ${bytes(osd.used)} leave it, and other data comes: rules that name a class follow`),
    );
    if (name !== undefined) found.push(...unknownClass(name, input));
    found.push(...degraded(input));
  }
  return conclude(input, found);
}

/** Checks for measuring the speed of a disk. */
export function checkBenchmark(disk: Disk, input: DiskCheckInput): readonly PreflightCheck[] {
  const found = commonChecks(disk, input);
  const { osdId } = disk;
  if (disk.missing === true) found.push(block('a disk that is missing cannot be measured'));
  if (osdId !== undefined) {
    const status = osdsOf(input.crush).find(({ id }) => id === osdId)?.status;
    if (status !== undefined && status !== 'UP')
      found.push(block(`osd.${osdId} is ${status}: it cannot measure its disk`));
    else found.push(warn(`osd.${osdId} serves clients: they wait while it is measured`));
    found.push(...degraded(input));
  } else if (!isFree(disk)) found.push(warn(`it is ${usedFor(disk)}, which slows down meanwhile`));
  return conclude(input, found);
}
