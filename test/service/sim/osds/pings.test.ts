import { describe, expect, test } from 'vitest';
import { lastPingsOf, stepPings } from '../../../../src/service/sim/osds/pings.ts';
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

describe('the last pings of an OSD', () => {
  test('they are sent to peers on other servers every six seconds, and show the delay of a link since it is slow', () => {
    const { cluster } = simulate({ scale: 60 });
    const { model } = cluster;
    const osd = cluster.osd(7);
    const times = () => lastPingsOf(model, osd).map(({ ms }) => ms);
    cluster.step(10);
    expect(lastPingsOf(model, osd).every(({ from, to }) => from === osd && to.host !== osd.host)).toBe(true);
    expect(times()).toHaveLength(24);
    expect(Math.max(...times())).toBeLessThan(2);
    cluster.disturbLink(osd.host.name, { loss: 0, delayMs: 200 });
    const slowAfter = Array.from({ length: 7 }, () => {
      const isSlow = times().map((ms) => ms > 200);
      cluster.step();
      return isSlow;
    });
    expect(slowAfter.every((isSlow) => new Set(isSlow).size === 1)).toBe(true);
    const first = slowAfter.findIndex(([isSlow]) => isSlow);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(slowAfter.slice(first).every(([isSlow]) => isSlow)).toBe(true);
  });

  test('of a lossy link some take 200 ms longer, as many as packets are lost', () => {
    const { cluster } = simulate({ scale: 60 });
    const osd = cluster.osd(7);
    cluster.disturbLink(osd.host.name, { loss: 0.25, delayMs: 0 });
    const late = Array.from({ length: 60 }, () => {
      cluster.step(6);
      return lastPingsOf(cluster.model, osd).filter(({ ms }) => ms > 200).length;
    });
    const share = late.reduce((sum, count) => sum + count, 0) / (60 * 24);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });
});
