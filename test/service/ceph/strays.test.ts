import { expect, test } from 'vitest';
import { crushHandlers } from '../../../src/service/ceph/crush/handlers.ts';
import { diskChangeHandlers, diskHandlers } from '../../../src/service/ceph/disks/handlers.ts';
import type { Formatting } from '../../../src/service/ceph/disks/journals.ts';
import { diskLister } from '../../../src/service/ceph/disks/list.ts';
import { osdRemoval } from '../../../src/service/ceph/disks/removal.ts';
import { createInventory } from '../../../src/service/ceph/map/inventory.ts';
import type { OsdTree } from '../../../src/service/ceph/map/osdTree.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { refusal } from '../../support/refusal.ts';
import { fakeAccess } from './access/fakeAccess.ts';
import { caller } from './handlers/support.ts';
import { recorded, recordedCeph } from './recordedCeph.ts';
import { sample } from './samples.ts';
import { taskTable } from './taskTable.ts';

interface Usage {
  readonly nodes: readonly { readonly id: number }[];
}

/** The sample cluster with osd.3 (on node4) removed from the CRUSH map, so that Ceph lists it separately. */
function clusterWithStray() {
  const clock = fakeClock();
  const tree = sample('osdTreeRacks') as OsdTree;
  const usage = sample('osdDf') as Usage;
  const apart = <T extends { readonly id: number }>(rows: readonly T[]) => ({
    nodes: rows.filter(({ id }) => id !== 3),
    stray: rows.filter(({ id }) => id === 3),
  });
  const children = (ids: readonly number[] = []) => ids.filter((id) => id !== 3);
  const { nodes, stray } = apart(tree.nodes);
  const { ceph, answer } = recordedCeph(clock, {
    'osd tree': {
      json: { nodes: nodes.map((node) => ({ ...node, children: children(node.children) })), stray },
    },
    'osd df': { json: { ...usage, ...apart(usage.nodes) } },
    'osd metadata': recorded('osdMetadata'),
    'mon metadata': recorded('monMetadata'),
    'config-key ls': { json: [] },
    'node ls': recorded('nodeLs'),
    'osd pool ls': recorded('osdPoolLsDetail'),
    'osd crush rule dump': recorded('crushRuleDump'),
    'osd dump': { json: { flags_set: [], nearfull_ratio: 0.85, backfillfull_ratio: 0.9, full_ratio: 0.95 } },
  });
  answer('osd safe-to-destroy', { rc: 0, outs: '', text: '' });
  const inventory = createInventory(ceph, clock);
  const { access } = fakeAccess();
  const list = diskLister({ ceph, inventory, access, clock });
  const tasks = taskTable(clock);
  const removal = osdRemoval({ ceph, inventory, clock, access, ending: new AbortController().signal });
  const around = (_change: string, apply: () => Promise<void>) => apply();
  const formatting: Formatting = (_disk, format) => format();
  const call = caller({
    ...crushHandlers(ceph, inventory),
    ...diskHandlers({ ceph, inventory }, list, tasks),
    ...diskChangeHandlers({ ceph, inventory, access, clock, list, tasks, removal, around, formatting }),
  });
  return { call, inventory };
}

test('an OSD outside of the CRUSH map has a size, which gives its weight when it is put back', async () => {
  const { call, inventory } = clusterWithStray();
  expect((await inventory.usage()).map(({ id }) => id)).toContain(3);
  expect((await call('getCrushMap', {})).stray).toMatchObject([{ name: 'osd.3', size: 4 * 2 ** 30 }]);
});

test('the disk of an OSD outside of the CRUSH map can be deleted on the server that lists it', async () => {
  const { call } = clusterWithStray();
  const { id: diskId = NaN, server = NaN } = (await call('listDisks', {})).find(({ osdId }) => osdId === 3)!;
  await expect(call('deleteServerDisk', { params: { id: server, diskId } })).resolves.toMatchObject({
    id: expect.any(Number) as number,
  });
  const elsewhere = (await call('listDisks', {})).find(({ osdId }) => osdId === 0)!.server!;
  await expect(call('deleteServerDisk', { params: { id: elsewhere, diskId } })).rejects.toMatchObject(
    refusal(404, 'disk 3 is not in server'),
  );
});
