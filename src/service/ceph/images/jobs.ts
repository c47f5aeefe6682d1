import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import { imageName, type ImagePlace } from '../../rules/images.ts';
import type { ServedDisks } from '../iscsi/servedDisks.ts';
import type { Job, Resume, Work } from '../tasks/board.ts';
import { insist } from '../timeouts.ts';
import type { Images } from './client.ts';

/** Ceph gives up on a client that was killed after half a minute (osd_client_watch_timeout). */
const STILL_OPEN = {
  status: 409,
  message:
    'a client has the image open: stop it, or wait half a minute if it is gone, then delete the image again',
} as const;
/** The client may be this service itself, before it was restarted. */
const GIVEN_UP_MS = 90_000;
const LOOK_MS = 3000;

const DELETE = 'delete-image';
const FLATTEN = 'flatten-image';

/** The image that a task works on, as it is written down: another one may have its name after a restart. */
interface OwnImage extends ImagePlace {
  readonly id: string;
}

const asKept = async (images: Images, place: ImagePlace): Promise<OwnImage> => ({
  ...place,
  id: (await images.id(place)) ?? '',
});

const deletion =
  (images: Images, { pool, image }: ImagePlace): Work =>
  async (say, cancelled) => {
    const meanings = { EBUSY: STILL_OPEN };
    await images.runLongWork('remove', { pool, image }, { say, cancelled, meanings });
    say('deleted');
  };

const flattening =
  (images: Images, { pool, image }: ImagePlace): Work =>
  async (say, cancelled) => {
    await images.runLongWork('flatten', { pool, image }, { say, cancelled });
    say('flattened');
  };

const jobOf =
  (name: string, kind: string, work: typeof deletion) =>
  async (images: Images, place: ImagePlace, by: string): Promise<Job> => ({
    name,
    object: imageName(place),
    by,
    run: work(images, place),
    resume: { kind, input: await asKept(images, place) },
  });

/** Deletes an image. Once cancelled, the rest of it is still listed, and can only be deleted. */
export const deletionJob = jobOf('Delete image', DELETE, deletion);

/** Copies the data of the parent into an image. Once cancelled, it can be started again. */
export const flattenJob = jobOf('Flatten image', FLATTEN, flattening);

interface Surroundings {
  readonly images: Images;
  readonly clock: Clock;
}

/** Says whether the image is still there. @throws Error where another one has its name */
async function isThere(
  { images, clock }: Surroundings,
  { id, ...place }: OwnImage,
  cancelled: AbortSignal,
): Promise<boolean> {
  const present = await insist(clock, LOOK_MS, () => images.id(place), { signal: cancelled });
  if (present === undefined) return false;
  if (present === id) return true;
  throw new Error(`another image is called ${imageName(place)} by now: it is left alone`);
}

/** The ways to go on with work on images after a restart, for TaskTable.recover. */
export const imageKinds = ({
  images,
  served,
  clock,
}: Surroundings & { readonly served: ServedDisks }): Record<string, Resume> => ({
  [DELETE]: (input) => async (say, cancelled, mark) => {
    const own = input as OwnImage;
    const until = clock.elapsed() + GIVEN_UP_MS;
    while (await isThere({ images, clock }, own, cancelled)) {
      await served.requireFree(own, 'deleted');
      try {
        return await deletion(images, own)(say, cancelled, mark);
      } catch (failure) {
        const isOpen = failure instanceof Refusal && failure.message === STILL_OPEN.message;
        if (!isOpen || clock.elapsed() >= until) throw failure;
        await sleep(clock, LOOK_MS, cancelled);
      }
    }
    say('the image is gone: it was deleted before the restart');
  },
  [FLATTEN]: (input) => async (say, cancelled, mark) => {
    const own = input as OwnImage;
    if (!(await isThere({ images, clock }, own, cancelled))) throw new Error('the image is gone');
    const { parent } = await images.find(own);
    if (parent) return flattening(images, own)(say, cancelled, mark);
    say('the image has no parent any more: it was flattened before the restart');
  },
});
