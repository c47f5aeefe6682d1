import { createHash } from 'node:crypto';
import { Refusal } from '../../engine.ts';
import { loadAccess } from '../../iscsi/saved.ts';
import { holdersOf, type IscsiServiceModel, type Lun, type LunHolder } from '../../iscsi/service.ts';
import { lowestFree } from '../../lowestFree.ts';
import { refuseName } from '../../rules/images.ts';
import { diskOfOtherService, refuseDisks, refuseMissingImage, type WantedDisk } from '../../rules/iscsi.ts';
import { enforce, refusal } from '../../rules/refused.ts';
import type { Images } from '../images/client.ts';
import { createImage } from '../images/create.ts';
import type { OutcomeParts } from '../images/outcome.ts';
import type { Inventory } from '../map/inventory.ts';
import { poolNamed } from '../pools/find.ts';
import type { Collection } from '../state/collection.ts';
import type { SavedIscsi } from './services.ts';

interface DiskParts extends OutcomeParts {
  readonly images: Images;
  readonly inventory: Inventory;
  readonly services: Collection<SavedIscsi>;
}

/** The range of LUNs for disks: in tgt, LUN 0 is the controller. */
const FIRST_LUN = 1;
const LAST_LUN = 255;

const isDisk =
  ({ pool, name }: WantedDisk) =>
  (lun: Lun): boolean =>
    lun.pool === pool && lun.image === name;

/**
 * Creates the images of disks that do not exist yet.
 * @throws Refusal 400, 404, 409; the images that were created before a failure remain
 */
export async function ensureImages(
  { images, inventory, services, ...outcome }: DiskParts,
  service: number,
  wanted: readonly WantedDisk[],
): Promise<void> {
  const pools = await inventory.pools();
  const missing: WantedDisk[] = [];
  for (const disk of wanted) {
    const { pool, name } = disk;
    enforce(refuseName('image', name));
    if (/[,;=\s]/.test(`${pool}${name}`))
      throw new Refusal(
        400,
        `the gateway cannot open ${pool}/${name}: use an image and a pool without , ; = and spaces in their names`,
      );
    poolNamed(pools, pool);
    for (const [id, saved] of await services.entries()) {
      if (id !== service && holdersOf(loadAccess(saved)).some(({ luns }) => luns.some(isDisk(disk))))
        throw refusal(diskOfOtherService(disk, id));
    }
    if (await images.exists({ pool, image: name })) continue;
    enforce(refuseMissingImage(disk));
    missing.push(disk);
  }
  for (const { pool, name, size = 0 } of missing)
    await createImage({ images, pools, ...outcome }, pool, { name, size });
}

/**
 * The World Wide Name of an image, the same for all clients of a service, because multipath relies on it. It has NAA
 * type 6 and the vendor id of the SCSI target of Linux (001405).
 */
const wwnOf = (iqn: string, pool: string, image: string): string =>
  `naa.6001405${createHash('sha256').update(`${iqn}/${pool}/${image}`).digest('hex').slice(0, 25)}`;

/** Adds disks to a client or a group; all or none. @throws Refusal 400, 409 */
export function addLuns({ iqn }: IscsiServiceModel, holder: LunHolder, wanted: readonly WantedDisk[]): void {
  enforce(refuseDisks(holder, wanted, LAST_LUN));
  const luns = [...holder.luns];
  for (const { pool, name } of wanted) {
    const id = lowestFree(new Set(luns.map((lun) => lun.id)), FIRST_LUN);
    luns.push({ pool, image: name, id, wwn: wwnOf(iqn, pool, name) });
  }
  holder.luns = luns;
}
