import { sleep, type Clock } from '../../../lib/clock.ts';
import type { Meanings, StorageCall } from '../storage.ts';

/**
 * Work that takes long, because librbd goes through all objects of an image; or that makes one, and must not be lost sight
 * of when the cluster stands still in the middle of it.
 */
export type LongWork = 'remove' | 'flatten' | 'resize' | 'create' | 'clone';

interface Progress {
  readonly ended: boolean;
  /** Objects of the image. */
  readonly done: number;
  readonly total: number;
}

/** Milliseconds between two polls of the work: short at first, because most of it is short. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const REPORT_EVERY_MS = 5000;

export interface LongWorkOptions {
  /** The arguments beside the image: the size to have, or all that a new image is to be. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly meanings?: Meanings;
  readonly say?: (line: string) => void;
  /** Stops the work as soon as librbd can; making, growing and shrinking it cannot. */
  readonly cancelled?: AbortSignal;
}

/** Starts work on an image in the helper, and resolves when it is done. */
export async function runLongWork(
  call: StorageCall,
  clock: Clock,
  work: LongWork,
  place: { readonly pool: string; readonly image: string },
  { args, meanings = {}, say, cancelled }: LongWorkOptions,
): Promise<void> {
  const job = await call<string>('images.start', { work, ...place, ...args });
  const called = `images.${work}`;
  let pause = FIRST_PAUSE_MS;
  let reportedAt = clock.elapsed();
  for (;;) {
    if (cancelled?.aborted) await call('images.cancel', { job });
    const { ended, done, total } = await call<Progress>('images.job', { job }, { meanings, called });
    if (ended) return;
    if (total > 0 && clock.elapsed() - reportedAt >= REPORT_EVERY_MS) {
      say?.(`${done} of ${total} objects`);
      reportedAt = clock.elapsed();
    }
    await sleep(clock, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}
