import { describe, expect, test } from 'vitest';
import { slowLinks, suspectOsds } from '../../src/service/slowLinks.ts';

describe('the OSDs that are asked for their last pings', () => {
  const wait = (osd: number, waitsFor: number, oldest: number) => ({ osd, waitsFor, requests: 1, oldest });

  test('both ends of requests that wait from three tenths of a second on are asked, the oldest first', () => {
    const suspects = (...waits: Parameters<typeof suspectOsds>[0]) => suspectOsds(waits, new Set(), [7, 8]);
    expect(suspects(wait(1, 2, 0.29), wait(3, 4, 0.3), wait(4, 5, 7))).toEqual([5, 4, 3]);
    expect([suspects(wait(1, 2, 0.1)), suspects()]).toEqual([[], []]);
    expect(suspects({ osd: 1, oldest: 3 }, { waitsFor: 2, oldest: 2 }, { osd: 3, waitsFor: 4 })).toEqual([
      1, 2,
    ]);
  });

  test('while OSDs are silent, those that answered are asked after those with long waits, and no silent one', () => {
    expect(suspectOsds([wait(1, 2, 3)], new Set([2, 8]), [6, 7, 8, 1])).toEqual([1, 6, 7]);
  });

  test('at most eight OSDs are asked', () => {
    const waits = Array.from({ length: 20 }, (_, index) => wait(100 + index, 200 + index, 40 - index));
    expect(suspectOsds(waits, new Set(), [])).toEqual([200, 100, 201, 101, 202, 102, 203, 103]);
  });
});

describe('slow links', () => {
  const ping = (from: number, to: number, ms: number) => ({ from, to, ms });
  /** Ten OSDs on each server, the first server called 0. */
  const serverOf = (osd: number) => (osd < 100 ? String(Math.floor(osd / 10)) : undefined);
  /** Two servers in each rack. */
  const rackOf = (server: string) => String(Math.floor(Number(server) / 2));

  test('a link is slow if half of the last pings in both directions took 50 ms, and a server is listed with the number of them', () => {
    const pings = [
      ping(1, 11, 300),
      ping(12, 2, 50),
      ping(1, 13, 1),
      ping(1, 21, 49.9),
      ping(2, 21, 900),
      ping(22, 1, 2),
      ping(1, 31, 200),
      ping(1, 32, 210),
      ping(11, 21, 1),
    ];
    expect(slowLinks(pings, serverOf, rackOf)).toEqual([
      { server: '0', others: 3, slow: 2, near: 1, nearSlow: 1, ms: 210 },
      { server: '3', others: 1, slow: 1, near: 0, nearSlow: 0, ms: 210 },
      { server: '1', others: 2, slow: 1, near: 1, nearSlow: 1, ms: 50 },
    ]);
  });

  test('a quick link to a server of the same rack is near and not slow', () => {
    const pings = [ping(1, 11, 1), ping(1, 21, 300), ping(11, 31, 300)];
    expect(slowLinks(pings, serverOf, rackOf).map(({ near, nearSlow }) => [near, nearSlow])).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    // Without a CRUSH map every server is near.
    expect(slowLinks(pings, serverOf, () => undefined)[0]).toMatchObject({ near: 2, nearSlow: 1 });
  });

  test('pings within a server and those of OSDs on unknown servers do not count', () => {
    expect(slowLinks([ping(1, 2, 500), ping(1, 100, 500), ping(100, 1, 500)], serverOf, rackOf)).toEqual([]);
  });

  test('at most 32 servers are listed, the one with the most slow links first', () => {
    const pings = Array.from({ length: 60 }, (_, index) => ping(0, 10 * (index + 1), 60 + index));
    const found = slowLinks(
      pings,
      (osd) => String(osd),
      () => 'rack',
    );
    expect(found).toHaveLength(32);
    expect(found.slice(0, 2)).toEqual([
      { server: '0', others: 60, slow: 60, near: 60, nearSlow: 60, ms: 90 },
      { server: '600', others: 1, slow: 1, near: 1, nearSlow: 1, ms: 119 },
    ]);
  });
});
