import { listed } from '../../../lib/words.ts';
import { Refusal } from '../../engine.ts';
import type { Job } from '../tasks/board.ts';
import { type ImagePlace, type Images, type ImageUsers } from './images.ts';

const object = ({ pool, image }: ImagePlace) => `${pool}/${image}`;

/** What an operator must do before an image can be deleted, if anything. */
function obstacle({ snapshots, children, clients }: ImageUsers): string | undefined {
  if (children.length > 0)
    return `images are cloned from it: ${listed(children)}. Flatten or delete them first`;
  if (snapshots.length > 0) return `it has snapshots: ${listed(snapshots)}. Delete them first`;
  if (clients.length > 0) return `clients use it: ${clients.join(', ')}. Stop them first`;
  return undefined;
}

/** @throws Refusal 409 for an image that has snapshots or clones, or is in use */
export function requireDeletable(place: ImagePlace, users: ImageUsers): void {
  const why = obstacle(users);
  if (why)
    throw new Refusal(409, `nothing was deleted: the image ${object(place)} must stay, because ${why}`);
}

/** Ceph gives up on a client that was killed after half a minute (osd_client_watch_timeout). */
const stillOpen = [
  409,
  'a client has the image open: stop it, or wait half a minute if it is gone, then delete the image again',
] as const;

/** Deletes an image. Once that is cancelled, what is left of it is still listed, and can only be deleted, too. */
export const deletion = (images: Images, place: ImagePlace, by: string): Job => ({
  name: 'Delete image',
  object: object(place),
  by,
  async run(say, cancelled) {
    const meanings = { EBUSY: stillOpen } as const;
    await images.work('remove', place, { say, cancelled, meanings });
    say('deleted');
  },
});

/** Copies the data of the parent into an image. Once cancelled, it can be begun again. */
export const flattening = (images: Images, place: ImagePlace, by: string): Job => ({
  name: 'Flatten image',
  object: object(place),
  by,
  async run(say, cancelled) {
    await images.work('flatten', place, { say, cancelled });
    say('flattened');
  },
});
