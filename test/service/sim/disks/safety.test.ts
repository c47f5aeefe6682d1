import { describe, expect, test } from 'vitest';
import { requireSafeToRetire } from '../../../../src/service/sim/disks/safety.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { targets } from '../../../../src/service/sim/placementGroups/placement.ts';
import { poolOfPg, uncleanPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { shardBytes } from '../../../../src/service/sim/pools/pool.ts';
import { simulate } from '../support.ts';

const calm = (scale = 60): Model => simulate({ scale }).cluster.model;
const retire = (model: Model, id: number) => requireSafeToRetire(model, model.osds[id]!);
const refused = (message: string | RegExp) =>
  expect.objectContaining({
    status: 409,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

/** The bytes that each other OSD would get if one were out. */
function arriving(model: Model, id: number): Map<number, number> {
  const osd = model.osds[id]!;
  const sums = new Map<number, number>();
  osd.in = false;
  for (const pg of osd.shards) {
    const pool = poolOfPg(model, pg);
    const first = (pg - pool.firstPg) * pool.size;
    const held = pool.holders.subarray(first, first + pool.size);
    for (const place of targets(model, pool, pg - pool.firstPg))
      if (!held.includes(place)) sums.set(place, (sums.get(place) ?? 0) + shardBytes(pool));
  }
  osd.in = true;
  return sums;
}

test('an OSD of a calm cluster can be removed, and the check itself changes nothing', () => {
  const model = calm();
  for (const { id } of model.osds) expect(() => retire(model, id)).not.toThrow();
  expect(model.osds.every((osd) => osd.in)).toBe(true);
});

describe('flags that prevent data from moving', () => {
  test('a flag that prevents data from moving prevents the removal of an OSD with data', () => {
    const model = calm();
    model.flags.add('norecover');
    expect(() => retire(model, 7)).toThrow(refused(/norecover/));
  });

  test('a flag that prevents data from moving does not matter if the OSD is empty and no other one leaves', () => {
    const model = calm();
    model.flags.add('norecover');
    model.osds[7]!.shards.length = 0;
    expect(() => retire(model, 7)).not.toThrow();
    model.osds[9]!.in = false;
    expect(() => retire(model, 7)).not.toThrow();
  });
});

describe('an OSD that is down', () => {
  /** An OSD that is down and has one placement group, with the other OSDs of that group. */
  function down(erasure: boolean) {
    const model = calm();
    const pg = model.osds
      .flatMap(({ shards }) => shards)
      .find((id) => poolOfPg(model, id).dataShards > 1 === erasure)!;
    const pool = poolOfPg(model, pg);
    const first = (pg - pool.firstPg) * pool.size;
    const [holder, ...others] = pool.holders.subarray(first, first + pool.size);
    const osd = model.osds[holder!]!;
    osd.up = false;
    osd.shards.splice(0, Infinity, pg);
    return { model, pg, pool, id: osd.id, others };
  }
  const lost = (id: number) =>
    refused(
      `osd.${id} is down and has the only usable data of 1 placement groups: start it first, or that data is lost`,
    );

  test('an OSD that is down can be removed if one complete copy remains', () => {
    const { model, id, others } = down(false);
    for (const other of others.slice(1)) model.osds[other]!.up = false;
    expect(() => retire(model, id)).not.toThrow(lost(id));
    model.osds[others[0]!]!.up = false;
    expect(() => retire(model, id)).toThrow(lost(id));
  });

  test('an OSD that is down is needed if the remaining copies are incomplete', () => {
    const { model, id, pg, others } = down(false);
    const { behind } = uncleanPg(model, pg);
    for (const slot of others.keys()) behind.set(slot + 1, 1);
    expect(() => retire(model, id)).toThrow(lost(id));
    behind.set(1, 0);
    expect(() => retire(model, id)).not.toThrow(lost(id));
  });

  test('an OSD that is down is needed if fewer chunks remain than the data has', () => {
    const { model, id, pool, others } = down(true);
    const spare = others.length - pool.dataShards;
    for (const other of others.slice(0, spare)) model.osds[other]!.up = false;
    expect(() => retire(model, id)).not.toThrow(lost(id));
    model.osds[others[spare]!]!.up = false;
    expect(() => retire(model, id)).toThrow(lost(id));
  });

  test('an OSD that is up moves the data that only it holds to others', () => {
    const { model, id, others } = down(false);
    model.osds[id]!.up = true;
    for (const other of others) model.osds[other]!.up = false;
    expect(() => retire(model, id)).not.toThrow(lost(id));
  });
});

test('an OSD stays where its placement groups have no other place', () => {
  const model = calm(3);
  expect(() => retire(model, 1)).toThrow(
    refused(
      /^without osd\.1 the pool \.mgr would have 2 of the 3 failure domains \(host\) that it needs: add an OSD in another host first$/,
    ),
  );
});

describe('removal of an OSD whose data would fill others', () => {
  const room = (model: Model, id: number, bytes: number) => {
    const osd = model.osds[id]!;
    osd.used = osd.capacity * model.settings.backfillfullRatio - bytes;
  };

  test('an OSD whose data would fill others is not removed, and one of them is named', () => {
    const model = calm();
    const sums = [...arriving(model, 7)];
    expect(sums.length).toBeGreaterThan(2);
    const [[first, most], [second, more]] = sums as [[number, number], [number, number]];
    room(model, first, most + 1);
    expect(() => retire(model, 7)).not.toThrow();
    room(model, first, most - 1e6);
    expect(() => retire(model, 7)).toThrow(
      refused(/^osd\.7 holds .*, which would overfill osd\.\d+: add disks or delete data first$/),
    );
    expect(() => retire(model, 7)).toThrow(refused(new RegExp(`would overfill osd\\.${first}`)));
    room(model, second, more - 1e6);
    expect(() => retire(model, 7)).toThrow(
      refused(new RegExp(`would overfill osd\\.(${first}|${second}) and 1 more`)),
    );
  });

  test('an OSD can be removed if a full OSD elsewhere is not affected', () => {
    const model = calm();
    const sums = arriving(model, 7);
    for (const osd of model.osds) if (osd.id !== 7 && !sums.has(osd.id)) room(model, osd.id, 0);
    expect(() => retire(model, 7)).not.toThrow();
  });

  test('an OSD is not removed if its data together with those of another leaving OSD would fill others', () => {
    const model = calm();
    const leaving = model.osds.find(({ id, host }) => id !== 7 && host === model.osds[7]!.host)!;
    const alone = arriving(model, 7);
    leaving.in = false;
    const together = arriving(model, 7);
    leaving.in = true;
    const shared = [...alone].find(
      ([id]) => together.has(id) && [...arriving(model, leaving.id).keys()].includes(id),
    );
    const [id, bytes] = shared!;
    room(model, id, bytes + 1);
    expect(() => retire(model, 7)).not.toThrow();
    leaving.in = false;
    expect(() => retire(model, 7)).toThrow(refused(/would overfill/));
  });
});
