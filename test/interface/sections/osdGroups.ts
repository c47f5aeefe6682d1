import { expect, test } from 'vitest';
import type { SectionTests } from '../suite.ts';

/** A scrub cannot be older than this in a cluster that a test has created, nor in a simulated one. */
const OLDEST_S = 60 * 86_400;

export const osdGroupsTests: SectionTests = (site) => {
  test('each OSD has its number of placement groups and the time of its oldest deep scrub', async () => {
    const { osds = [], lastUpdated } = await site().eventually(
      () => site().api.getOsdGroups(),
      ({ osds: found = [] }) =>
        found.some(({ pgs = 0, deepScrubbed }) => pgs > 0 && deepScrubbed !== undefined),
    );
    expect(lastUpdated).toBeGreaterThanOrEqual(0);
    const { nodes = [] } = await site().api.getCrushMap();
    const ids = nodes.flatMap(({ id, type, status }) =>
      type === 'OSD' && status !== 'DESTROYED' ? (id ?? []) : [],
    );
    const counted = new Set(osds.map(({ osd }) => osd));
    expect(ids.filter((id) => !counted.has(id))).toEqual([]);
    for (const { scrubbed, deepScrubbed } of osds) {
      if (scrubbed === undefined || deepScrubbed === undefined) continue;
      expect(deepScrubbed).toBeLessThanOrEqual(scrubbed);
      expect(Math.abs(Date.now() / 1000 - deepScrubbed)).toBeLessThan(OLDEST_S);
    }
  });
};
