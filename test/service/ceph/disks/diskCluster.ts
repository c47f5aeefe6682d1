import { diskChangeHandlers, diskHandlers } from '../../../../src/service/ceph/disks/handlers.ts';
import type { Formatting } from '../../../../src/service/ceph/disks/journals.ts';
import { diskLister } from '../../../../src/service/ceph/disks/list.ts';
import { osdRemoval } from '../../../../src/service/ceph/disks/removal.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { orchDisks } from '../../../../src/service/ceph/orchestrator/read.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { caller } from '../handlers/support.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { taskTable } from '../taskTable.ts';

const SIZE = 100 * 1024 ** 3;
const onServer = (name: string, ...holds: readonly string[]) => ({
  name,
  path: `/dev/${name}`,
  size: SIZE,
  model: '',
  serial: '',
  wwn: '',
  rotates: true,
  readOnly: false,
  removable: false,
  holds,
  smart: null,
});
const DISKS = [
  onServer('sdb', 'ceph_bluestore'),
  onServer('sdc'),
  onServer('sdd'),
  onServer('sde', 'ext4'),
  onServer('sdf', 'ceph_bluestore'),
];
const ORCHESTRATED: OrchServer = {
  backend: 'cephadm',
  labels: [],
  unavailable: undefined,
  inMaintenance: false,
  disks: orchDisks([
    { path: '/dev/sdx', available: true, sys_api: { size: SIZE } },
    { path: '/dev/sdy', available: false, lvs: [{ name: 'osd-block-1', osd_id: '7' }] },
    { path: '/dev/sdz', available: false, rejected_reasons: ['Has a FileSystem'] },
  ]),
  age: 0,
  daemons: [],
};

const host = (id: number, name: string, ...children: readonly number[]) => ({
  id,
  name,
  type: 'host',
  children,
});
const osd = (id: number, status: string) => ({ id, name: `osd.${id}`, type: 'osd', status, reweight: 1 });
const NODES = [
  host(-2, 'a', 0, 1),
  host(-3, 'b', 2),
  host(-4, 'c', 3),
  osd(0, 'up'),
  ...[1, 2, 3].map((id) => osd(id, 'destroyed')),
];

/**
 * A cluster with an OSD that is up, on the disk sdb of server 2 (`a`), which can be reached, and three destroyed ones:
 * on its disk sdc, on server 3 (`b`), which cannot be reached, and on server 4 (`c`), which an orchestrator manages.
 */
export function diskCluster() {
  const clock = fakeClock();
  const { ceph, commands } = recordedCeph(clock, {
    'log last': { json: [] },
    'config-key ls': { json: [] },
    'osd tree': { json: { nodes: NODES, stray: [] } },
    'osd metadata': {
      json: [
        { id: 0, hostname: 'a', osd_data: '/x/0', devices: 'sdb' },
        { id: 1, hostname: 'a', osd_data: '/x/1', devices: 'sdc' },
        { id: 2, hostname: 'b', osd_data: '/x/2', devices: 'sdb' },
        { id: 3, hostname: 'c', osd_data: '/x/3', devices: 'sdx' },
      ],
    },
    'mon metadata': { json: [{ name: 'c', hostname: 'c', devices: 'vda' }] },
    'node ls': { json: {} },
    'osd pool ls': { json: [] },
    'osd crush rule dump': { json: [] },
    'osd dump': { json: { flags_set: [] } },
  });
  const { access, lines } = fakeAccess(
    {
      a: {
        'host.disks': ({ only }) => DISKS.filter(({ name }) => only === undefined || name === only),
        run: (line) =>
          line.includes(' list ')
            ? { out: '{"0": [{"tags": {"ceph.osd_id": "0", "ceph.osd_fsid": "5e1f-00"}}]}' }
            : {},
      },
    },
    { server: async (name) => (name === 'c' ? ORCHESTRATED : undefined) },
  );
  const inventory = createInventory(ceph, clock);
  const sources = { ceph, inventory, access, clock };
  const list = diskLister(sources);
  const tasks = taskTable(clock);
  const removal = osdRemoval({ ...sources, ending: new AbortController().signal });
  const changes: string[] = [];
  const formatting: Formatting = ({ host, name }, format) => {
    changes.push(`format of ${name} of ${host}`);
    return format();
  };
  const around = (change: string, apply: () => Promise<void>) => {
    changes.push(change);
    return apply();
  };
  const parts = { ...sources, list, tasks, removal, around, formatting };
  const call = caller({ ...diskHandlers(sources, list, tasks), ...diskChangeHandlers(parts) });
  const disk = async (server: number, name: string) => {
    const found = (await list()).find((one) => one.server === server && one.name === name);
    return { id: server, diskId: found?.id ?? NaN };
  };
  /** The commands that change a disk of a server. */
  const changing = () => lines.filter((line) => /prepare|zap/.test(line));
  return { call, clock, commands, changes, tasks, disk, changing, parts };
}
