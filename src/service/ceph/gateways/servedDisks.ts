import { Refusal } from '../../engine.ts';
import { holdersOf, type Lun } from '../../iscsi/service.ts';
import type { ImagePlace } from '../images/images.ts';
import type { Collection } from '../state/collection.ts';
import { readAccess, type KeptIscsi } from './iscsiServices.ts';

/** Images that clients of iSCSI services have as disks: whoever changes them takes those disks from under the clients. */
export interface ServedDisks {
  /**
   * Whether a gateway runs makes no difference, and a gateway may run elsewhere.
   * @param fate what was asked for
   * @throws Refusal 409 for an image that is somebody's disk
   */
  requireFree(place: ImagePlace, fate: 'deleted' | 'renamed' | 'made smaller'): Promise<void>;
  /** @throws Refusal 409 for a pool with an image, or the data of one, that is somebody's disk */
  requirePoolFree(pool: string, fate: 'deleted' | 'renamed'): Promise<void>;
}

interface Served extends ImagePlace {
  /** Such as `alpha of iSCSI service 1`. */
  readonly user: string;
}

function refuse(disks: readonly Served[], what: string): void {
  const [first, ...others] = disks;
  if (!first) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new Refusal(
    409,
    `${first.pool}/${first.image} is a disk of ${first.user}${more}: take it away from them first, then ${what}`,
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
    async requireFree({ pool, image }, fate) {
      const disks = (await served()).filter((disk) => disk.pool === pool && disk.image === image);
      refuse(disks, `it can be ${fate}`);
    },
    async requirePoolFree(pool, fate) {
      const what = `the pool ${pool} can be ${fate}`;
      const disks = await served();
      refuse(
        disks.filter((disk) => disk.pool === pool),
        what,
      );
      // By its data an image knows a pool by number.
      if (fate === 'renamed') return;
      for (const disk of disks) if ((await dataPools(disk)).includes(pool)) refuse([disk], what);
    },
  };
}
