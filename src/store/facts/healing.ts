import type { Setting } from '../../api/contract/config.ts';
import type { OsdInventory } from '../../diagnosis/evidence/osds.ts';
import { judgeHealing, type Healing } from '../../diagnosis/healing/healing.ts';
import { markingOut } from '../../diagnosis/healing/markingOut.ts';
import { judgeScrubs, type ScrubDebt } from '../../diagnosis/healing/scrubs.ts';
import type { Cache } from '../cache/cache.ts';
import { resources } from '../cache/resources.ts';
import type { Journal, OsdHistory } from '../session/journalState.ts';
import { osdInventory } from './prepare.ts';
import { remember } from './remember.ts';

interface WaitSources {
  readonly osds: OsdInventory;
  readonly lives: Journal['osds'];
  readonly settings: readonly Setting[] | undefined;
}

const downSince = (life: OsdHistory | undefined): OsdHistory | undefined =>
  life?.status === 'DOWN' ? life : undefined;

/** Makes the function that judges recovery, of what the cache holds and of what was seen of it so far. */
export function createHealing(cache: Pick<Cache, 'slot'>, journal: () => Journal): () => Healing {
  const waitsFor = remember(({ osds, lives, settings }: WaitSources) =>
    markingOut(osds, (id) => downSince(lives.get(id)), settings),
  );
  const healing = remember(judgeHealing);
  return () => {
    const [crush, disks] = [cache.slot(resources.crush).data, cache.slot(resources.disks).data];
    const { osds: lives, healing: history } = journal();
    return healing({
      status: cache.slot(resources.status).data,
      flags: cache.slot(resources.flags).data,
      waitsFor: waitsFor({
        osds: osdInventory.of({ crush, disks }),
        lives,
        settings: cache.slot(resources.settings).data,
      }),
      history,
    });
  };
}

/** Makes the function that judges the debt of scrubs alike. */
export function createScrubs(cache: Pick<Cache, 'slot'>, journal: () => Journal): () => ScrubDebt {
  const scrubs = remember(judgeScrubs);
  return () =>
    scrubs({
      status: cache.slot(resources.status).data,
      flags: cache.slot(resources.flags).data,
      settings: cache.slot(resources.settings).data,
      history: journal().healing,
    });
}
