import type { ClusterWork } from '../../../api/contract/extensions/progress.ts';

/** Finished events that are remembered. */
const KEPT = 20;

/** The recovery of the whole cluster as one event, as the managers tell it: from the first copy that is missing or misplaced to the last. */
export class RecoveryEvent {
  #running: { readonly id: string; readonly startedAt: number; most: number; left: number } | undefined;
  readonly #finished: ClusterWork[] = [];
  #count = 0;
  /** When a manager last looked, as a Unix timestamp. */
  at = 0;

  /** @param now Unix timestamp; `left` are the copies of objects that are missing or misplaced */
  step(left: number, now: number): void {
    this.at = now;
    if (left > 0) {
      this.#running ??= { id: `recovery-${++this.#count}`, startedAt: now, most: left, left };
      this.#running.most = Math.max(this.#running.most, left);
      this.#running.left = left;
    } else if (this.#running !== undefined) {
      const { id, startedAt } = this.#running;
      this.#finished.unshift({ id, message: MESSAGE, progress: 1, startedAt, finishedAt: now });
      this.#finished.length = Math.min(KEPT, this.#finished.length);
      this.#running = undefined;
    }
  }

  /** The event that runs, then those that have finished. */
  work(): ClusterWork[] {
    if (this.#running === undefined) return [...this.#finished];
    const { id, startedAt, most, left } = this.#running;
    const progress = 1 - left / most;
    const lasted = this.at - startedAt;
    return [
      {
        id,
        message: MESSAGE,
        progress,
        startedAt,
        // As the module does: as long again for each share that is left.
        ...(progress > 0 && { secondsLeft: Math.round((lasted * (1 - progress)) / progress) }),
      },
      ...this.#finished,
    ];
  }
}

const MESSAGE = 'Global Recovery Event';
