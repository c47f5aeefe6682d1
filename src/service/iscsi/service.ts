import type { IscsiService as WireService } from '../../api/contract/iscsi.ts';
import { noClient, noDisk, noGroup } from '../rules/iscsi.ts';
import { refusal } from '../rules/refused.ts';
import type { Credentials } from '../values/initiator.ts';

/** An image as a disk of clients, with the number and the WWN under which they see it. */
export interface Lun {
  readonly pool: string;
  readonly image: string;
  readonly id: number;
  readonly wwn: string;
}

/** A disk to be given to clients. Its image is created if it does not exist and a size is given. */
/** A client, or a group of clients, with its disks. */
export interface LunHolder {
  readonly name: string;
  luns: readonly Lun[];
}

export interface IscsiClient extends LunHolder {
  credentials: Credentials;
}

/** A group of clients that share their disks. */
export interface HostGroup extends LunHolder {
  readonly members: Set<string>;
}

/** The fields of an engine's server that are needed here. */
interface WithName {
  readonly name: string;
}

export interface IscsiGateway<Server extends WithName = WithName> {
  readonly host: Server;
  /** The address that clients connect to. */
  readonly ip: string;
}

/** An iSCSI target that several servers serve. */
export interface IscsiServiceModel<Server extends WithName = WithName> {
  readonly iqn: string;
  readonly gateways: IscsiGateway<Server>[];
  readonly clients: Map<string, IscsiClient>;
  readonly groups: Map<string, HostGroup>;
}

/** A service without clients, whose target is named after its id. */
export const newService = <Server extends WithName>(
  id: number,
  gateways: IscsiGateway<Server>[],
): IscsiServiceModel<Server> => ({
  iqn: `iqn.2019-03.com.example.storage:iscsi-${id}`,
  gateways,
  clients: new Map(),
  groups: new Map(),
});

/** The client of this name. @throws Refusal 404 */
export function clientOrRefuse({ clients, iqn }: IscsiServiceModel, name: string): IscsiClient {
  const client = clients.get(name);
  if (client === undefined) throw refusal(noClient(iqn, name));
  return client;
}

/** The group of this name. @throws Refusal 404 */
export function groupOrRefuse({ groups, iqn }: IscsiServiceModel, name: string): HostGroup {
  const group = groups.get(name);
  if (group === undefined) throw refusal(noGroup(iqn, name));
  return group;
}

/** The group that a client is a member of. */
export const groupOf = ({ groups }: IscsiServiceModel, client: string): HostGroup | undefined =>
  groups.values().find(({ members }) => members.has(client));

/** True if the client or group has the image as a disk. */
export const hasDisk = ({ luns }: LunHolder, pool: string, image: string): boolean =>
  luns.some((lun) => lun.pool === pool && lun.image === image);

/** Removes a disk from a client or group; the image stays. @throws Refusal 404 */
export function removeLun(holder: LunHolder, pool: string, image: string): void {
  if (!hasDisk(holder, pool, image)) throw refusal(noDisk(holder, pool, image));
  holder.luns = holder.luns.filter((lun) => lun.pool !== pool || lun.image !== image);
}

/** The clients and groups of a service, each with disks of its own. */
export const holdersOf = ({ clients, groups }: IscsiServiceModel): LunHolder[] => [
  ...clients.values(),
  ...groups.values(),
];

/** The service as the interface shows it. A client in a group sees the disks of the group. */
export function toWire(service: IscsiServiceModel): WireService {
  return {
    iqn: service.iqn,
    gateways: service.gateways.map(({ host, ip }) => ({ name: host.name, ip })),
    clients: Array.from(service.clients.values(), ({ name, credentials, luns }) => {
      const group = groupOf(service, name);
      return { name, group: group?.name ?? '', ...credentials, luns: [...(group?.luns ?? luns)] };
    }),
    groups: Array.from(service.groups.values(), ({ name, members, luns }) => ({
      name,
      members: [...members],
      luns: [...luns],
    })),
  };
}
