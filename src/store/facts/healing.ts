import type { ClusterStatus } from '../../api/contract/cluster.ts';
import type { Setting } from '../../api/contract/config.ts';
import type { CrushMap, CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import type { GroupFlags } from '../../diagnosis/evidence/groupFlags.ts';
import type { OsdInventory } from '../../diagnosis/evidence/osds.ts';
import { shortagesOf } from '../../diagnosis/evidence/shortage.ts';
import { judgeHealing, type Healing } from '../../diagnosis/healing/healing.ts';
import { markingOut } from '../../diagnosis/healing/markingOut.ts';
import { judgeScrubs, type ScrubDebt } from '../../diagnosis/healing/scrubs.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Journal, OsdHistory } from '../answers/journalState.ts';
import { osdInventory } from '../answers/prepare.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';

interface WaitSources {
  readonly osds: OsdInventory;
  readonly histories: Journal['osds'];
  readonly settings: readonly Setting[] | undefined;
  readonly groupFlags: readonly GroupFlags[] | undefined;
}

interface HealingSources {
  readonly osds: OsdInventory;
  readonly status: ClusterStatus | undefined;
  readonly pools: readonly Pool[] | undefined;
  readonly rules: readonly CrushRule[] | undefined;
  readonly crush: CrushMap | undefined;
}

const downSince = (history: OsdHistory | undefined): OsdHistory | undefined =>
  history?.status === 'DOWN' ? history : undefined;

/** Creates a function that assesses recovery from the data in the cache and in the journal. */
export function createHealing(
  cache: Pick<Cache, 'slot'>,
  journal: () => Journal,
  groupFlags: () => readonly GroupFlags[] | undefined,
): () => Healing {
  const waitsFor = memoize(({ osds, histories, settings, groupFlags: groups }: WaitSources) =>
    markingOut(osds, (id) => downSince(histories.get(id)), settings, groups),
  );
  const shortages = memoize(({ osds, ...placed }: HealingSources) => shortagesOf(placed, osds));
  const healing = memoize(judgeHealing);
  return () => {
    const [crush, disks] = [cache.slot(resources.crush).data, cache.slot(resources.disks).data];
    const { osds: histories, healing: history, queues } = journal();
    const osds = osdInventory.of({ crush, disks });
    const status = cache.slot(resources.status).data;
    const [pools, rules] = [cache.slot(resources.pools).data, cache.slot(resources.rules).data];
    return healing({
      status,
      flags: cache.slot(resources.flags).data,
      shortages: shortages({ osds, status, pools, rules, crush }),
      waitsFor: waitsFor({
        osds,
        histories,
        settings: cache.slot(resources.settings).data,
        groupFlags: groupFlags(),
      }),
      history,
      queues,
    });
  };
}

/** Creates a function that assesses the overdue scrubs in the same way. */
export function createScrubs(cache: Pick<Cache, 'slot'>, journal: () => Journal): () => ScrubDebt {
  const scrubs = memoize(judgeScrubs);
  return () =>
    scrubs({
      status: cache.slot(resources.status).data,
      flags: cache.slot(resources.flags).data,
      settings: cache.slot(resources.settings).data,
      history: journal().healing,
    });
}
