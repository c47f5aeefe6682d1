import { Refusal } from '../../engine.ts';
import { refuseName } from '../../rules/images.ts';
import { enforce } from '../../rules/refused.ts';
import type { Site } from '../networks/site.ts';
import { isErasure } from '../pools.ts';
import { Dice } from '../random.ts';
import { holds } from '../../iscsi/disks.ts';
import {
  holdersOf,
  type IscsiService,
  type Lun,
  type LunHolder,
  type WantedDisk,
} from '../../iscsi/service.ts';

/** Disks that one client can have: LUN ids are 0 to 255 (SCSI's flat addressing). */
const MOST = 256;

/**
 * Gives a client or a group disks, all of them or none. Images that do not exist are created.
 * @throws Refusal 400, 404, 409
 */
export function addLuns(
  site: Site,
  service: IscsiService,
  holder: LunHolder,
  wanted: readonly WantedDisk[],
): void {
  for (const [index, disk] of wanted.entries()) {
    requireFree(site, service, holder, disk);
    if (wanted.slice(0, index).some((other) => isSame(other, disk)))
      throw new Refusal(400, `${disk.pool}/${disk.name} is named twice: name each disk once`);
  }
  if (holder.luns.length + wanted.length > MOST)
    throw new Refusal(
      409,
      `${holder.name} would have more than ${MOST} disks: spread them over more clients`,
    );
  for (const { pool, name, size = 0 } of wanted) {
    site.images.ensure(pool, name, size);
    holder.luns = [
      ...holder.luns,
      { pool, image: name, id: lowestFree(holder.luns), wwn: wwnOf(service, pool, name) },
    ];
  }
}

const isSame = (a: WantedDisk, b: WantedDisk): boolean => a.pool === b.pool && a.name === b.name;

function requireFree(
  site: Site,
  service: IscsiService,
  holder: LunHolder,
  { pool, name, size }: WantedDisk,
): void {
  requireImagePool(site, pool);
  enforce(refuseName('image', name));
  if (holds(holder, pool, name))
    throw new Refusal(409, `${holder.name} has the disk ${pool}/${name} already`);
  site.images.requireIdle(pool, name);
  const other = site.iscsi
    .entries()
    .find(([, entry]) => entry !== service && holdersOf(entry).some((one) => holds(one, pool, name)));
  if (other !== undefined) {
    throw new Refusal(
      409,
      `${pool}/${name} is a disk of iSCSI service ${other[0]}: two services would not know of each other's locks`,
    );
  }
  if (!site.images.exists(pool, name) && (size === undefined || size <= 0))
    throw new Refusal(400, `there is no image ${pool}/${name}: give the size in bytes that it is to have`);
}

function requireImagePool({ model }: Site, name: string): void {
  const pool = model.pools.find((candidate) => candidate.name === name);
  if (pool === undefined)
    throw new Refusal(404, `there is no pool ${JSON.stringify(name)}: list the pools to see which there are`);
  if (pool.application !== 'rbd' || isErasure(pool))
    throw new Refusal(409, `the pool ${name} holds no images: choose a replicated pool for rbd`);
}

function lowestFree(luns: readonly Lun[]): number {
  const taken = new Set(luns.map(({ id }) => id));
  let id = 0;
  while (taken.has(id)) id++;
  return id;
}

/** The same image has the same World Wide Name for all clients of a service, which multipath relies on. */
const wwnOf = ({ iqn }: IscsiService, pool: string, image: string): string =>
  `naa.6001405${new Dice(0).fork(`${iqn}/${pool}/${image}`).hex(25)}`;

/** Who uses an image as a disk, as an operator would say it; such an image must not be deleted. */
export function imageUsers({ iscsi }: Site, pool: string, image: string): string[] {
  return iscsi.entries().flatMap(([id, service]) =>
    holdersOf(service)
      .filter((holder) => holds(holder, pool, image))
      .map(({ name }) => `${name} of iSCSI service ${id}`),
  );
}
