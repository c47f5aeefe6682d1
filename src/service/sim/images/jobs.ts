import { noParent, refuseImageDeletion } from '../../rules/images.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { charge } from '../content/pools.ts';
import type { Model } from '../model/model.ts';
import type { ClientLoad, SimPool } from '../pools/pool.ts';
import type { SimJob, Run } from '../tasks/board.ts';
import { clonesOf, imageName, specOf, type Image } from './image.ts';
import { queueOf, requireIdle, requireUnused } from './read.ts';
import type { ImageStore } from './store.ts';

/** Bytes deleted and copied per second (rbd_concurrent_management_ops objects of 4 MiB at a time) [assumed]. */
const DELETED_PER_SECOND = 4e9;
const COPIED_PER_SECOND = 500e6;
/** Maximum number of progress lines of a task. */
const STEPS = 20;

/**
 * The task that deletes an image, which frees its space gradually. When it is cancelled, the rest of the data stays,
 * but the image is no longer readable.
 * @throws Refusal 409
 */
export function deletionJob(model: Model, store: ImageStore, image: Image, startedBy: string): SimJob {
  requireIdle(model, image);
  requireDeletable(store, image);
  const pool = image.dataPool ?? image.pool;
  return {
    name: 'Delete image',
    object: imageName(image),
    startedBy,
    queue: queueOf(image),
    *run(): Run {
      requireDeletable(store, image);
      yield `deleting ${imageName(image)}`;
      const share = shareOf(store, image);
      for (const { bytes, line } of progress(image.used, DELETED_PER_SECOND, 'deleted')) {
        charge(pool, bytes, -1);
        image.used -= bytes;
        yield line;
      }
      pool.load = reduced(pool.load, share);
      store.remove(image);
      yield `${imageName(image)} is deleted`;
    },
  };
}

function requireDeletable(store: ImageStore, image: Image): void {
  const snapshots = image.snaps.map(({ name }) => name);
  const users = { snapshots, children: clonesOf(image.snaps), clients: [] };
  enforce(refuseImageDeletion(specOf(image), users));
  requireUnused(store, image, 'deleted');
}

/** The share of its pool's client load that goes to an image, and ends with it. */
function shareOf(store: ImageStore, image: Image): number {
  if (image.dataPool !== undefined) return 0;
  const total = store.in(image.pool).reduce((sum, { used }) => sum + used, 0);
  return total === 0 ? 0 : image.used / total;
}

const reduced = (load: ClientLoad, share: number): SimPool['load'] => ({
  readOps: load.readOps * (1 - share),
  writeOps: load.writeOps * (1 - share),
  readBytes: load.readBytes * (1 - share),
  writeBytes: load.writeBytes * (1 - share),
});

/**
 * The task that copies the data that a clone still reads from its parent, so that it becomes independent of it.
 * @throws Refusal 409 when the image has no parent
 */
export function flattenJob(model: Model, store: ImageStore, image: Image, startedBy: string): SimJob {
  requireIdle(model, image);
  const { parent } = image;
  if (parent === undefined) throw refusal(noParent(specOf(image)));
  return {
    name: 'Flatten image',
    object: imageName(image),
    startedBy,
    queue: queueOf(image),
    *run(): Run {
      yield `copying ${imageName(parent.image)}@${parent.name} into ${imageName(image)}`;
      for (const { bytes, line } of progress(
        Math.min(parent.image.used, image.size),
        COPIED_PER_SECOND,
        'copied',
      )) {
        charge(image.dataPool ?? image.pool, bytes, 1);
        image.used += bytes;
        yield line;
      }
      // The image changes after the last line, in the same step as the task ends: a client that sees the change finds
      // the task done.
      yield `${imageName(image)} has no parent any more`;
      parent.children.delete(image);
      image.parent = undefined;
      store.changed(image);
    },
  };
}

/** Divides `total` bytes into seconds of work, some of them with a line of progress. */
function* progress(
  total: number,
  perSecond: number,
  done: string,
): Generator<{ bytes: number; line: string | undefined }> {
  let reported = 0;
  for (let finished = 0; finished < total; finished += perSecond) {
    const bytes = Math.min(perSecond, total - finished);
    const step = Math.floor(((finished + bytes) / total) * STEPS);
    yield { bytes, line: step > reported ? `${(step * 100) / STEPS}% ${done}` : undefined };
    reported = step;
  }
}
