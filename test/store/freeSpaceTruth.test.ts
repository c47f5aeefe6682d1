import { expect, test } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import { selectFreeSpace } from '../../src/store/answers/freeSpace.ts';
import { demandsOf } from '../../src/store/answers/lossSpace.ts';
import { selectOsds } from '../../src/store/answers/osds.ts';
import { buildTree } from '../../src/store/answers/tree.ts';
import { fakeClock } from '../support/fakeClock.ts';

const MINUTE = 60_000;

test.each([1, 2, 3])(
  'the predicted usage of the fullest OSD after the loss of the named host is about right (seed %i)',
  async (seed) => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, seed, scenario: 'calm' });
    const transport = embeddedTransport(engine);
    const api = createApi({ transport, readOnly: () => false, onWrite: () => undefined, clock });
    const look = async () => {
      const [crush, pools, rules] = await Promise.all([
        api.getCrushMap({}),
        api.listPools({}),
        api.listCrushRules({}),
      ]);
      return selectFreeSpace({
        osds: selectOsds({ crush }),
        tree: buildTree(crush),
        demands: demandsOf({ pools, rules }),
      });
    };
    await clock.advance(MINUTE);
    const { afterLoss } = await look();
    await api.changeSetting({
      body: { name: 'mon_osd_down_out_interval', value: { type: 'INT', value: 30 } },
    });
    engine.cluster.model.recovery.speed = 10;
    engine.cluster.killHost(afterLoss!.host);
    await clock.advance(2 * MINUTE);
    for (let minute = 0; minute < 180 && engine.cluster.model.unclean.size > 0; minute++)
      await clock.advance(MINUTE);
    // Each OSD reports its usage once a minute.
    await clock.advance(MINUTE);
    const after = await look();
    const status = await api.getClusterStatus({});
    expect(status.placementGroups?.filter(({ okay, total }) => okay !== total)).toEqual([]);
    const [told, came] = [afterLoss!.share!, after.fullest!.share];
    // Pools that can use other racks put less data there than predicted, and the prediction must not be too low.
    expect(told).toBeGreaterThan(came - 0.02);
    expect(told).toBeLessThan(came + 0.1);
    await transport.close();
  },
  120_000,
);
