import type { DatabaseSync } from 'node:sqlite';
import type { DirectoryWatch } from './directoryWatch.ts';
import { PersistenceError, type PersistenceProblem } from './persistence.ts';

interface PendingEntry {
  readonly section: string;
  readonly key: string;
  /** JSON; undefined for a removal. */
  readonly value: string | undefined;
}

/** Changes to be written to a database, collected so that all changes of a transaction are committed together. */
export class Pending {
  readonly #database: DatabaseSync;
  readonly #upsert;
  readonly #remove;
  readonly #writeProblem: DirectoryWatch['writeProblem'];
  readonly #entries = new Map<string, PendingEntry>();
  readonly #afterCommit: (() => void)[] = [];
  #collecting = false;

  constructor(database: DatabaseSync, writeProblem: DirectoryWatch['writeProblem']) {
    this.#database = database;
    this.#writeProblem = writeProblem;
    this.#upsert = database.prepare('INSERT OR REPLACE INTO kept (section, key, value) VALUES (?, ?, ?)');
    this.#remove = database.prepare('DELETE FROM kept WHERE section = ? AND key = ?');
  }

  put(section: string, key: string, value: string | undefined): void {
    this.#entries.set(JSON.stringify([section, key]), { section, key, value });
    if (!this.#collecting) this.#commit();
  }

  afterCommit(act: () => void): void {
    if (this.#collecting) this.#afterCommit.push(act);
    else act();
  }

  /** @throws PersistenceError */
  transaction<T>(act: () => T): T {
    if (this.#collecting) return act();
    const result = this.#collect(act);
    this.#commit();
    return result;
  }

  backgroundTransaction(act: () => void): void {
    this.#collect(act);
    // Entries that could not be written stay pending for the next transaction.
    this.#write();
  }

  #collect<T>(act: () => T): T {
    this.#collecting = true;
    try {
      return act();
    } catch (error) {
      // Changes before the error are in effect, so they are stored.
      this.#collecting = false;
      this.#commit();
      throw error;
    } finally {
      this.#collecting = false;
    }
  }

  /** @throws PersistenceError, and drops the changes */
  #commit(): void {
    const problem = this.#write();
    if (problem === undefined) return;
    this.#entries.clear();
    this.#afterCommit.length = 0;
    throw new PersistenceError(problem);
  }

  /** Writes the pending changes. @returns the reason why they cannot be stored, if there is one */
  #write(): PersistenceProblem | undefined {
    if (this.#entries.size > 0) {
      const problem = this.#writeProblem() ?? this.#transact();
      if (problem !== undefined) return problem;
      this.#entries.clear();
    }
    for (const act of this.#afterCommit.splice(0)) act();
    return undefined;
  }

  #transact(): PersistenceProblem | undefined {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const { section, key, value } of this.#entries.values()) {
        if (value === undefined) this.#remove.run(section, key);
        else this.#upsert.run(section, key, value);
      }
      this.#database.exec('COMMIT');
      return undefined;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      return this.#writeProblem(error);
    }
  }
}
