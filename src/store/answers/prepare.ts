import { readOsdsInChunks } from '../../diagnosis/index.ts';
import { memoizeByLists, type OsdLists } from './listMemo.ts';
import { osdJoin } from './osdLists.ts';
import { crushTree } from './tree.ts';

/** The inventory of OSDs for the diagnosis. */
export const osdInventory = memoizeByLists(readOsdsInChunks);

/** The number of attempts to prepare lists; if they keep changing, the rest is computed when they are shown. */
const TRIES = 3;

/**
 * Computes the derived values of the two long lists in chunks before they are shown, because for 20,000 OSDs this takes
 * longer than the response to a key may take.
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
