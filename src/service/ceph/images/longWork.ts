import { sleep, type Clock } from '../../../lib/clock.ts';
import { UnknownOutcome } from '../../engine.ts';
import { NotSent } from '../client/refusal.ts';
import type { Meanings, StorageCall } from '../client/storage.ts';
import type { Say } from '../tasks/board.ts';

/**
 * Work that the helper runs in the background: because librbd goes through all objects of an image, or because it
 * creates an image, and its outcome must become known even if the cluster stops answering meanwhile.
 */
export type LongWork = 'remove' | 'flatten' | 'resize' | 'create' | 'clone';

interface Progress {
  readonly ended: boolean;
  /** The number of objects of the image that are done. */
  readonly done: number;
  readonly total: number;
}

/** The pauses between two polls: short at first, because most work is short. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;
const REPORT_EVERY_MS = 5000;

export interface LongWorkOptions {
  /** The arguments beside the image, such as the new size or the properties of a new image. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly meanings?: Meanings;
  readonly say?: Say;
  /** Stops the work as soon as librbd can; creating and resizing cannot be stopped. */
  readonly cancelled?: AbortSignal;
}

/** The work has begun, whatever becomes of a question about it. */
function afterStart(failure: unknown): never {
  throw failure instanceof NotSent ? new UnknownOutcome(failure.why) : failure;
}

/** Starts work on an image in the helper, and resolves when it is done. */
export async function runLongWork(
  call: StorageCall,
  clock: Clock,
  work: LongWork,
  spec: { readonly pool: string; readonly image: string },
  { args, meanings = {}, say, cancelled }: LongWorkOptions,
): Promise<void> {
  const job = await call<string>('images.start', { work, ...spec, ...args });
  const called = `images.${work}`;
  let pause = FIRST_PAUSE_MS;
  let reportedAt = clock.elapsed();
  for (;;) {
    if (cancelled?.aborted) await call('images.cancel', { job });
    const { ended, done, total } = await call<Progress>('images.job', { job }, { meanings, called }).catch(
      afterStart,
    );
    if (ended) return;
    if (total > 0 && clock.elapsed() - reportedAt >= REPORT_EVERY_MS) {
      say?.(`${done} of ${total} objects`);
      reportedAt = clock.elapsed();
    }
    await sleep(clock, pause);
    pause = Math.min(2 * pause, MAX_PAUSE_MS);
  }
}
