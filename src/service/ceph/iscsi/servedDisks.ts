import { loadAccess } from '../../iscsi/saved.ts';
import { holdersOf, type Lun } from '../../iscsi/service.ts';
import { refuseDiskChange, type DiskChange, type ImageSpec } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Collection } from '../state/collection.ts';
import type { SavedIscsi } from './services.ts';

/** Protects the images that are disks of iSCSI clients from changes. */
export interface ServedDisks {
  /**
   * Refuses a change of an image that is a client's disk, whether or not a gateway runs.
   * @throws Refusal 409
   */
  requireFree(spec: ImageSpec, change: DiskChange): Promise<void>;
  /** Refuses a change of a pool that holds a client's disk or its data. @throws Refusal 409 */
  requirePoolFree(pool: string, change: 'deleted' | 'renamed'): Promise<void>;
}

interface ServedDisk extends ImageSpec {
  /** Such as `alpha of iSCSI service 1`. */
  readonly user: string;
}

/**
 * Refuses a change if any of these disks is served.
 * @param what the changed object, if it is not the disk itself
 * @throws Refusal 409
 */
function refuse(disks: readonly ServedDisk[], change: DiskChange, what?: string): void {
  const [first] = disks;
  const users = disks.map(({ user }) => user);
  if (first) enforce(refuseDiskChange(first, users, change, what));
}

/** @param dataPools returns the data pool of an image, if it differs from the image's pool */
export function servedDisks(
  services: Pick<Collection<SavedIscsi>, 'entries'>,
  dataPools: (spec: ImageSpec) => Promise<readonly string[]>,
): ServedDisks {
  const served = async (): Promise<ServedDisk[]> =>
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
      const inPool = disks.filter((disk) => disk.pool === pool);
      refuse(inPool, change, what);
      // Images refer to their data pool by id, so a rename does no harm.
      if (change === 'renamed') return;
      for (const disk of disks) if ((await dataPools(disk)).includes(pool)) refuse([disk], change, what);
    },
  };
}
