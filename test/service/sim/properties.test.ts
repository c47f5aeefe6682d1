import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FLAGS } from '../../../src/api/contract/maintenance.ts';
import type { SimCluster } from '../../../src/service/sim/cluster.ts';
import { startOsdOn } from '../../../src/service/sim/osds/lifecycle.ts';
import { crushChanged } from '../../../src/service/sim/placementGroups/remap.ts';
import { setPgNum } from '../../../src/service/sim/placementGroups/split.ts';
import { NO_LOAD, type SimPool } from '../../../src/service/sim/pools/pool.ts';
import { addPool, removePool, setRule, setSize } from '../../../src/service/sim/pools/write.ts';
import { checkInvariants } from './invariants.ts';
import { simulate } from './support.ts';

type Deed = (cluster: SimCluster) => void;

const SCALE = 30;
/** The item at an index that wraps around the list. */
const at = <T>(items: readonly T[], index: number): T => items[index % items.length]!;
const FRESH = {
  name: 'fresh',
  application: '',
  description: '',
  minSize: 1,
  dataShards: 1,
  bytes: 1e11,
  objects: 30_000,
  load: NO_LOAD,
  protected: false,
};
const osd = fc.nat(SCALE - 1);
const host = fc.integer({ min: 1, max: 6 }).map((number) => `stor-0${number}`);
const rack = fc.constantFrom('rack1', 'rack2', 'rack3');
const deed: fc.Arbitrary<Deed> = fc.oneof(
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.killOsd(id),
  ),
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.hangOsd(id),
  ),
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.startOsd(id),
  ),
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.outOsd(id),
  ),
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.inOsd(id),
  ),
  osd.map(
    (id): Deed =>
      (cluster) =>
        void cluster.scrubOsd(id, true),
  ),
  host.map(
    (name): Deed =>
      (cluster) =>
        cluster.killHost(name),
  ),
  host.map(
    (name): Deed =>
      (cluster) =>
        cluster.startHost(name),
  ),
  rack.map(
    (name): Deed =>
      (cluster) =>
        cluster.cutRack(name),
  ),
  rack.map(
    (name): Deed =>
      (cluster) =>
        cluster.joinRack(name),
  ),
  fc.tuple(fc.constantFrom(...FLAGS), fc.boolean()).map(
    ([flag, set]): Deed =>
      (cluster) =>
        cluster.setFlag(flag, set),
  ),
  fc.integer({ min: 1, max: 10 }).map((speed): Deed => (cluster) => {
    cluster.model.recovery.speed = speed;
  }),
);

const pool = fc.nat(20);
const isPlain = ({ dataShards }: SimPool) => dataShards === 1;
/** Changes of pools and OSDs by operators, which move data and leave a place for all of it. */
const remodelling: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 3 }), pool).map(
    ([pgNum, size, rule]): Deed =>
      ({ model }) =>
        void addPool(model, { ...FRESH, id: model.lastPoolId + 1, pgNum, size, rule: at(model.rules, rule) }),
  ),
  pool.map(
    (index): Deed =>
      ({ model }) =>
        removePool(model, at(model.pools, index)),
  ),
  fc.tuple(pool, fc.integer({ min: 2, max: 3 })).map(
    ([index, size]): Deed =>
      ({ model }) =>
        setSize(model, at(model.pools.filter(isPlain), index), size),
  ),
  fc.tuple(pool, fc.constantFrom(0.5, 0.7, 1.5, 2)).map(([index, factor]): Deed => ({ model }) => {
    const changed = at(model.pools, index);
    setPgNum(model, changed, Math.ceil(changed.pgNum * factor));
  }),
  fc.tuple(pool, fc.integer({ min: 3, max: 5 })).map(([index, take]): Deed => ({ model }) => {
    const disk = at(model.disks, index);
    disk.osd = startOsdOn(model, disk, at(['hdd', 'ssd', 'nvme'], take));
  }),
  fc.tuple(osd, fc.double({ min: 0.6, max: 1, noNaN: true })).map(([id, reweight]): Deed => (cluster) => {
    cluster.osd(id).reweight = reweight;
    crushChanged(cluster.model);
  }),
);
/** Changes that can leave copies without a place. */
const mistakes: fc.Arbitrary<Deed> = fc.oneof(
  osd.map(
    (id): Deed =>
      (cluster) =>
        cluster.destroyOsd(id),
  ),
  fc.tuple(pool, pool).map(
    ([index, rule]): Deed =>
      ({ model }) =>
        setRule(model, at(model.pools, index), at(model.rules, rule)),
  ),
  fc.tuple(pool, fc.integer({ min: 2, max: 9 })).map(
    ([index, size]): Deed =>
      ({ model }) =>
        setSize(model, at(model.pools.filter(isPlain), index), size),
  ),
  fc.tuple(pool, fc.integer({ min: 1, max: 300 })).map(
    ([index, pgNum]): Deed =>
      ({ model }) =>
        setPgNum(model, at(model.pools, index), pgNum),
  ),
);

it('the simulated cluster stays consistent through any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(deed, remodelling, mistakes), fc.integer({ min: 0, max: 90 })), {
        maxLength: 14,
      }),
      fc.integer(),
      async (story, seed) => {
        const engine = simulate({ scale: SCALE, seed });
        for (const [act, seconds] of story) {
          act(engine.cluster);
          engine.cluster.step(seconds);
          await checkInvariants(engine);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('the simulated cluster heals completely from any sequence of events once everything is back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(deed, remodelling), fc.integer({ min: 0, max: 300 })), { maxLength: 8 }),
      fc.integer(),
      async (story, seed) => {
        const engine = simulate({ scale: SCALE, seed });
        const { cluster } = engine;
        for (const [act, seconds] of story) {
          act(cluster);
          cluster.step(seconds);
        }
        for (const flag of FLAGS) cluster.setFlag(flag, false);
        for (const { name } of cluster.model.racks) cluster.joinRack(name);
        for (const { name } of cluster.model.hosts) cluster.startHost(name);
        for (const osd of cluster.model.osds) {
          cluster.startOsd(osd.id);
          cluster.inOsd(osd.id);
          osd.reweight = 1;
        }
        crushChanged(cluster.model);
        cluster.model.scrubs.queue.clear();
        cluster.model.recovery.speed = 10;
        for (
          let minute = 0;
          minute < 600 && cluster.model.displaced.size + cluster.model.degraded > 0;
          minute++
        ) {
          cluster.step(60);
        }
        await checkInvariants(engine);
        expect(cluster.model.displaced.size).toBe(0);
        expect(cluster.model.degraded).toBe(0);
      },
    ),
    { numRuns: 8 },
  );
});
