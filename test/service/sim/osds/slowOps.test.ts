import { describe, expect, test } from 'vitest';
import { slowOps } from '../../../../src/service/sim/osds/slowOps.ts';
import { simulate } from '../support.ts';

/** A cluster with one OSD that is hung or has a slow disk, and that the monitors keep up. */
function withFault(fault: 'hung' | 'slow') {
  const { cluster } = simulate({ scale: 60 });
  cluster.setFlag('nodown', true);
  if (fault === 'hung') cluster.hangOsd(7);
  else cluster.slowDisk(7, 1355);
  const { model } = cluster;
  const since = model.tick;
  return (seconds: number) => {
    Object.assign(model, { tick: since + seconds });
    return slowOps(model);
  };
}

describe('requests behind a silent OSD', () => {
  test('behind a silent OSD requests count as slow from 35 seconds on, when the oldest is 32 seconds old', () => {
    const after = withFault('hung');
    expect(after(34)).toBeUndefined();
    expect(after(35)?.oldest).toBe(32);
  });

  test('the age of the oldest request behind a silent OSD grows in steps of five seconds', () => {
    const after = withFault('hung');
    expect([35, 39, 40, 44, 45].map((seconds) => after(seconds)?.oldest)).toEqual([32, 32, 37, 37, 42]);
  });

  test('requests behind a silent OSD wait on up to six of its peers, by their ids, and never on itself', () => {
    const after = withFault('hung');
    const ids = after(60)!.osds.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(ids).not.toContain(7);
  });

  test('the number of requests behind a silent OSD grows up to five per peer plus one', () => {
    const after = withFault('hung');
    expect([after(35)!.count, after(40)!.count]).toEqual([1 + 2 * 2, 1 + 2 * 7]);
    expect(after(300)!.count).toBe(1 + 5 * 6);
  });
});

test('a slow disk completes its requests: its OSD is named first, and the oldest request is at most a minute old', () => {
  const after = withFault('slow');
  expect(after(34)).toBeUndefined();
  const ages = Array.from({ length: 200 }, (_, index) => after(40 + index * 5)!.oldest);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(32);
  expect(Math.max(...ages)).toBeLessThan(62);
  expect(new Set(ages).size).toBeGreaterThan(20);
  expect(after(60)!.osds.map(({ id }) => id)).toContain(7);
  expect(after(60)!.osds).toHaveLength(7);
});

test('there are no slow requests if all OSDs answer, nor behind one that is marked down', () => {
  const { cluster } = simulate({ scale: 15 });
  expect(slowOps(cluster.model)).toBeUndefined();
  cluster.killOsd(3);
  cluster.step(120);
  expect(slowOps(cluster.model)).toBeUndefined();
});
