import type { Setting } from '../../api/contract/config.ts';
import type { OsdInventory } from '../../diagnosis/evidence/osds.ts';
import { judgeHealing, type Healing } from '../../diagnosis/healing/healing.ts';
import { markingOut } from '../../diagnosis/healing/markingOut.ts';
import { judgeScrubs, type ScrubDebt } from '../../diagnosis/healing/scrubs.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import type { Journal, OsdHistory } from '../session/journalState.ts';
import { memoize } from './memoize.ts';
import { osdInventory } from './prepare.ts';

interface WaitSources {
  readonly osds: OsdInventory;
  readonly histories: Journal['osds'];
  readonly settings: readonly Setting[] | undefined;
}

const downSince = (history: OsdHistory | undefined): OsdHistory | undefined =>
  history?.status === 'DOWN' ? history : undefined;

/** Creates a function that assesses recovery from the data in the cache and in the journal. */
export function createHealing(cache: Pick<Cache, 'slot'>, journal: () => Journal): () => Healing {
  const waitsFor = memoize(({ osds, histories, settings }: WaitSources) =>
    markingOut(osds, (id) => downSince(histories.get(id)), settings),
  );
  const healing = memoize(judgeHealing);
  return () => {
    const [crush, disks] = [cache.slot(resources.crush).data, cache.slot(resources.disks).data];
    const { osds: histories, healing: history } = journal();
    return healing({
      status: cache.slot(resources.status).data,
      flags: cache.slot(resources.flags).data,
      waitsFor: waitsFor({
        osds: osdInventory.of({ crush, disks }),
        histories,
        settings: cache.slot(resources.settings).data,
      }),
      history,
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
