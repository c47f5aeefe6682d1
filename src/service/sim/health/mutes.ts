import type { Persistence } from '../persistence/persistence.ts';

/** A mute of a check, with the check's message and its lowest count since it was muted. */
export interface Mute {
  readonly sticky: boolean;
  /** The end of the mute, in milliseconds since the epoch. */
  readonly until?: number;
  readonly summary: string;
  readonly count: number;
}

const SECTION = 'healthMutes';

/** The mutes by health code. */
export class HealthMutes {
  readonly #mutes = new Map<string, Mute>();
  #persistence: Persistence | undefined;

  /**
   * Restores the mutes of earlier runs, and saves future ones. To be called after the first steps of the scenario:
   * before, mutes would end because their checks are not raised yet.
   */
  persistIn(persistence: Persistence): void {
    for (const [code, mute] of persistence.load(SECTION)) this.#mutes.set(code, mute as Mute);
    this.#persistence = persistence;
  }

  has(code: string): boolean {
    return this.#mutes.has(code);
  }

  set(code: string, mute: Mute): void {
    this.#mutes.set(code, mute);
    this.#persistence?.save(SECTION, code, mute);
  }

  delete(code: string): void {
    if (this.#mutes.delete(code)) this.#persistence?.remove(SECTION, code);
  }

  entries(): readonly (readonly [code: string, mute: Mute])[] {
    return [...this.#mutes];
  }
}
