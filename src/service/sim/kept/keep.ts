import { Refusal, type RefusalStatus } from '../../engine.ts';
import { memoryShelf, type Shelf } from './shelf.ts';

/** Why nothing can be kept at the moment. */
export interface KeepTrouble {
  readonly status: Extract<RefusalStatus, 503 | 507>;
  /** The trouble and what to do about it, as half a sentence. */
  readonly reason: string;
}

/** A change that is not kept. */
export class NotKept extends Refusal {
  constructor({ status, reason }: KeepTrouble, outcome = 'nothing was changed') {
    super(status, `${outcome}: ${reason}`);
  }
}

/**
 * Where a simulated cluster keeps what operators did to it, so that it is still there after a restart: values
 * by section and key. What is saved can be any JSON value; what is loaded is what an earlier run saved.
 */
export interface Keep {
  load(section: string): ReadonlyMap<string, unknown>;
  save(section: string, key: string, value: unknown): void;
  remove(section: string, key: string): void;
  /**
   * Keeps all that `act` saves at once: after a crash there is all of it or nothing.
   * @throws NotKept when that fails, and none of it is kept
   */
  together<T>(act: () => T): T;
  /** As `together`, for what nobody waits for: what cannot be kept now is kept with what comes next. */
  inPassing(act: () => void): void;
  /** Runs `act` once what was saved so far is kept, and never if it is not. */
  afterwards(act: () => void): void;
  /** Why nothing could be kept now; undefined when all is well. */
  trouble(): KeepTrouble | undefined;
  /** The contents of uploads. */
  readonly shelf: Shelf;
  /** The error to report when what is kept could not be restored because of that one. */
  damage(error: Error): Error;
  close(): void;
}

/** Keeps nothing beyond the process, and starts empty. */
export function memoryKeep(): Keep {
  const sections = new Map<string, Map<string, unknown>>();
  const sectionOf = (section: string) => {
    const known = sections.get(section) ?? new Map<string, unknown>();
    sections.set(section, known);
    return known;
  };
  return {
    load: (section) => new Map(sectionOf(section)),
    // As a file would have it: later changes of the value do not count.
    save: (section, key, value) => void sectionOf(section).set(key, structuredClone(value)),
    remove: (section, key) => void sectionOf(section).delete(key),
    together: (act) => act(),
    inPassing: (act) => act(),
    afterwards: (act) => act(),
    trouble: () => undefined,
    shelf: memoryShelf(),
    damage: (error) => error,
    close: () => undefined,
  };
}
