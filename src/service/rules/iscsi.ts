import type { Input } from '../../api/contract/index.ts';
import { plural } from '../../lib/words.ts';
import { firstDuplicate } from './firstDuplicate.ts';
import { badRequest, conflict, notFound, type Refused } from './refused.ts';

export type WantedDisk = Input<'addIscsiClientDisks'>['body'][number];

/** An iSCSI client or group, with its disks. */
interface DiskHolder {
  readonly name: string;
  readonly luns: readonly { readonly pool: string; readonly image: string }[];
}

/** The pattern of a group's name. */
const GROUP_NAME = /^[A-Za-z0-9][\w.:-]{0,63}$/;

/** Refusal: the service has no client of this name. */
export const noClient = (iqn: string, name: string): Refused =>
  notFound(`${iqn} has no client ${JSON.stringify(name)}: create the client first`);

/** Refusal: the service has no group of this name. */
export const noGroup = (iqn: string, name: string): Refused =>
  notFound(`${iqn} has no host group ${JSON.stringify(name)}: create the group first`);

/** Refusal: the client or group does not have this disk. */
export const noDisk = ({ name }: Pick<DiskHolder, 'name'>, pool: string, image: string): Refused =>
  notFound(`${name} has no disk ${pool}/${image}`);

/** Refusal: the name of a new client is taken. */
export const clientNameTaken = (iqn: string, name: string): Refused =>
  conflict(`${iqn} already has the client ${name}: change its credentials instead`);

/** Refuses the name of a new group. `taken` are the names of the service's groups. */
export function refuseGroupName(iqn: string, name: string, taken: Iterable<string>): Refused | undefined {
  if (!GROUP_NAME.test(name))
    return badRequest(
      `a group cannot be named ${JSON.stringify(name)}: use up to 64 letters, digits or . _ : -, a letter or digit first`,
    );
  return new Set(taken).has(name) ? conflict(`${iqn} already has a host group ${name}`) : undefined;
}

const inGroup = (client: string, group: string): Refused =>
  conflict(`${client} is in the group ${group}: remove it there first`);

/** Refuses to delete a client that has disks or is in a group. */
export function refuseClientDeletion(
  { name, luns }: DiskHolder,
  group: string | undefined,
): Refused | undefined {
  if (group !== undefined) return inGroup(name, group);
  return luns.length > 0
    ? conflict(`${name} has ${plural(luns.length, 'disk')}: remove them first`)
    : undefined;
}

/** Refuses to delete a group that has disks or hosts. */
export function refuseGroupDeletion({ name, luns }: DiskHolder, hosts: number): Refused | undefined {
  if (hosts > 0)
    return conflict(
      `${name} has ${plural(hosts, 'host')}, and they would lose their disks: remove them first`,
    );
  return luns.length > 0
    ? conflict(`${name} has ${plural(luns.length, 'disk')}: remove them first`)
    : undefined;
}

/** Refuses to add a client to a group while it is in another group or has disks of its own. */
export function refuseHost({ name, luns }: DiskHolder, other: string | undefined): Refused | undefined {
  if (other !== undefined) return inGroup(name, other);
  return luns.length > 0
    ? conflict(
        `${name} has ${plural(luns.length, 'disk')} of its own, and a client in a group uses the disks of the group: remove them first`,
      )
    : undefined;
}

/** Refuses to remove clients from a group if one of them is not a member. */
export function refuseHostRemoval(
  group: string,
  members: ReadonlySet<string>,
  hosts: readonly string[],
): Refused | undefined {
  const stranger = hosts.find((host) => !members.has(host));
  return stranger === undefined
    ? undefined
    : notFound(`${JSON.stringify(stranger)} is not in the group ${group}`);
}

/** Refusal: the disks of a client in a group are those of the group. */
export const disksOfGroup = (client: string, group: string): Refused =>
  conflict(`${client} uses the disks of its group ${group}: change those of the group`);

/** Refuses disks that are named twice, that the holder already has, or that would exceed its limit of `most` disks. */
export function refuseDisks(
  { name, luns }: DiskHolder,
  wanted: readonly WantedDisk[],
  most: number,
): Refused | undefined {
  const names = wanted.map((disk) => `${disk.pool}/${disk.name}`);
  const twice = firstDuplicate(names);
  if (twice !== undefined) return badRequest(`${twice} is listed twice: list each disk once`);
  const present = new Set(luns.map(({ pool, image }) => `${pool}/${image}`));
  const known = names.find((disk) => present.has(disk));
  if (known !== undefined) return conflict(`${name} already has the disk ${known}`);
  return luns.length + wanted.length > most
    ? conflict(`${name} would have more than ${most} disks: spread them over more clients`)
    : undefined;
}

/** Refusal: a disk belongs to one service, because no other service knows its reservations. */
export const diskOfOtherService = ({ pool, name }: WantedDisk, service: number): Refused =>
  conflict(
    `${pool}/${name} is a disk of iSCSI service ${service}: two services cannot coordinate their SCSI reservations`,
  );

/** Refuses a disk without a size if its image does not exist and would have to be created. */
export const refuseMissingImage = ({ pool, name, size = 0 }: WantedDisk): Refused | undefined =>
  size <= 0 ? badRequest(`there is no image ${pool}/${name}: set the size in bytes to create it`) : undefined;

/** Refuses to delete a service while one of its clients or groups, the `holders`, has disks. */
export function refuseServiceDeletion(service: number, holders: readonly DiskHolder[]): Refused | undefined {
  const user = holders.find(({ luns }) => luns.length > 0);
  return (
    user &&
    conflict(
      `${user.name} has ${plural(user.luns.length, 'disk')} of iSCSI service ${service}: remove them first`,
    )
  );
}
