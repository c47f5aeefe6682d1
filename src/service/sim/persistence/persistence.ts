import { Refusal, type RefusalStatus } from '../../engine.ts';
import { memoryUploadStore, type UploadStore } from './uploadStore.ts';

/** The reason why nothing can be stored at the moment. */
export interface PersistenceProblem {
  readonly status: Extract<RefusalStatus, 503 | 507>;
  /** The problem and its remedy, as part of a sentence. */
  readonly reason: string;
}

/** Thrown when a change cannot be stored. */
export class PersistenceError extends Refusal {
  constructor({ status, reason }: PersistenceProblem, outcome = 'nothing was changed') {
    super(status, `${outcome}: ${reason}`);
  }
}

/** Stores the changes of operators to a simulated cluster across restarts: any JSON values, by section and key. */
export interface Persistence {
  load(section: string): ReadonlyMap<string, unknown>;
  save(section: string, key: string, value: unknown): void;
  remove(section: string, key: string): void;
  /**
   * Stores everything that `act` saves in one transaction.
   * @throws PersistenceError when that fails, and nothing of it is stored
   */
  transaction<T>(act: () => T): T;
  /**
   * Like `transaction`, for changes that no caller waits for: if they cannot be stored now, they are stored with the
   * next ones.
   */
  backgroundTransaction(act: () => void): void;
  /** Runs `act` once the changes so far are stored, or never if they are lost. */
  afterCommit(act: () => void): void;
  /** The reason why nothing can be stored now; undefined if all is well. */
  problem(): PersistenceProblem | undefined;
  /** The contents of uploads. */
  readonly uploads: UploadStore;
  /** The error to report when stored data could not be restored because of `error`. */
  damage(error: Error): Error;
  close(): void;
}

/** Persistence in memory, which starts empty and is lost when the process ends. */
export function memoryPersistence(): Persistence {
  const sections = new Map<string, Map<string, unknown>>();
  const sectionOf = (section: string) => {
    const known = sections.get(section) ?? new Map<string, unknown>();
    sections.set(section, known);
    return known;
  };
  return {
    load: (section) => new Map(sectionOf(section)),
    // Like a file, it does not see later changes of the value.
    save: (section, key, value) => void sectionOf(section).set(key, structuredClone(value)),
    remove: (section, key) => void sectionOf(section).delete(key),
    transaction: (act) => act(),
    backgroundTransaction: (act) => act(),
    afterCommit: (act) => act(),
    problem: () => undefined,
    uploads: memoryUploadStore(),
    damage: (error) => error,
    close: () => undefined,
  };
}
