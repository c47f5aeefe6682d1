import fc from 'fast-check';
import { test } from 'vitest';
import { FLAGS } from '../../../../src/api/contract/maintenance.ts';
import { checkInvariants } from '../invariants.ts';
import type { StorageBench } from '../storage.ts';
import { addOsds, bench, create } from './creationBench.ts';

test('a created cluster stays consistent from its first OSD on, through any sequence of events', async () => {
  const number = fc.nat(30);
  type Deed = (site: StorageBench) => Promise<unknown> | void;
  const osdOf = (site: StorageBench, index: number) => {
    const { osds } = site.engine.cluster.model;
    return osds[index % Math.max(1, osds.length)];
  };
  const deeds: fc.Arbitrary<Deed> = fc.oneof(
    fc.constant<Deed>((site) => addOsds(site, 1)),
    fc.tuple(number, fc.integer({ min: 2, max: 3 })).map(
      ([pgNum, size]): Deed =>
        ({ api, engine }) =>
          api
            .createPool({
              body: { name: `pool-${engine.cluster.model.lastPoolId}`, pgNum: pgNum + 1, size },
            })
            .catch(() => undefined),
    ),
    fc
      .tuple(number, fc.constantFrom('killOsd', 'startOsd', 'outOsd', 'inOsd', 'destroyOsd'))
      .map(([index, what]): Deed => (site) => {
        const osd = osdOf(site, index);
        if (osd !== undefined) site.engine.cluster[what](osd.id);
      }),
    fc.tuple(fc.constantFrom(...FLAGS.filter((flag) => flag !== 'noup')), fc.boolean()).map(
      ([flag, set]): Deed =>
        ({ engine }) =>
          engine.cluster.setFlag(flag, set),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(deeds, fc.nat(60)), { maxLength: 10 }),
      fc.integer(),
      async (story, seed) => {
        const site = bench({ seed });
        await create(site, 1);
        for (const [act, seconds] of story) {
          await act(site);
          site.engine.cluster.step(seconds);
          await checkInvariants(site.engine);
        }
      },
    ),
    { numRuns: 25 },
  );
});
