import { expect, test } from 'vitest';
import { inject } from '../../../../src/service/sim/faults/inject.ts';
import { bucketFlagCheck } from '../../../../src/service/sim/health/serviceChecks.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { hasFlag } from '../../../../src/service/sim/osds/map.ts';
import { checksByCode, health, logged, simulate } from '../support.ts';

const VICTIM = 7;
const INTERVAL = 620;

test('an OSD below a bucket with noout stays in, is named by a health check, and is marked out once noout is cleared', () => {
  const { cluster } = simulate();
  const { model } = cluster;
  const host = cluster.osd(VICTIM).host.name;
  cluster.setBucketFlag(host, 'noout', true);
  cluster.setBucketFlag(host, 'noin', true);
  expect(checksByCode(bucketFlagCheck(model))['OSD_FLAGS']).toEqual([
    'HEALTH_WARN',
    '1 OSDs or CRUSH {nodes, device-classes} have {NOUP,NODOWN,NOIN,NOOUT} flags set',
    1,
    `host ${host} has flags noin,noout`,
  ]);
  expect(logged(model, `"osd set-group", "flags": "noout", "who": ["${host}"]`)).toHaveLength(1);
  cluster.killOsd(VICTIM);
  cluster.step(INTERVAL);
  expect(cluster.osd(VICTIM)).toMatchObject({ up: false, in: true });

  cluster.setBucketFlag(host, 'noout', false);
  expect(hasFlag(model, 'noin', cluster.osd(VICTIM))).toBe(true);
  cluster.setBucketFlag(host, 'noin', false);
  expect(bucketFlagCheck(model)).toEqual([]);
  cluster.step(1);
  expect(cluster.osd(VICTIM).in).toBe(false);
});

test('a flag of a rack holds for its OSDs and for no others', () => {
  const { cluster } = simulate({ scale: 60 });
  const { model } = cluster;
  const [rack] = model.racks;
  cluster.setBucketFlag(rack!.name, 'nodown', true);
  const flagged = model.osds.filter((osd) => hasFlag(model, 'nodown', osd));
  expect(new Set(flagged.map(({ host }) => host.rack.name))).toEqual(new Set([rack!.name]));
  expect(flagged.length).toBeLessThan(model.osds.length);
  const outside = model.osds.find((osd) => !flagged.includes(osd));
  cluster.killOsd(flagged[0]!.id);
  cluster.killOsd(outside!.id);
  cluster.step(5);
  expect([flagged[0]!.up, outside!.up]).toEqual([true, false]);
});

test('maintenance is announced by noout for the cluster or for the server alone, and no OSD of it is marked out', () => {
  const seen = [2, 4, 6, 8, 10, 12].map((seed) => {
    const { cluster } = simulate({ scale: 60, seed });
    const { objects, host } = inject(cluster, 'maintenance', new Dice(seed));
    cluster.step(INTERVAL + 60);
    const { osds } = cluster.model.hosts.find(({ name }) => name === host)!;
    expect(osds.every((osd) => !osd.up && osd.in)).toBe(true);
    const raised = Object.keys(health(cluster)).filter((code) => code.endsWith('_FLAGS'));
    expect(raised).toEqual([objects.includes('noout') ? 'OSDMAP_FLAGS' : 'OSD_FLAGS']);
    return raised[0];
  });
  expect(new Set(seen).size).toBe(2);
});
