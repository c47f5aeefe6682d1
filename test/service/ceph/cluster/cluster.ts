import { clusterHandlers } from '../../../../src/service/ceph/cluster/handlers.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';
import { sample } from '../samples.ts';

/** The handlers of the status on a cluster with a recorded status, whose addresses all listen at first. */
export function cluster(status = 'statusGateway') {
  const clock = fakeClock();
  const { ceph, storage, asked, answer } = recordedCeph(clock, {
    status: recorded(status),
    'osd tree': recorded('osdTreeRacks'),
    'node ls': recorded('nodeLs'),
    'osd pool ls': recorded('osdPoolLsDetail'),
    'pg stat': { json: {} },
    'osd stat': { json: {} },
    'pg states': { json: { all: sample('pgStatesRecovering'), inactive: {} } },
  });
  let listening: boolean | undefined = true;
  const call = caller(
    clusterHandlers(
      { ceph, call: storage, inventory: createInventory(ceph, clock), clock, access: fakeAccess().access },
      async () => listening,
    ),
  );
  const listen = (does: boolean | undefined) => (listening = does);
  return { clock, asked, answer, listen, status: () => call('getClusterStatus', {}), call };
}
