import type { ClusterWork } from '../../../api/contract/extensions/progress.ts';

/** Maximum number of finished events that are kept. */
const MAX_FINISHED = 20;

/**
 * The recovery of the whole cluster as one event, as the managers report it. It lasts while any copy is missing or
 * misplaced.
 */
export class RecoveryEvent {
  #running: { readonly id: string; readonly startedAt: number; most: number; left: number } | undefined;
  readonly #finished: ClusterWork[] = [];
  #count = 0;
  /** Unix timestamp of the last update by a manager. */
  at = 0;

  /**
   * @param left number of missing and misplaced copies
   * @param now Unix timestamp
   */
  step(left: number, now: number): void {
    this.at = now;
    if (left > 0) {
      this.#running ??= { id: `recovery-${++this.#count}`, startedAt: now, most: left, left };
      this.#running.most = Math.max(this.#running.most, left);
      this.#running.left = left;
    } else if (this.#running !== undefined) {
      const { id, startedAt } = this.#running;
      this.#finished.unshift({ id, message: MESSAGE, progress: 1, startedAt, finishedAt: now });
      this.#finished.length = Math.min(MAX_FINISHED, this.#finished.length);
      this.#running = undefined;
    }
  }

  /** The running event, followed by the finished ones. */
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
        // Extrapolated from the progress so far, as in Ceph's progress module.
        ...(progress > 0 && { secondsLeft: Math.round((lasted * (1 - progress)) / progress) }),
      },
      ...this.#finished,
    ];
  }
}

const MESSAGE = 'Global Recovery Event';
