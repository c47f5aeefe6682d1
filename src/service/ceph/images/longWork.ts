import { sleep, type Clock } from '../../../lib/clock.ts';
import type { Meanings, StorageCall } from '../storage.ts';

/** Work that takes long, since librbd goes through all objects of an image. */
export type Work = 'remove' | 'flatten' | 'resize';

interface Progress {
  readonly ended: boolean;
  /** Objects of the image. */
  readonly done: number;
  readonly total: number;
}

/** Milliseconds between two looks at the work: short at first, since most of it is short. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const SAY_EVERY_MS = 5000;

export interface WorkOptions {
  /** Bytes that the image is to have, where it is resized. */
  readonly size?: number;
  readonly meanings?: Meanings;
  readonly say?: (line: string) => void;
  /** Stops the work as soon as librbd can; growing and shrinking it cannot. */
  readonly cancelled?: AbortSignal;
}

/** Has the helper work on an image and resolves when that is done. */
export async function workOn(
  call: StorageCall,
  clock: Clock,
  work: Work,
  place: { readonly pool: string; readonly image: string },
  { size, meanings = {}, say, cancelled }: WorkOptions,
): Promise<void> {
  const job = await call<string>('images.start', { work, ...place, ...(size !== undefined && { size }) });
  const called = `images.${work}`;
  let pause = FIRST_PAUSE_MS;
  let said = clock.elapsed();
  for (;;) {
    if (cancelled?.aborted) await call('images.cancel', { job });
    const { ended, done, total } = await call<Progress>('images.job', { job }, { meanings, called });
    if (ended) return;
    if (total > 0 && clock.elapsed() - said >= SAY_EVERY_MS) {
      say?.(`${done} of ${total} objects`);
      said = clock.elapsed();
    }
    await sleep(clock, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}
