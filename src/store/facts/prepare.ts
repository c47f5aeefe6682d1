import { readingOsds } from '../../diagnosis/index.ts';
import { ofLists, type OsdLists } from './ofLists.ts';
import { osdJoin } from './osdLists.ts';
import { crushTree } from './tree.ts';

/** The OSDs and the places that they are in, as the diagnosis reads them. */
export const osdInventory = ofLists(readingOsds);

/** Lists that change more often than this while they are worked on are worked on when they are shown. */
const TRIES = 3;

/**
 * Works out what is shown of the two long lists before they are shown: for 20,000 OSDs that takes longer than a key may wait.
 * @param lists the lists that will be shown; asked for again at the end, because another one may have come meanwhile
 * @param pause between two chunks
 */
export async function prepareLists(lists: () => OsdLists, pause?: () => Promise<void>): Promise<void> {
  let { disks, crush } = lists();
  for (let left = TRIES; left > 0; left--) {
    await crushTree.prepare({ crush }, pause);
    await osdInventory.prepare({ disks, crush }, pause);
    await osdJoin.prepare({ disks, crush }, pause);
    const now = lists();
    if (now.disks === disks && now.crush === crush) return;
    ({ disks, crush } = now);
  }
}
