import type { Keep } from '../kept/keep.ts';

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
  #keep: Keep | undefined;

  /** Restores the mutes of earlier runs, and saves future ones. */
  keepIn(keep: Keep): void {
    for (const [code, mute] of keep.load(SECTION)) this.#mutes.set(code, mute as Mute);
    this.#keep = keep;
  }

  has(code: string): boolean {
    return this.#mutes.has(code);
  }

  set(code: string, mute: Mute): void {
    this.#mutes.set(code, mute);
    this.#keep?.save(SECTION, code, mute);
  }

  delete(code: string): void {
    if (this.#mutes.delete(code)) this.#keep?.remove(SECTION, code);
  }

  entries(): readonly (readonly [code: string, mute: Mute])[] {
    return [...this.#mutes];
  }
}
