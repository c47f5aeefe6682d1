import { Refusal } from '../../engine.ts';
import { hasDisk, holdersOf, type IscsiServiceModel, type LunHolder } from '../../iscsi/service.ts';
import { lowestFree } from '../../lowestFree.ts';
import { refuseName } from '../../rules/images.ts';
import { diskOfOtherService, refuseDisks, refuseMissingImage, type WantedDisk } from '../../rules/iscsi.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import { Dice } from '../model/random.ts';
import type { Site } from '../networks/site.ts';
import { isErasure } from '../pools/pool.ts';
import { poolOrRefuse } from '../pools/read.ts';

/** Maximum number of disks of one client: LUN ids are 0 to 255 (SCSI's flat addressing). */
const MAX_DISKS = 256;

/**
 * Gives disks to a client or a group, all or none. Missing images are created.
 * @throws Refusal 400, 404, 409
 */
export function addLuns(
  site: Site,
  service: IscsiServiceModel,
  holder: LunHolder,
  wanted: readonly WantedDisk[],
): void {
  enforce(refuseDisks(holder, wanted, MAX_DISKS));
  for (const disk of wanted) requireFree(site, service, disk);
  for (const { pool, name, size = 0 } of wanted) {
    site.images.ensure(pool, name, size);
    holder.luns = [
      ...holder.luns,
      {
        pool,
        image: name,
        id: lowestFree(new Set(holder.luns.map(({ id }) => id))),
        wwn: wwnOf(service, pool, name),
      },
    ];
  }
}

function requireFree(site: Site, service: IscsiServiceModel, disk: WantedDisk): void {
  const { pool, name } = disk;
  requireImagePool(site, pool);
  enforce(refuseName('image', name));
  site.images.requireIdle(pool, name);
  const other = site.iscsi
    .entries()
    .find(([, entry]) => entry !== service && holdersOf(entry).some((one) => hasDisk(one, pool, name)));
  if (other !== undefined) throw refusal(diskOfOtherService(disk, other[0]));
  if (!site.images.exists(pool, name)) enforce(refuseMissingImage(disk));
}

function requireImagePool({ model }: Site, name: string): void {
  const pool = poolOrRefuse(model, name);
  if (pool.application !== 'rbd' || isErasure(pool))
    throw new Refusal(409, `the pool ${name} holds no images: choose a replicated pool for rbd`);
}

/** The World Wide Name of an image. It is the same for all clients of a service, which multipath relies on. */
const wwnOf = ({ iqn }: IscsiServiceModel, pool: string, image: string): string =>
  `naa.6001405${new Dice(0).fork(`${iqn}/${pool}/${image}`).hex(25)}`;

/**
 * Descriptions of the clients and groups that have an image as a disk; while there are any, the image must not be
 * deleted.
 */
export function imageUsers({ iscsi }: Site, pool: string, image: string): string[] {
  return iscsi.entries().flatMap(([id, service]) =>
    holdersOf(service)
      .filter((holder) => hasDisk(holder, pool, image))
      .map(({ name }) => `${name} of iSCSI service ${id}`),
  );
}
