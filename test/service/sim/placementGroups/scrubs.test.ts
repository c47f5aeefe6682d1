import { describe, expect, test } from 'vitest';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { stepScrubs, requestScrub } from '../../../../src/service/sim/placementGroups/scrubs.ts';
import { acting, findPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { logged, simulate, states } from '../support.ts';

/** The number of scrubs started in some seconds, if each ends at once and nothing else happens. */
function starts(model: Model, seconds: number): { plain: number; deep: number } {
  for (let second = 0; second < seconds; second++) {
    stepScrubs(model);
    model.scrubs.busy.clear();
    model.unclean.clear();
  }
  const deep = logged(model, 'deep-scrub starts').length;
  return { deep, plain: logged(model, 'scrub starts').length - deep };
}

test('every placement group is scrubbed once a day and deeply once a week, on average', () => {
  const { model } = simulate({ scale: 15 }).cluster;
  const seconds = 40_000;
  const { plain, deep } = starts(model, seconds);
  expect(Math.abs(plain / ((model.pgs.count * seconds) / 86_400) - 1)).toBeLessThan(0.25);
  expect(Math.abs(deep / ((model.pgs.count * seconds) / (7 * 86_400)) - 1)).toBeLessThan(0.5);
});

test.each([
  ['noscrub', 0, 1],
  ['nodeep-scrub', 1, 0],
] as const)('under the flag %s scrubs of the other kind continue', (flag, plain, deep) => {
  const { model } = simulate({ scale: 15 }).cluster;
  model.flags.add(flag);
  const seen = starts(model, 20_000);
  expect([seen.plain > 0, seen.deep > 0]).toEqual([plain > 0, deep > 0]);
});

test.each([
  ['noscrub', 'late'],
  ['nodeep-scrub', 'lateDeep'],
] as const)(
  'overdue scrubs grow in number under the flag %s and are made up for without it',
  (flag, late) => {
    const { model } = simulate({ scale: 15 }).cluster;
    model.scrubs[late] = 30;
    model.flags.add(flag);
    starts(model, 1000);
    expect(model.scrubs[late]).toBeGreaterThan(30);
    model.flags.delete(flag);
    starts(model, 20_000);
    expect(model.scrubs[late]).toBe(0);
  },
);

test.each([
  ['noscrub', false],
  ['nodeep-scrub', true],
] as const)('a requested scrub runs under the flag %s, as in Ceph', (flag, deep) => {
  const { cluster } = simulate({ scale: 15 });
  cluster.setFlag(flag, true);
  expect(cluster.scrubOsd(3, deep)).toBeGreaterThan(0);
  cluster.step();
  expect(logged(cluster.model, deep ? 'deep-scrub starts' : 'scrub starts').length).toBeGreaterThan(0);
});

describe('requested scrubs', () => {
  test('a requested scrub covers all placement groups with this primary, one at a time', () => {
    const { cluster } = simulate({ scale: 15 });
    const { model } = cluster;
    const osd = cluster.osd(3);
    const own = osd.shards.filter((id) => acting(model, id)[0] === osd);
    expect(requestScrub(model, osd, true)).toBe(own.length);
    cluster.step();
    expect([...model.scrubs.queue].length).toBeGreaterThan(0);
    expect(states(cluster)['active+clean+scrubbing+deep']).toBeGreaterThan(0);
    let seconds = 0;
    while (model.scrubs.queue.size > 0) {
      cluster.step();
      // No OSD is read by two scrubs at a time.
      const busy = [...model.unclean.values()].flatMap(({ id }) => acting(model, id));
      expect(new Set(busy).size).toBe(busy.length);
      if (++seconds > 100_000) throw new Error('the scrub does not end');
    }
    cluster.step(1200);
    expect(logged(model, 'deep-scrub ok').length).toBeGreaterThanOrEqual(own.length);
    expect(model.scrubs.busy.size).toBeLessThan(15);
  });

  test('a requested scrub takes longer for more data, from ten seconds to a quarter of an hour', () => {
    const duration = (bytes: number, deep: boolean) => {
      const { cluster } = simulate({ scale: 15 });
      const { model } = cluster;
      // There is no other scrub and no write.
      model.flags.add(deep ? 'noscrub' : 'nodeep-scrub');
      const id = findPg(model, '2.0')!;
      const pool = model.pgs.poolOf(id)!;
      Object.assign(pool, { bytes: bytes * pool.pgNum, growth: 0 });
      model.scrubs.queue.add({ id, deep });
      const kind = deep ? 'deep-scrub' : 'scrub';
      const name = `2.0 ${kind} ok`;
      let seconds = 0;
      while (logged(model, name).length === 0) {
        cluster.step();
        if (++seconds > 2000) throw new Error('the scrub does not end');
      }
      return seconds;
    };
    const shard = 20e9;
    const deep = duration(shard, true);
    expect(deep).toBeGreaterThanOrEqual(160);
    expect(deep).toBeLessThanOrEqual(242);
    const plain = duration(shard, false);
    expect(plain).toBeGreaterThanOrEqual(16);
    expect(plain).toBeLessThanOrEqual(26);
    expect(duration(1, true)).toBeLessThanOrEqual(12);
    expect(duration(1, true)).toBeGreaterThanOrEqual(10);
    expect(duration(1e13, true)).toBeLessThanOrEqual(902);
    expect(duration(1e13, true)).toBeGreaterThanOrEqual(899);
  });
});
