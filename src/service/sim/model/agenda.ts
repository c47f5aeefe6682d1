/**
 * Schedules actions for future simulated seconds. Actions for the same second run in the order in which they were
 * added.
 */
export class Agenda {
  #due = new Map<number, (() => void)[]>();
  #tick: () => number;

  constructor(tick: () => number) {
    this.#tick = tick;
  }

  /** Runs `act` in the step that is `seconds` from now, at the earliest in the next one. */
  after(seconds: number, act: () => void): void {
    const at = this.#tick() + Math.max(1, Math.ceil(seconds));
    const list = this.#due.get(at);
    if (list === undefined) this.#due.set(at, [act]);
    else list.push(act);
  }

  /** Runs all actions that are due in the current second. */
  run(): void {
    const now = this.#tick();
    const list = this.#due.get(now);
    if (list === undefined) return;
    this.#due.delete(now);
    for (const act of list) act();
  }
}
