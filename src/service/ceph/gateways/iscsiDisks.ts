import { createHash } from 'node:crypto';
import { Refusal } from '../../engine.ts';
import {
  holdersOf,
  type IscsiService,
  type Lun,
  type LunHolder,
  type WantedDisk,
} from '../../iscsi/service.ts';
import { createImage } from '../images/creation.ts';
import type { Images } from '../images/images.ts';
import { refuseName } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Inventory } from '../inventory.ts';
import type { PoolDump } from '../pools.ts';
import type { Collection } from '../state/collection.ts';
import { readAccess, type KeptIscsi } from './iscsiServices.ts';

interface Surroundings {
  readonly images: Images;
  readonly inventory: Inventory;
  readonly services: Collection<KeptIscsi>;
}

/** tgt's own LUN 0 is the controller; it serves up to this one. */
const FIRST_LUN = 1;
const LAST_LUN = 255;

const isDisk =
  ({ pool, name }: WantedDisk) =>
  (lun: Lun): boolean =>
    lun.pool === pool && lun.image === name;

function findPool(pools: readonly PoolDump[], name: string): PoolDump {
  const pool = pools.find(({ pool_name }) => pool_name === name);
  if (!pool) throw new Refusal(404, `there is no pool ${name}: list the pools to see which there are`);
  return pool;
}

/**
 * Sees to it that the images of disks are there: those that are not are created.
 * @throws Refusal 400, 404, 409; images that were created before that stay
 */
export async function provideImages(
  { images, inventory, services }: Surroundings,
  service: number,
  wanted: readonly WantedDisk[],
): Promise<void> {
  const pools = await inventory.pools();
  const missing: WantedDisk[] = [];
  for (const [index, disk] of wanted.entries()) {
    const { pool, name, size } = disk;
    enforce(refuseName('image', name));
    if (/[,;=\s]/.test(`${pool}${name}`))
      throw new Refusal(
        400,
        `the gateway cannot open ${pool}/${name}: use an image and a pool without , ; = and blanks`,
      );
    findPool(pools, pool);
    if (wanted.slice(0, index).some((other) => other.pool === pool && other.name === name))
      throw new Refusal(400, `${pool}/${name} is named twice: name each disk once`);
    for (const [id, kept] of await services.entries()) {
      if (id !== service && holdersOf(readAccess(kept)).some(({ luns }) => luns.some(isDisk(disk))))
        throw new Refusal(
          409,
          `${pool}/${name} is a disk of iSCSI service ${id}: two services would not know of each other's reservations`,
        );
    }
    if (await images.exists({ pool, image: name })) continue;
    if (size === undefined || size <= 0)
      throw new Refusal(400, `there is no image ${pool}/${name}: give the size in bytes that it is to have`);
    missing.push(disk);
  }
  for (const { pool, name, size = 0 } of missing)
    await createImage(images, pools, findPool(pools, pool), { name, size });
}

/** The same image has the same World Wide Name for all clients of a service, which multipath relies on. NAA 6, with the number of the SCSI target of Linux. */
const wwnOf = (iqn: string, pool: string, image: string): string =>
  `naa.6001405${createHash('sha256').update(`${iqn}/${pool}/${image}`).digest('hex').slice(0, 25)}`;

/** Gives a client or a group disks, all of them or none. @throws Refusal 409 */
export function addLuns({ iqn }: IscsiService, holder: LunHolder, wanted: readonly WantedDisk[]): void {
  const luns = [...holder.luns];
  for (const disk of wanted) {
    const { pool, name } = disk;
    if (luns.some(isDisk(disk)))
      throw new Refusal(409, `${holder.name} has the disk ${pool}/${name} already`);
    const taken = new Set(luns.map(({ id }) => id));
    let id = FIRST_LUN;
    while (taken.has(id)) id++;
    if (id > LAST_LUN)
      throw new Refusal(
        409,
        `${holder.name} would have more than ${LAST_LUN} disks: spread them over more clients`,
      );
    luns.push({ pool, image: name, id, wwn: wwnOf(iqn, pool, name) });
  }
  holder.luns = luns;
}
