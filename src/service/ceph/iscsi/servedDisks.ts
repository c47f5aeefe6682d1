import { holdersOf, type Lun } from '../../iscsi/service.ts';
import { refuseDiskChange, type DiskChange, type ImagePlace } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Collection } from '../state/collection.ts';
import { readAccess, type KeptIscsi } from './services.ts';

/** Images that clients of iSCSI services have as disks: whoever changes them takes those disks from under the clients. */
export interface ServedDisks {
  /**
   * Refuses a change of an image that is somebody's disk; it makes no difference where a gateway runs, or if any does.
   * @throws Refusal 409
   */
  requireFree(place: ImagePlace, change: DiskChange): Promise<void>;
  /** Refuses a change of a pool with an image, or the data of one, that is somebody's disk. @throws Refusal 409 */
  requirePoolFree(pool: string, change: 'deleted' | 'renamed'): Promise<void>;
}

interface Served extends ImagePlace {
  /** Such as `alpha of iSCSI service 1`. */
  readonly user: string;
}

/** Refuses a change of `what` while the first of some disks has users. @throws Refusal 409 */
function refuse(disks: readonly Served[], change: DiskChange, what?: string): void {
  const [first] = disks;
  if (first)
    enforce(
      refuseDiskChange(
        first,
        disks.map(({ user }) => user),
        change,
        what,
      ),
    );
}

/** @param dataPools the pool of an image's data, where that is another one than the image's own */
export function servedDisks(
  services: Pick<Collection<KeptIscsi>, 'entries'>,
  dataPools: (place: ImagePlace) => Promise<readonly string[]>,
): ServedDisks {
  const served = async (): Promise<Served[]> =>
    (await services.entries()).flatMap(([id, service]) =>
      holdersOf(readAccess(service)).flatMap(({ name, luns }) =>
        luns.map(({ pool, image }: Lun) => ({ pool, image, user: `${name} of iSCSI service ${id}` })),
      ),
    );
  return {
    async requireFree({ pool, image }, change) {
      const disks = (await served()).filter((disk) => disk.pool === pool && disk.image === image);
      refuse(disks, change);
    },
    async requirePoolFree(pool, change) {
      const what = `the pool ${pool}`;
      const disks = await served();
      refuse(
        disks.filter((disk) => disk.pool === pool),
        change,
        what,
      );
      // An image knows the pool of its data by its number.
      if (change === 'renamed') return;
      for (const disk of disks) if ((await dataPools(disk)).includes(pool)) refuse([disk], change, what);
    },
  };
}
