import { readingOsds } from '../../diagnosis/index.ts';
import { ofLists, type OsdLists } from './ofLists.ts';
import { osdJoin } from './osdLists.ts';
import { crushTree } from './tree.ts';

/** The OSDs and their places in the hierarchy, as the diagnosis reads them. */
export const osdInventory = ofLists(readingOsds);

/** The number of attempts; if the lists keep changing, the results are computed when they are shown. */
const TRIES = 3;

/**
 * Computes in chunks whatever the console derives from the two long lists, before it shows them: for 20,000 OSDs that
 * takes longer than a key press may wait.
 * @param lists returns the lists to show; called again at the end, because a new list may have arrived
 * @param pause awaited between two chunks
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
