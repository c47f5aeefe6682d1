import type { Disk } from '../../../api/contract/disks.ts';
import type { Task } from '../../../api/contract/shapes.ts';
import { notPossible, Refusal, type Section } from '../../engine.ts';
import { noDisk, refuseElsewhere } from '../../rules/disks.ts';
import { refuseName } from '../../rules/names.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import { osdHostOf } from '../access/osdHost.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { requireRunningOsd } from '../maintenance/handlers.ts';
import { hostsOfNodes, osdsOf } from '../map/osdTree.ts';
import { FIRST_HASHED_ID } from '../map/servers.ts';
import type { Say, TaskTable } from '../tasks/board.ts';
import { assignDisk, type DiskAssignment, type PlacedDisk } from './assign.ts';
import { readOsdMetadata } from './read.ts';
import type { osdRemoval, Removal } from './removal.ts';

/** The amount of data that a benchmark writes, in blocks of Ceph's usual object size. */
const BENCHMARK_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 4 * 1024 * 1024;
const MIB = 1024 * 1024;

interface BenchmarkResult {
  readonly bytes_written: number;
  readonly elapsed_sec: number;
  readonly bytes_per_sec: number;
  readonly iops: number;
}

/** Lists disks, and measures those of OSDs: the OSD runs the benchmark itself. */
export function diskHandlers(
  { ceph, inventory }: Pick<ClusterParts, 'ceph' | 'inventory'>,
  list: () => Promise<Disk[]>,
  tasks: TaskTable,
) {
  const benchmark = async (osdId: number, say: Say) => {
    say(`Writing ${BENCHMARK_BYTES / MIB} MiB to osd.${osdId} in blocks of ${BLOCK_BYTES / MIB} MiB`);
    const command = { prefix: 'bench', count: BENCHMARK_BYTES, size: BLOCK_BYTES };
    const result = await ceph.tellOsd<BenchmarkResult>(osdId, command);
    const speed = `${(result.bytes_per_sec / MIB).toFixed(1)} MiB/s, ${result.iops.toFixed(1)} writes/s`;
    say(`${result.bytes_written / MIB} MiB in ${result.elapsed_sec.toFixed(2)} s: ${speed}`);
  };

  return {
    listDisks: list,

    async benchmarkDisk({ params: { diskId } }, { by }) {
      if (diskId >= FIRST_HASHED_ID)
        throw new Refusal(409, 'only disks of OSDs can be measured: the OSD runs the benchmark');
      await requireRunningOsd(inventory, diskId);
      return tasks.start({
        name: 'Disk benchmark',
        object: `osd.${diskId}`,
        by,
        run: (say) => benchmark(diskId, say),
      });
    },
  } satisfies Section;
}

interface DiskChangeSources extends Omit<DiskAssignment, 'claimed'> {
  readonly removal: ReturnType<typeof osdRemoval>;
}

/** Changes the device class of an OSD in the CRUSH map. */
async function changeDeviceClass(
  { ceph, tasks, around }: Pick<DiskAssignment, 'ceph' | 'tasks' | 'around'>,
  osdId: number,
  deviceClass: string,
  by: string,
): Promise<Task> {
  if (deviceClass !== '') enforce(refuseName('a device class', deviceClass));
  const ids = [`osd.${osdId}`];
  return tasks.start({
    name: 'Change device class',
    object: `osd.${osdId}`,
    by,
    run: async (say) => {
      await around(`device class of osd.${osdId}`, () =>
        ceph.write(
          { prefix: 'osd crush rm-device-class', ids },
          ...(deviceClass === '' ? [] : [{ prefix: 'osd crush set-device-class', class: deviceClass, ids }]),
        ),
      );
      say(`osd.${osdId} has the device class ${deviceClass || 'none'}`);
    },
  });
}

/** The disk of a destroyed OSD, if this service or the orchestrator can act on its server. */
async function diskOfDestroyed(
  { ceph, inventory, access }: ClusterParts,
  osdId: number,
): Promise<PlacedDisk | undefined> {
  const osd = osdsOf(await inventory.tree()).find(({ id }) => id === osdId);
  const host = osd?.status === 'destroyed' ? await osdHostOf(ceph, osdId) : undefined;
  if (host?.device === undefined) return undefined;
  if (!access.find(host.hostname) && !(await access.orchestrated(host.hostname))) return undefined;
  return { hostname: host.hostname, name: host.device };
}

/** Changes the role of disks. */
export function diskChangeHandlers(parts: DiskChangeSources) {
  const { ceph, inventory, tasks, removal, list } = parts;
  const assignment: DiskAssignment = { ...parts, claimed: new Set() };
  /** A disk that does not hold the data of an OSD. @throws Refusal 404 */
  const otherDisk = async (diskId: number) => {
    const found = (await list()).find(({ id }) => id === diskId);
    const { hostname, name, role } = found ?? {};
    if (!found || hostname === undefined || name === undefined) throw refusal(noDisk(diskId));
    return { hostname, name, role };
  };
  const remove = async (diskId: number, end: Removal['end'], by: string) => {
    if (diskId >= FIRST_HASHED_ID) {
      const { hostname, name, role } = await otherDisk(diskId);
      throw new Refusal(
        409,
        `${name} of ${hostname} is not an OSD (${role}): the cluster has nothing to delete`,
      );
    }
    return tasks.start(await removal.job({ osdId: diskId, end }, by));
  };
  /** @throws Refusal 404 when the disk is not on that server */
  const requireOnServer = async (server: number, diskId: number) => {
    const [tree, servers, metadata] = await Promise.all([
      inventory.tree(),
      inventory.servers(),
      readOsdMetadata(ceph),
    ]);
    enforce(refuseServers([server], new Set(servers.values())));
    if (diskId >= FIRST_HASHED_ID) {
      const { hostname } = await otherDisk(diskId);
      return enforce(refuseElsewhere(diskId, server, [servers.get(hostname)]));
    }
    // An OSD that is no longer in the CRUSH map is still listed with the server that it reported.
    const host = hostsOfNodes(tree).get(diskId)?.name;
    const reported = metadata.find(({ id }) => id === diskId)?.hostname;
    const reporting = [host, reported].map((name = '') => servers.get(name));
    enforce(refuseElsewhere(diskId, server, reporting));
  };
  return {
    deleteDisk: ({ params: { diskId } }, { by }) => remove(diskId, 'purge', by),
    async deleteServerDisk({ params: { id, diskId } }, { by }) {
      await requireOnServer(id, diskId);
      return remove(diskId, 'purge', by);
    },
    async updateServerDisk({ params: { id, diskId }, body }, { by }) {
      await requireOnServer(id, diskId);
      if (diskId >= FIRST_HASHED_ID) return assignDisk(assignment, await otherDisk(diskId), body, by);
      const { role, crushDeviceClass, ...rest } = body;
      if (role === 'unassigned' && crushDeviceClass === undefined && Object.keys(rest).length === 0)
        return remove(diskId, 'destroy', by);
      const host = role === 'osd' ? await diskOfDestroyed(parts, diskId) : undefined;
      if (host) return assignDisk(assignment, host, body, by);
      if (role === undefined && crushDeviceClass !== undefined && Object.keys(rest).length === 0)
        return changeDeviceClass(parts, diskId, crushDeviceClass, by);
      throw notPossible(
        `the disk belongs to osd.${diskId}, so only its device class can be changed; for anything else, release it first (role unassigned)`,
      );
    },
  } satisfies Section;
}
