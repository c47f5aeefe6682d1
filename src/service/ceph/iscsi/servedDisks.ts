import { holdersOf, type Lun } from '../../iscsi/service.ts';
import { refuseDiskChange, type DiskChange, type ImagePlace } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Collection } from '../state/collection.ts';
import { loadAccess, type SavedIscsi } from './services.ts';

/** The images that clients of iSCSI services have as disks, which must not be changed under them. */
export interface ServedDisks {
  /**
   * Refuses a change of an image that is a client's disk, whether or not a gateway runs.
   * @throws Refusal 409
   */
  requireFree(place: ImagePlace, change: DiskChange): Promise<void>;
  /** Refuses a change of a pool that holds an image, or its data, that is a client's disk. @throws Refusal 409 */
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
  services: Pick<Collection<SavedIscsi>, 'entries'>,
  dataPools: (place: ImagePlace) => Promise<readonly string[]>,
): ServedDisks {
  const served = async (): Promise<Served[]> =>
    (await services.entries()).flatMap(([id, service]) =>
      holdersOf(loadAccess(service)).flatMap(({ name, luns }) =>
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
      // A rename is harmless for the data: images refer to its pool by id.
      if (change === 'renamed') return;
      for (const disk of disks) if ((await dataPools(disk)).includes(pool)) refuse([disk], change, what);
    },
  };
}
