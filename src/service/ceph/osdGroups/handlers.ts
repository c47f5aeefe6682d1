import type { OsdGroups } from '../../../api/contract/extensions/osdGroups.ts';
import type { Section } from '../../engine.ts';
import { createBackgroundRead } from '../client/backgroundRead.ts';
import type { OldestScrubs } from '../client/ceph.ts';
import { withoutEmpty } from '../client/json.ts';
import { memoizeLast } from '../client/memoizeLast.ts';
import type { StorageCall } from '../client/storage.ts';
import type { ClusterParts } from '../clusterParts.ts';
import type { OsdUsage } from '../crush/read.ts';
import { commitLatencies } from '../history/commitLatencies.ts';

/**
 * The pause after a read of the scrubs, as a multiple of its duration, and the shortest one: it keeps the manager and the helper
 * busy, and scrubs take place within days. A read of ten seconds is repeated after a quarter of an hour.
 */
const REST_FACTOR = 100;
const MIN_REST_MS = 60_000;
/** The most OSDs that are asked for their latency where the managers do not know it. */
const MAX_ASKED = 256;
const NO_SCRUBS: OldestScrubs = {};

/** Answers with the last known values while no manager answers, and with no OSDs before one has. */
export function osdGroupsHandlers({
  ceph,
  inventory,
  clock,
  call,
}: Pick<ClusterParts, 'ceph' | 'inventory' | 'clock'> & { readonly call: StorageCall }) {
  const readLatencies = commitLatencies({ ceph, inventory, clock, call }, MAX_ASKED);
  const latencyPart = createBackgroundRead<ReadonlyMap<number, number>>(clock);
  const groupsOf = memoizeLast(
    (usage: readonly OsdUsage[], oldest: OldestScrubs, latencies: ReadonlyMap<number, number> | undefined) =>
      usage.map(({ id, pgs }) => {
        const [scrubbed, deepScrubbed] = oldest[id] ?? [];
        return withoutEmpty({ osd: id, pgs, scrubbed, deepScrubbed, commitMs: latencies?.get(id) });
      }),
  );
  const part = createBackgroundRead<OldestScrubs>(clock, {
    restFactor: REST_FACTOR,
    minRestMs: MIN_REST_MS,
  });
  return {
    async getOsdGroups(): Promise<OsdGroups> {
      const [usage, scrubs, latencies] = await Promise.all([
        inventory.usage(),
        part(() => ceph.oldestScrubs()),
        latencyPart(readLatencies),
      ]);
      const { value: oldest = NO_SCRUBS, at } = scrubs ?? {};
      return {
        ...(at !== undefined && { lastUpdated: (clock.elapsed() - at) / 1000 }),
        osds: [...groupsOf(usage, oldest, latencies?.value)],
      };
    },
  } satisfies Section;
}
