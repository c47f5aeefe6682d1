import { plural } from '../../lib/words.ts';
import type { Input } from '../../api/contract/index.ts';
import type { Refused } from './refused.ts';

type WantedDisk = Input<'addIscsiClientDisks'>['body'][number];

/** A client or a group, with the disks that it has. */
interface DiskHolder {
  readonly name: string;
  readonly luns: readonly { readonly pool: string; readonly image: string }[];
}

const bad = (message: string): Refused => ({ status: 400, message });
const conflict = (message: string): Refused => ({ status: 409, message });

/** Refuses disks that are named twice, that the holder has, or that are more than `most` with those. */
export function refuseDisks(
  { name, luns }: DiskHolder,
  wanted: readonly WantedDisk[],
  most: number,
): Refused | undefined {
  const names = wanted.map((disk) => `${disk.pool}/${disk.name}`);
  const twice = names.find((disk, index) => names.indexOf(disk) !== index);
  if (twice !== undefined) return bad(`${twice} is named twice: name each disk once`);
  const present = new Set(luns.map(({ pool, image }) => `${pool}/${image}`));
  const known = names.find((disk) => present.has(disk));
  if (known !== undefined) return conflict(`${name} has the disk ${known} already`);
  return luns.length + wanted.length > most
    ? conflict(`${name} would have more than ${most} disks: spread them over more clients`)
    : undefined;
}

/** A disk belongs to one service, since its reservations are known there alone. */
export const diskOfOtherService = ({ pool, name }: WantedDisk, service: number): Refused =>
  conflict(
    `${pool}/${name} is a disk of iSCSI service ${service}: two services would not know of each other's reservations`,
  );

/** Refuses a disk without a size whose image is not there and would have to be created. */
export const refuseMissingImage = ({ pool, name, size = 0 }: WantedDisk): Refused | undefined =>
  size <= 0 ? bad(`there is no image ${pool}/${name}: give the size in bytes that it is to have`) : undefined;

/** Refuses to delete a service while some of its clients or groups, the `holders`, have disks. */
export function refuseServiceDeletion(service: number, holders: readonly DiskHolder[]): Refused | undefined {
  const user = holders.find(({ luns }) => luns.length > 0);
  return (
    user &&
    conflict(
      `${user.name} has ${plural(user.luns.length, 'disk')} of iSCSI service ${service}: take them away first`,
    )
  );
}
