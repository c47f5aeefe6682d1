import { imageName, type ImagePlace } from '../../rules/images.ts';
import type { Job } from '../tasks/board.ts';
import type { Images } from './client.ts';

/** Ceph gives up on a client that was killed after half a minute (osd_client_watch_timeout). */
const STILL_OPEN = {
  status: 409,
  message:
    'a client has the image open: stop it, or wait half a minute if it is gone, then delete the image again',
} as const;

/** Deletes an image. Once cancelled, the rest of it is still listed, and can only be deleted. */
export const deletionJob = (images: Images, place: ImagePlace, by: string): Job => ({
  name: 'Delete image',
  object: imageName(place),
  by,
  async run(say, cancelled) {
    const meanings = { EBUSY: STILL_OPEN };
    await images.runLongWork('remove', place, { say, cancelled, meanings });
    say('deleted');
  },
});

/** Copies the data of the parent into an image. Once cancelled, it can be started again. */
export const flattenJob = (images: Images, place: ImagePlace, by: string): Job => ({
  name: 'Flatten image',
  object: imageName(place),
  by,
  async run(say, cancelled) {
    await images.runLongWork('flatten', place, { say, cancelled });
    say('flattened');
  },
});
