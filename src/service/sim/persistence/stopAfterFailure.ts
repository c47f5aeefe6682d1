import { PersistenceError, type Persistence } from './persistence.ts';

/**
 * Persistence that stores nothing more after its first failure, because later changes would depend on the lost one.
 * @param onFailure called at once with the reason of the failure
 */
export function stopAfterFailure(persistence: Persistence, onFailure: (reason: string) => void): Persistence {
  let ended: PersistenceError | undefined;
  const guarded = <T>(act: () => T): T => {
    if (ended !== undefined) throw ended;
    try {
      return act();
    } catch (error) {
      if (error instanceof PersistenceError && ended === undefined) {
        ended = error;
        onFailure(error.message);
      }
      throw error;
    }
  };
  return {
    ...persistence,
    save: (section, key, value) => guarded(() => persistence.save(section, key, value)),
    remove: (section, key) => guarded(() => persistence.remove(section, key)),
    transaction: (act) => guarded(() => persistence.transaction(act)),
    backgroundTransaction: (act) => guarded(() => persistence.backgroundTransaction(act)),
    afterCommit: (act) => guarded(() => persistence.afterCommit(act)),
  };
}
