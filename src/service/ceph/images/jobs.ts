import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { imageName, type ImageSpec } from '../../rules/images.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { ServedDisks } from '../iscsi/servedDisks.ts';
import type { Job, Resume, Work } from '../tasks/board.ts';
import type { Images } from './client.ts';

/** The refusal for an open image. Ceph drops a killed client after half a minute (osd_client_watch_timeout). */
const STILL_OPEN = {
  status: 409,
  message:
    'a client has the image open: stop it (if it is already gone, wait 30 s), then delete the image again',
} as const;
/** The time for which a deletion is repeated after a restart: the image may still be open in the previous process. */
const RETRY_OPEN_MS = 90_000;
const POLL_MS = 3000;

const DELETE = 'delete-image';
const FLATTEN = 'flatten-image';

/** The stored image of a task. The id reveals another image of the same name after a restart. */
interface IdentifiedImage extends ImageSpec {
  readonly id: string;
}

const identify = async (images: Images, spec: ImageSpec): Promise<IdentifiedImage> => ({
  ...spec,
  id: (await images.id(spec)) ?? '',
});

const deletion =
  (images: Images, { pool, image }: ImageSpec): Work =>
  async (say, cancelled) => {
    const meanings = { EBUSY: STILL_OPEN };
    await images.runLongWork('remove', { pool, image }, { say, cancelled, meanings });
    say('deleted');
  };

const flattening =
  (images: Images, { pool, image }: ImageSpec): Work =>
  async (say, cancelled) => {
    await images.runLongWork('flatten', { pool, image }, { say, cancelled });
    say('flattened');
  };

const jobOf =
  (name: string, kind: string, work: typeof deletion) =>
  async (images: Images, spec: ImageSpec, by: string): Promise<Job> => ({
    name,
    object: imageName(spec),
    by,
    run: work(images, spec),
    resume: { kind, input: await identify(images, spec) },
  });

/** Makes the job that deletes an image. After cancellation the rest is still listed, and can only be deleted. */
export const deletionJob = jobOf('Delete image', DELETE, deletion);

/** Makes the job that copies the data of the parent into an image. After cancellation it can be started again. */
export const flattenJob = jobOf('Flatten image', FLATTEN, flattening);

interface ImageJobParts {
  readonly images: Images;
  readonly clock: Clock;
}

/** True if the image still exists. @throws Error when another image has its name */
async function stillExists(
  { images, clock }: ImageJobParts,
  { id, ...spec }: IdentifiedImage,
  cancelled: AbortSignal,
): Promise<boolean> {
  const present = await retryWhileSilent(clock, () => images.id(spec), cancelled);
  if (present === undefined) return false;
  if (present === id) return true;
  throw new Error(`another image is now named ${imageName(spec)}: it was not changed`);
}

/** The kinds of work on images to continue after a restart, for TaskTable.recover. */
export const imageKinds = ({
  images,
  served,
  clock,
}: ImageJobParts & { readonly served: ServedDisks }): Record<string, Resume> => ({
  [DELETE]: (input) => async (say, cancelled, mark) => {
    const image = input as IdentifiedImage;
    const until = clock.elapsed() + RETRY_OPEN_MS;
    while (await stillExists({ images, clock }, image, cancelled)) {
      await served.requireFree(image, 'deleted');
      try {
        return await deletion(images, image)(say, cancelled, mark);
      } catch (failure) {
        const isOpen = failure instanceof Refusal && failure.message === STILL_OPEN.message;
        if (!isOpen || clock.elapsed() >= until) throw failure;
        await sleep(clock, POLL_MS, cancelled);
      }
    }
    say('the image is gone: it was deleted before the restart');
  },
  [FLATTEN]: (input) => async (say, cancelled, mark) => {
    const image = input as IdentifiedImage;
    if (!(await stillExists({ images, clock }, image, cancelled))) throw new Error('the image is gone');
    const { parent } = await images.find(image);
    if (parent) return flattening(images, image)(say, cancelled, mark);
    say('the image no longer has a parent: it was flattened before the restart');
  },
});
