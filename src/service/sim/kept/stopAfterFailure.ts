import { NotKept, type Keep } from './keep.ts';

/**
 * A keep that stores nothing more after its first failure, because later changes would depend on the lost one.
 * @param onFailure called at once with the reason of the failure
 */
export function stopAfterFailure(keep: Keep, onFailure: (reason: string) => void): Keep {
  let ended: NotKept | undefined;
  const guarded = <T>(act: () => T): T => {
    if (ended !== undefined) throw ended;
    try {
      return act();
    } catch (error) {
      if (error instanceof NotKept && ended === undefined) {
        ended = error;
        onFailure(error.message);
      }
      throw error;
    }
  };
  return {
    ...keep,
    save: (section, key, value) => guarded(() => keep.save(section, key, value)),
    remove: (section, key) => guarded(() => keep.remove(section, key)),
    transaction: (act) => guarded(() => keep.transaction(act)),
    backgroundTransaction: (act) => guarded(() => keep.backgroundTransaction(act)),
    afterCommit: (act) => guarded(() => keep.afterCommit(act)),
  };
}
