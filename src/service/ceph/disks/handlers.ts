import { notPossible, Refusal, type Section } from '../../engine.ts';
import { refuseElsewhere } from '../../rules/disks.ts';
import { refuseName } from '../../rules/names.ts';
import { enforce } from '../../rules/refused.ts';
import { refuseServers } from '../../rules/servers.ts';
import type { Ceph } from '../ceph.ts';
import { disks, OSD_METADATA_KEYS, type MonMetadata, type OsdMetadata } from './read.ts';
import type { Inventory } from '../inventory.ts';
import { hostsOfNodes } from '../osdTree.ts';
import type { osdRemoval, Removal } from './removal.ts';
import { FIRST_HASHED_ID } from '../servers.ts';
import { sameInputs } from '../sameInputs.ts';
import type { TaskTable } from '../tasks/board.ts';
import { requireRunningOsd } from '../maintenance/handlers.ts';

/** Written by a benchmark, in blocks of Ceph's usual object size. */
const BENCHMARK_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 4 * 1024 * 1024;
const MIB = 1024 * 1024;

interface BenchmarkResult {
  readonly bytes_written: number;
  readonly elapsed_sec: number;
  readonly bytes_per_sec: number;
  readonly iops: number;
}

/** The hardware under an OSD changes only when it restarts, which changes the map. */
const readOsdMetadata = (ceph: Ceph) =>
  ceph.read<OsdMetadata[]>({ prefix: 'osd metadata' }, { only: OSD_METADATA_KEYS, fixedBy: 'osdmap' });

/** Disks are those that daemons report; only the disk of an OSD can be measured, by its OSD. */
export function diskHandlers(ceph: Ceph, inventory: Inventory, tasks: TaskTable) {
  const benchmark = async (osdId: number, say: (line: string) => void) => {
    say(`Writing ${BENCHMARK_BYTES / MIB} MiB to osd.${osdId} in blocks of ${BLOCK_BYTES / MIB} MiB`);
    const command = { prefix: 'bench', count: BENCHMARK_BYTES, size: BLOCK_BYTES };
    const result = await ceph.tellOsd<BenchmarkResult>(osdId, command);
    const speed = `${(result.bytes_per_sec / MIB).toFixed(1)} MiB/s, ${result.iops.toFixed(1)} writes/s`;
    say(`${result.bytes_written / MIB} MiB in ${result.elapsed_sec.toFixed(2)} s: ${speed}`);
  };

  const disksOf = sameInputs(disks);
  return {
    async listDisks() {
      return disksOf(
        ...(await Promise.all([
          readOsdMetadata(ceph),
          ceph.read<MonMetadata[]>({ prefix: 'mon metadata' }, { fixedBy: 'maps' }),
          inventory.tree(),
          inventory.servers(),
        ])),
      );
    },

    async benchmarkDisk({ params: { diskId } }, { by }) {
      if (diskId >= FIRST_HASHED_ID)
        throw new Refusal(409, 'only disks of OSDs can be measured: the speed is measured by the OSD');
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

interface Surroundings {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly tasks: TaskTable;
  readonly removal: ReturnType<typeof osdRemoval>;
  /** Runs what is to happen before and after a change of the CRUSH map around it. */
  readonly around: (change: string, apply: () => Promise<void>) => Promise<void>;
}

/** Changes of what disks are for. What needs hands on the server is declined with the command for it. */
export function diskChangeHandlers({ ceph, inventory, tasks, removal, around }: Surroundings) {
  const requireOsdDisk = (diskId: number) => {
    if (diskId >= FIRST_HASHED_ID)
      throw notPossible(
        'the disk is no OSD of its own, and no agent runs on its server that could change it',
      );
  };
  const remove = async (diskId: number, end: Removal['end'], by: string) => {
    requireOsdDisk(diskId);
    return tasks.start(await removal.job({ osdId: diskId, end }, by));
  };
  /** @throws Refusal 404 when the disk is not on that server */
  const requireOn = async (server: number, diskId: number) => {
    const [tree, servers, metadata] = await Promise.all([
      inventory.tree(),
      inventory.servers(),
      readOsdMetadata(ceph),
    ]);
    enforce(refuseServers([server], new Set(servers.values())));
    // An OSD that is no longer in the CRUSH map is still listed with the server that it reported.
    const host = hostsOfNodes(tree).get(diskId)?.name;
    const reported = metadata.find(({ id }) => id === diskId)?.hostname;
    const reporting = [host, reported].map((name = '') => servers.get(name));
    if (diskId < FIRST_HASHED_ID) enforce(refuseElsewhere(diskId, server, reporting));
  };
  const classify = async (osdId: number, deviceClass: string, by: string) => {
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
            ...(deviceClass === ''
              ? []
              : [{ prefix: 'osd crush set-device-class', class: deviceClass, ids }]),
          ),
        );
        say(`osd.${osdId} has the device class ${deviceClass || 'none'}`);
      },
    });
  };

  return {
    async deleteDisk({ params: { diskId } }, { by }) {
      await remove(diskId, 'purge', by);
    },
    async deleteServerDisk({ params: { id, diskId } }, { by }) {
      await requireOn(id, diskId);
      await remove(diskId, 'purge', by);
    },
    async updateServerDisk({ params: { id, diskId }, body }, { by }) {
      await requireOn(id, diskId);
      requireOsdDisk(diskId);
      const { role, crushDeviceClass, ...rest } = body;
      if (role === 'unassigned' && crushDeviceClass === undefined && Object.keys(rest).length === 0)
        return remove(diskId, 'destroy', by);
      if (role === undefined && crushDeviceClass !== undefined && Object.keys(rest).length === 0)
        return classify(diskId, crushDeviceClass, by);
      throw notPossible(
        'of a disk, the device class can be changed from here, and its OSD ended (role unassigned); for all else no agent runs on its server: use `ceph-volume lvm create --data DEVICE` there, with `--osd-id` to take over the number of a destroyed OSD',
      );
    },
  } satisfies Section;
}
