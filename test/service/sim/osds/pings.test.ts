import { expect, test } from 'vitest';
import { stepPings } from '../../../../src/service/sim/osds/pings.ts';
import { simulate } from '../support.ts';

test('the pings of a silent OSD get slower by 270 ms per second, and fade by a hundredth per second once it answers', () => {
  const { cluster } = simulate({ scale: 15 });
  const { model } = cluster;
  const osd = cluster.osd(3);
  const usual = osd.pingMs;
  stepPings(model);
  expect([osd.pingMs, model.slowPings.size]).toEqual([usual, 0]);
  cluster.hangOsd(3);
  for (let second = 0; second < 27; second++) stepPings(model);
  expect(osd.pingMs).toBeCloseTo(usual + 27 * 270, 6);
  expect([...model.slowPings]).toEqual([3]);
  cluster.startOsd(3);
  stepPings(model);
  expect(osd.pingMs).toBeCloseTo((usual + 27 * 270) * 0.99, 6);
  // The average of a minute is forgotten sooner than those that a health check is based on.
  expect(osd.minutePingMs).toBeCloseTo((usual + 27 * 270) * 0.95, 6);
  let seconds = 1;
  for (; model.slowPings.size > 0; seconds++) stepPings(model);
  expect(osd.pingMs).toBeLessThan(3);
  expect(osd.pingMs).toBeGreaterThan(2.9);
  expect(seconds).toBe(Math.ceil(Math.log(3 / (usual + 27 * 270)) / Math.log(0.99)));
});

test('the pings of an OSD that is marked down also fade', () => {
  const { cluster } = simulate({ scale: 15 });
  const osd = cluster.osd(3);
  cluster.hangOsd(3);
  stepPings(cluster.model);
  const slow = osd.pingMs;
  osd.up = false;
  stepPings(cluster.model);
  expect(osd.pingMs).toBeCloseTo(slow * 0.99, 6);
});
