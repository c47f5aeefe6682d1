import type { ServerAccess } from '../../../../src/service/ceph/access/serverAccess.ts';
import { osdRemoval, type Removal } from '../../../../src/service/ceph/disks/removal.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recorded, recordedCeph, refused } from '../recordedCeph.ts';
import { sample } from '../samples.ts';
import { taskTable } from '../taskTable.ts';

const EAGAIN = -11;
export const LONG_MS = 60_000;

/** The sample cluster, in which osd.2 is up and in, and osd.3 is down. */
export function cluster(access: ServerAccess = fakeAccess().access) {
  const clock = fakeClock();
  const { ceph, answer, asked, commands } = recordedCeph(clock, {
    'osd tree': recorded('osdTreeDown'),
    'osd df': recorded('osdDf'),
    'node ls': recorded('nodeLs'),
    'osd pool ls': recorded('osdPoolLsDetail'),
    'osd crush rule dump': recorded('crushRuleDump'),
    'osd dump': { json: { flags_set: ['sortbitwise'] } },
    'osd metadata': { json: [] },
    'pg states': { json: { all: {}, stuck: {} } },
    'osd safe-to-destroy': refused(EAGAIN, 'not all PGs are active+clean'),
  });
  const tree = (change: object) => {
    const { nodes, stray } = sample('osdTreeDown') as OsdTree;
    answer('osd tree', {
      json: { nodes: nodes.map((node) => (node.id === 2 ? { ...node, ...change } : node)), stray },
    });
  };
  const tasks = taskTable(clock);
  const inventory = createInventory(ceph, clock);
  const removal = osdRemoval({ ceph, inventory, clock, access, ending: new AbortController().signal });
  const begin = async (end: Removal['end'], osdId = 2) =>
    (await tasks.start(await removal.job({ osdId, end }, 'test'))).id!;
  const safe = () => answer('osd safe-to-destroy', { rc: 0, outs: '' });
  return { clock, answer, asked, commands, tree, tasks, removal, begin, safe };
}

export const prefixes = (commands: readonly { readonly prefix: string }[]) =>
  commands.map(({ prefix }) => prefix);
