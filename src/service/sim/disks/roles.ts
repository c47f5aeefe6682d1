import { DEVICE_CLASSES } from '../../../api/contract/disks.ts';
import type { Input } from '../../../api/contract/index.ts';
import { Refusal } from '../../engine.ts';
import {
  DEFAULT_PARTITIONS,
  noDisk,
  noFreePartition,
  notDestroyed,
  notJournal,
  refuseJournalInUse,
  refuseMisplacedOptions,
  refusePartitions,
} from '../../rules/disks.ts';
import { noOsd } from '../../rules/maintenance.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Daemon } from '../model/daemons.ts';
import { journalUsers, type Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import { hostAnswers, type DeviceClass, type Osd } from '../model/topology.ts';
import { hasQuorumWithout, monitorOn } from '../monitors/monitors.ts';
import { requireCluster } from '../setup/gate.ts';
import { requireSafeToRetire } from './safety.ts';

type Wanted = Input<'updateServerDisk'>['body'];

/** The options for creating an OSD. */
export interface OsdOptions {
  readonly deviceClass: DeviceClass;
  readonly reuse: Osd | undefined;
  readonly journal: Device | undefined;
  readonly encrypted: boolean;
  readonly backend: Device['backend'];
}

/** A change of the use of a disk. */
export type DiskPlan =
  | { readonly kind: 'osd'; readonly options: OsdOptions }
  | { readonly kind: 'journal'; readonly partitions: number }
  | { readonly kind: 'mon' }
  | { readonly kind: 'assign'; readonly role: 'other' | 'raid' }
  | { readonly kind: 'class'; readonly osd: Osd; readonly deviceClass: DeviceClass }
  | { readonly kind: 'release' };

/** The name of a disk in logs, such as `stor-01:sdc`. */
export const diskTitle = ({ host, name }: Device): string => `${host.name}:${name}`;

/** True if the OSD of the disk was destroyed, so that the disk can be reused. */
export const hasDestroyedOsd = ({ osd }: Device): boolean => osd?.destroyed === true;

const isFree = (disk: Device): boolean => disk.role === 'unassigned' || hasDestroyedOsd(disk);

/**
 * Turns a request for a disk into a plan.
 * @throws Refusal 400 for an invalid request, 409 for one that is impossible at the moment
 */
export function planDisk(model: Model, disk: Device, wanted: Wanted): DiskPlan {
  requireWorkable(model, disk);
  const { role, partitions } = wanted;
  enforce(refuseMisplacedOptions(wanted, role ?? disk.role));
  if (role === undefined) return planOptions(disk, wanted);
  switch (role) {
    case 'osd':
      requireCluster(model);
      requireFree(disk, 'an OSD');
      return { kind: 'osd', options: osdOptions(model, disk, wanted) };
    case 'journal':
      requireCluster(model);
      requireFree(disk, 'journals');
      return { kind: 'journal', partitions: partitionCount(partitions ?? DEFAULT_PARTITIONS) };
    case 'mon':
      requireCluster(model);
      requireFree(disk, 'a monitor');
      if (monitorOn(model, disk.host) !== undefined)
        throw new Refusal(409, `${disk.host.name} runs a monitor already: choose a disk of another server`);
      return { kind: 'mon' };
    case 'other':
    case 'raid':
      requireFree(disk, role);
      return { kind: 'assign', role };
    case 'unassigned':
      requireReleasable(model, disk);
      return { kind: 'release' };
    case 'deleting':
    case 'updating':
    case 'mon_unused':
    case 'old_osd':
    case 'old_mon':
      throw new Refusal(
        400,
        `the role ${role} is assigned automatically: choose osd, mon, journal, other, raid or unassigned`,
      );
  }
}

/** @throws Refusal 409 while the server does not answer, or a task is working on the disk */
export function requireWorkable({ tasks }: Model, disk: Device): void {
  if (!hostAnswers(disk.host))
    throw new Refusal(409, `${disk.host.name} does not answer: its disks cannot be changed`);
  if (tasks.busy(queueOf(disk)) || disk.role === 'updating')
    throw new Refusal(409, `a task works on ${diskTitle(disk)}: wait for it to end, or cancel it`);
}

/** The queue of a disk's tasks, which run one after another. */
export const queueOf = ({ id }: Device): string => `disk ${id}`;

/** Plans a change that keeps the role. */
function planOptions(disk: Device, { partitions, crushDeviceClass, ...others }: Wanted): DiskPlan {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new Refusal(
      409,
      `${other} is set when an OSD is created: release ${diskTitle(disk)}, then create its OSD again`,
    );
  if (partitions !== undefined) {
    const count = partitionCount(partitions);
    if (count <= disk.partitions)
      throw new Refusal(
        409,
        `${diskTitle(disk)} has ${disk.partitions} partitions: their number can only grow`,
      );
    return { kind: 'journal', partitions: count };
  }
  if (disk.osd === undefined || disk.osd.destroyed)
    throw new Refusal(409, `${diskTitle(disk)} has no OSD: give it the role osd`);
  return { kind: 'class', osd: disk.osd, deviceClass: readClass(crushDeviceClass, disk) };
}

function partitionCount(count: number): number {
  enforce(refusePartitions(count));
  return count;
}

function readClass(word: string | undefined, { deviceClass }: Device): DeviceClass {
  if (word === undefined) return deviceClass;
  const known = DEVICE_CLASSES.find((name) => name === word);
  if (known === undefined)
    throw new Refusal(
      400,
      `crushDeviceClass must be one of ${DEVICE_CLASSES.join(', ')}, not ${JSON.stringify(word)}`,
    );
  return known;
}

function osdOptions(model: Model, disk: Device, wanted: Wanted): OsdOptions {
  const { encrypted = false, osdStoreBackend: backend = 'Bluestore' } = wanted;
  return {
    deviceClass: readClass(wanted.crushDeviceClass, disk),
    reuse: destroyedOsd(model, wanted.reuseOsdId),
    journal: journalDisk(model, disk, wanted.journalDisk),
    encrypted,
    backend,
  };
}

function destroyedOsd({ osds }: Model, id: number | undefined): Osd | undefined {
  if (id === undefined) return undefined;
  const osd = osds[id];
  if (osd === undefined) throw refusal(noOsd(id, osds.length));
  if (!osd.destroyed) {
    const ids = osds.filter(({ destroyed }) => destroyed).map((one) => one.id);
    throw refusal(notDestroyed(id, ids));
  }
  return osd;
}

function journalDisk(model: Model, disk: Device, id: number | undefined): Device | undefined {
  if (id === undefined) return undefined;
  const journal = model.disks.find((candidate) => candidate.id === id);
  if (journal === undefined) throw refusal(noDisk(id));
  const { host, role, partitions } = journal;
  if (host !== disk.host || role !== 'journal') throw refusal(notJournal(id, disk.host.name));
  if (journalUsers(model, journal).length >= partitions)
    throw refusal(noFreePartition(diskTitle(journal), partitions, 'add partitions, or choose another disk'));
  return journal;
}

function requireFree(disk: Device, purpose: string): void {
  if (isFree(disk)) return;
  const what = disk.osd === undefined ? `used as ${disk.role}` : `osd.${disk.osd.id}`;
  throw new Refusal(
    409,
    `${diskTitle(disk)} is ${what}: release it first (role unassigned), then it can be used for ${purpose}`,
  );
}

/** @throws Refusal 409 while the disk is needed for its present use */
export function requireReleasable(model: Model, disk: Device): void {
  if (disk.role === 'other')
    throw new Refusal(
      409,
      `${diskTitle(disk)} holds the operating system of ${disk.host.name}: it cannot be released`,
    );
  if (disk.role === 'journal') {
    const users = journalUsers(model, disk).flatMap(({ osd }) => osd?.id ?? []);
    enforce(refuseJournalInUse(diskTitle(disk), users));
  }
  const mon = disk.role === 'mon' ? monitorOn(model, disk.host) : undefined;
  if (mon !== undefined) requireQuorumWithout(model, mon);
  if (disk.osd !== undefined && !disk.osd.destroyed) requireSafeToRetire(model, disk.osd);
}

/** @throws Refusal 409 when the other monitors would have no quorum */
export function requireQuorumWithout(model: Model, mon: Daemon): void {
  if (hasQuorumWithout(model, mon)) return;
  throw new Refusal(
    409,
    `without mon.${mon.name} the monitors would have no quorum: restore another one first`,
  );
}
