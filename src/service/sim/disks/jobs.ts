import { lowestFree } from '../../lowestFree.ts';
import type { SimCluster } from '../cluster.ts';
import type { FireHooks } from '../hooks/events.ts';
import { journalUsers, type Device } from '../model/inventory.ts';
import { hostAnswers, type Osd } from '../model/topology.ts';
import { addMonitor, monitorOn, removeMonitor } from '../monitors/monitors.ts';
import { startOsdOn } from '../osds/lifecycle.ts';
import { saveDisk, saveDiskRemoval, saveOsd, saveTree } from '../persistence/hardware.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { crushChanged } from '../placementGroups/remap.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { drain } from '../tasks/jobs.ts';
import {
  diskTitle,
  hasDestroyedOsd,
  queueOf,
  requireReleasable,
  requireQuorumWithout,
  type DiskPlan,
  type OsdOptions,
} from './roles.ts';

/** The parts of the engine that the jobs need. */
export interface DiskJobParts {
  readonly cluster: SimCluster;
  readonly persistence: Persistence;
  readonly fire: FireHooks;
}

/** Seconds for each step [assumed]. */
const STEP = 5;
/** Maximum seconds until a new OSD is up. */
const TIMEOUT = 120;

/** The task that carries out a plan for a disk. */
export function diskJob(parts: DiskJobParts, disk: Device, plan: DiskPlan, startedBy: string): SimJob {
  const job = { object: diskTitle(disk), startedBy, queue: queueOf(disk) };
  switch (plan.kind) {
    case 'osd':
      return { ...job, name: 'Create OSD', run: () => makeOsd(parts, disk, plan.options) };
    case 'journal':
      return { ...job, name: 'Prepare journal disk', run: () => makeJournal(parts, disk, plan.partitions) };
    case 'mon':
      return { ...job, name: 'Create monitor', run: () => makeMonitor(parts, disk) };
    case 'assign':
      return { ...job, name: 'Assign disk', run: () => assign(parts, disk, plan.role) };
    case 'class':
      return { ...job, name: 'Change device class', run: () => changeClass(parts, plan) };
    case 'release':
      return { ...job, name: 'Release disk', run: () => release(parts, disk) };
  }
}

/** The task that releases a disk and removes it from the list, because it was or will be pulled. */
export function removalJob(parts: DiskJobParts, disk: Device, startedBy: string): SimJob {
  return {
    name: 'Remove disk',
    object: diskTitle(disk),
    startedBy,
    queue: queueOf(disk),
    *run(): Run {
      if (disk.role !== 'unassigned') yield* release(parts, disk);
      const { disks, history } = parts.cluster.model;
      disks.splice(disks.indexOf(disk), 1);
      history.forget(disk);
      saveDiskRemoval(parts.persistence, disk);
      yield `${diskTitle(disk)} is removed from the list`;
    },
  };
}

/** Yields lines of progress, each after a few seconds. */
export function* steps(...lines: readonly string[]): Run {
  for (const line of lines) {
    for (let second = 1; second < STEP; second++) yield undefined;
    yield line;
  }
}

/**
 * Runs a change of a disk, which has the temporary role meanwhile, and its previous one again if the change fails or
 * is cancelled.
 */
function* withTemporaryRole(
  parts: DiskJobParts,
  disk: Device,
  role: 'updating' | 'deleting',
  run: () => Run,
): Run {
  const previousRole = disk.role;
  disk.role = role;
  try {
    yield* run();
    saveDisk(parts.persistence, disk);
  } finally {
    if (disk.role === role) disk.role = previousRole;
  }
}

function* makeOsd(parts: DiskJobParts, disk: Device, options: OsdOptions): Run {
  const { model } = parts.cluster;
  const { journal, encrypted, backend, deviceClass, reuse } = options;
  yield* withTemporaryRole(parts, disk, 'updating', function* () {
    parts.fire('PreFormatDisk', { DISK: disk.name }, disk.host);
    yield `wiping ${diskTitle(disk)} (${disk.info})`;
    yield* steps('partitioning', ...(encrypted ? ['encrypting with LUKS'] : []));
    if (journal !== undefined)
      yield `journal on ${diskTitle(journal)}, partition ${freePartition(parts, journal)}`;
    yield* steps(`${backend.toLowerCase()} mkfs`);
    if (!hostAnswers(disk.host)) throw new Error(`${disk.host.name} no longer answers`);
    if (reuse?.destroyed === false)
      throw new Error(`osd.${reuse.id} was taken over by another disk meanwhile`);
    const osd = startOsdOn(model, disk, deviceClass, reuse);
    for (const previous of model.disks.filter((one) => one !== disk && one.osd === osd)) {
      previous.osd = undefined;
      saveDisk(parts.persistence, previous);
    }
    Object.assign(disk, { role: 'osd', osd, encrypted, backend });
    if (journal !== undefined) disk.journal = { disk: journal, partition: freePartition(parts, journal) };
    parts.fire('PostFormatDisk', { DISK: disk.name }, disk.host);
  });
  yield* awaitBoot(parts, disk.osd!);
}

function* awaitBoot({ cluster: { model }, persistence }: DiskJobParts, osd: Osd): Run {
  saveOsd(persistence, osd);
  saveTree(persistence, model.crush);
  yield `osd.${osd.id} starts`;
  for (let second = 0; !osd.up; second++) {
    if (second > TIMEOUT) {
      const flag = model.flags.has('noup') ? ': the flag noup is set' : '';
      throw new Error(`osd.${osd.id} is not up after ${TIMEOUT} s${flag}`);
    }
    yield undefined;
  }
  yield `osd.${osd.id} is up${osd.in ? ' and receives data' : ', and out: the flag noin is set'}`;
}

/** The lowest partition of a journal disk that no OSD uses. */
function freePartition({ cluster: { model } }: DiskJobParts, journal: Device): number {
  return lowestFree(new Set(journalUsers(model, journal).map((user) => user.journal?.partition)), 1);
}

function* makeJournal(parts: DiskJobParts, disk: Device, partitions: number): Run {
  yield* withTemporaryRole(parts, disk, 'updating', function* () {
    yield* steps(`${partitions - disk.partitions} partitions created on ${diskTitle(disk)}`);
    Object.assign(disk, { role: 'journal', partitions, osd: undefined });
  });
}

function* makeMonitor(parts: DiskJobParts, disk: Device): Run {
  yield* withTemporaryRole(parts, disk, 'updating', function* () {
    yield* steps(`formatted ${diskTitle(disk)}`, 'fetched the monitor map and the keys');
    if (monitorOn(parts.cluster.model, disk.host) !== undefined)
      throw new Error(`${disk.host.name} runs a monitor already`);
    const mon = addMonitor(parts.cluster.model, disk.host);
    Object.assign(disk, { role: 'mon', osd: undefined });
    yield `mon.${mon.name} starts`;
  });
}

function* assign(parts: DiskJobParts, disk: Device, role: 'other' | 'raid'): Run {
  Object.assign(disk, { role, osd: undefined });
  saveDisk(parts.persistence, disk);
  yield `${diskTitle(disk)} is used as ${role}`;
}

function* changeClass(
  { cluster: { model }, persistence }: DiskJobParts,
  { osd, deviceClass }: Extract<DiskPlan, { kind: 'class' }>,
): Run {
  osd.deviceClass = deviceClass;
  crushChanged(model);
  saveOsd(persistence, osd);
  yield `osd.${osd.id} has the device class ${deviceClass}: data moves to and from it as the rules say`;
}

/** Releases a disk, after its data has moved away. */
function* release(parts: DiskJobParts, disk: Device): Run {
  const { model } = parts.cluster;
  requireReleasable(model, disk);
  const { osd } = disk;
  if (osd !== undefined && !hasDestroyedOsd(disk)) {
    yield* drain(parts.cluster, osd);
    parts.cluster.destroyOsd(osd.id);
    saveOsd(parts.persistence, osd);
    yield `osd.${osd.id} is destroyed, its id is free`;
  }
  const mon = disk.role === 'mon' ? monitorOn(model, disk.host) : undefined;
  yield* withTemporaryRole(parts, disk, 'deleting', function* () {
    yield* steps(`wiped ${diskTitle(disk)}`);
    // The monitor is removed together with the role, so that a disk never has one without the other. The check is
    // repeated, because the other monitors may have changed meanwhile.
    if (mon !== undefined) {
      requireQuorumWithout(model, mon);
      removeMonitor(model, mon);
    }
    const blank = { osd: undefined, journal: undefined, partitions: 0, encrypted: false };
    Object.assign(disk, { role: 'unassigned', ...blank });
  });
}
