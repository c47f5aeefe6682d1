import { readingOsds } from '../../diagnosis/index.ts';
import { ofLists, type OsdLists } from './ofLists.ts';
import { osdJoin } from './osdLists.ts';
import { crushTree } from './tree.ts';

/** The OSDs and the places that they are in, as the diagnosis reads them. */
export const osdInventory = ofLists(readingOsds);

/** Works out whatever is shown of the two long lists, chunk by chunk, before they are shown. */
export async function prepareLists(lists: () => OsdLists): Promise<void> {
  await crushTree.prepare(() => ({ crush: lists().crush }));
  await osdInventory.prepare(lists);
  await osdJoin.prepare(lists);
}
