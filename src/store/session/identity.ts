import { fields, text } from '../../lib/untyped.ts';
import { resources } from '../cache/resources.ts';
import { type CacheState, type CacheStore, slotIn } from '../cache/state.ts';

const fsidIn = (state: CacheState): string | undefined =>
  text(fields(slotIn(state, resources.status).data?.storeStatus)?.fsid) || undefined;

/**
 * Calls `onOther` once with both fsids if another cluster answers than before, for example because the service behind an
 * address was configured anew. What is known, and what can be undone, is about the cluster that answered first.
 * @returns stops watching
 */
export function watchIdentity(store: CacheStore, onOther: (first: string, now: string) => void): () => void {
  let first = fsidIn(store.getState());
  const stop = store.subscribe((state) => {
    const now = fsidIn(state);
    first ??= now;
    if (now === undefined || now === first) return;
    stop();
    onOther(first!, now);
  });
  return stop;
}
