import type { OsdGroups } from '../../../api/contract/extensions/osdGroups.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Section } from '../../engine.ts';
import { createBackgroundRead } from '../backgroundRead.ts';
import type { Ceph, OldestScrubs } from '../ceph.ts';
import type { Inventory } from '../inventory.ts';
import { withoutEmpty } from '../withoutEmpty.ts';

/**
 * The pause after a read of the scrubs, as a multiple of its duration: it keeps the manager and the helper busy, and
 * scrubs take place within days. A read of ten seconds is repeated after a quarter of an hour.
 */
const REST_FACTOR = 100;
const NO_SCRUBS: OldestScrubs = {};

/** Answers with the last known values while no manager answers, and with no OSDs before one has. */
export function osdGroupsHandlers(ceph: Ceph, inventory: Inventory, clock: Clock) {
  const part = createBackgroundRead<OldestScrubs>(clock, { restFactor: REST_FACTOR });
  return {
    async getOsdGroups(): Promise<OsdGroups> {
      const [usage, scrubs] = await Promise.all([inventory.usage(), part(() => ceph.oldestScrubs())]);
      const { value: oldest = NO_SCRUBS, at } = scrubs ?? {};
      return {
        ...(at !== undefined && { lastUpdated: (clock.elapsed() - at) / 1000 }),
        osds: usage.map(({ id, pgs }) => {
          const [scrubbed, deepScrubbed] = oldest[id] ?? [];
          return withoutEmpty({ osd: id, pgs, scrubbed, deepScrubbed });
        }),
      };
    },
  } satisfies Section;
}
