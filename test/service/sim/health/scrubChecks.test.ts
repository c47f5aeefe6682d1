import { describe, expect, test } from 'vitest';
import { toWire } from '../../../../src/service/sim/health/check.ts';
import type { Raised } from '../../../../src/service/sim/health/check.ts';
import {
  largeOmapCheck,
  lateScrubChecks,
  repairedReadsCheck,
} from '../../../../src/service/sim/health/scrubChecks.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { calmModel } from '../support.ts';

const DAY_MS = 86_400_000;
const messagesOf = (raised: readonly Raised[]) =>
  raised.map(([code, check]) => {
    const { severity, summary, detail } = toWire(check);
    return [code, severity, summary, detail?.map(({ message }) => message ?? '')] as const;
  });

describe('overdue scrubs', () => {
  const late = (count: number, deep: number) => {
    const model = calmModel();
    Object.assign(model.scrubs, { late: count, lateDeep: deep });
    return { model, checks: messagesOf(lateScrubChecks(model)) };
  };

  test('overdue scrubs are reported from the first one on, deep ones separately', () => {
    expect(late(0.9, 0).checks).toEqual([]);
    const { checks } = late(1, 2.7);
    expect(checks.map(([code, severity, summary]) => [code, severity, summary])).toEqual([
      ['PG_NOT_DEEP_SCRUBBED', 'HEALTH_WARN', { message: '2 pgs not deep-scrubbed in time', count: 2 }],
      ['PG_NOT_SCRUBBED', 'HEALTH_WARN', { message: '1 pgs not scrubbed in time', count: 1 }],
    ]);
    expect(late(0, 1).checks.map(([code]) => code)).toEqual(['PG_NOT_DEEP_SCRUBBED']);
  });

  test.each([
    ['PG_NOT_DEEP_SCRUBBED', 'deep-scrubbed', 12.25],
    ['PG_NOT_SCRUBBED', 'scrubbed', 10],
  ])(
    'overdue scrubs, %s, are listed by placement group, %s %f days ago at the latest, and within four more',
    (code, word, days) => {
      const { model, checks } = late(40, 40);
      const detail = checks.find(([one]) => one === code)![3]!;
      const read = detail.map((line) => {
        const [, pg, done, since] = /^pg (\S+) not (\S+) since (\S+Z)$/.exec(line)!;
        expect(done).toBe(word);
        return { pg, ago: (model.timeOf(0) - Date.parse(since!)) / DAY_MS };
      });
      const largest = model.pools.toSorted((a, b) => b.pgNum - a.pgNum)[0]!;
      expect(read.map(({ pg }) => pg)).toEqual(
        Array.from({ length: 40 }, (_, number) => `${largest.id}.${(number % largest.pgNum).toString(16)}`),
      );
      const ago = read.map((one) => one.ago);
      expect(Math.min(...ago)).toBeGreaterThanOrEqual(days);
      expect(Math.max(...ago)).toBeLessThan(days + 4);
      expect(new Set(ago).size).toBeGreaterThan(20);
    },
  );

  test('overdue scrubs have at most fifty detail lines, which repeat for a small pool', () => {
    const model = calmModel();
    model.pools.splice(0, model.pools.length, ...model.pools.filter(({ pgNum }) => pgNum === 1));
    Object.assign(model.scrubs, { lateDeep: 60 });
    const [[, , summary, detail] = []] = messagesOf(lateScrubChecks(model));
    expect(summary).toMatchObject({ count: 60 });
    expect(detail).toHaveLength(50);
    expect(new Set(detail!.map((line) => line.split(' ')[1]))).toEqual(new Set([`${model.pools[0]!.id}.0`]));
  });
});

test('objects with too many keys are reported with their pools once a deep scrub has found them', () => {
  const model = calmModel();
  const add = (pool: Model['pools'][number], found: boolean) =>
    void model.largeObjects.add({ name: '.dir', pg: pool.firstPg, keys: 300_000, found });
  const [first, second, third] = model.pools as [Model['pools'][number], ...Model['pools'][number][]];
  add(first, false);
  expect(largeOmapCheck(model)).toEqual([]);
  add(second!, true);
  add(third!, true);
  expect(messagesOf(largeOmapCheck(model))).toEqual([
    [
      'LARGE_OMAP_OBJECTS',
      'HEALTH_WARN',
      { message: '2 large omap objects', count: 2 },
      [
        `1 large objects found in pool '${second!.name}'`,
        `1 large objects found in pool '${third!.name}'`,
        "Search the cluster log for 'Large omap object found' for more details.",
      ],
    ],
  ]);
});

test('more than ten repaired reads raise a check, on an OSD that is up', () => {
  const model = calmModel();
  const repaired = (id: number, repairedReads: number, up = true) => {
    Object.assign(model.osds[id]!, { repairedReads, up });
    model.ailing.add(id);
  };
  repaired(1, 10);
  repaired(2, 11, false);
  expect(repairedReadsCheck(model)).toEqual([]);
  repaired(3, 11);
  repaired(4, 25);
  expect(messagesOf(repairedReadsCheck(model))).toEqual([
    [
      'OSD_TOO_MANY_REPAIRS',
      'HEALTH_WARN',
      { message: 'Too many repaired reads on 2 OSDs', count: 2 },
      ['osd.3 had 11 reads repaired', 'osd.4 had 25 reads repaired'],
    ],
  ]);
});
