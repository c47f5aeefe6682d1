import type { Input } from '../../api/contract/index.ts';
import type { IscsiService as WireService } from '../../api/contract/iscsi.ts';
import { Refusal } from '../engine.ts';
import type { Credentials } from '../values/initiator.ts';

/** An image that was given, with the number and the name by which clients see it. */
export interface Lun {
  readonly pool: string;
  readonly image: string;
  readonly id: number;
  readonly wwn: string;
}

/** A disk that is to be given; its image is created where it is not there and a size is said. */
export type WantedDisk = Input<'addIscsiClientDisks'>['body'][number];

/** A client, or a group of them, with the disks that it was given. */
export interface LunHolder {
  readonly name: string;
  luns: readonly Lun[];
}

export interface IscsiClient extends LunHolder {
  credentials: Credentials;
}

/** Clients that share their disks. */
export interface HostGroup extends LunHolder {
  readonly members: Set<string>;
}

/** A server of an engine, as far as it matters here. */
interface Named {
  readonly name: string;
}

export interface IscsiGateway<Server extends Named = Named> {
  readonly host: Server;
  /** Client-facing. */
  readonly ip: string;
}

/** A target that several servers serve. */
export interface IscsiService<Server extends Named = Named> {
  readonly iqn: string;
  readonly gateways: IscsiGateway<Server>[];
  readonly clients: Map<string, IscsiClient>;
  readonly groups: Map<string, HostGroup>;
}

/** A service without clients, whose target is named after its id. */
export const newService = <Server extends Named>(
  id: number,
  gateways: IscsiGateway<Server>[],
): IscsiService<Server> => ({
  iqn: `iqn.2019-03.com.example.storage:iscsi-${id}`,
  gateways,
  clients: new Map(),
  groups: new Map(),
});

/** @throws Refusal 404 */
export function clientOrRefuse({ clients, iqn }: IscsiService, name: string): IscsiClient {
  const client = clients.get(name);
  if (client === undefined)
    throw new Refusal(404, `${iqn} has no client ${JSON.stringify(name)}: create the client first`);
  return client;
}

/** @throws Refusal 404 */
export function groupOrRefuse({ groups, iqn }: IscsiService, name: string): HostGroup {
  const group = groups.get(name);
  if (group === undefined)
    throw new Refusal(404, `${iqn} has no host group ${JSON.stringify(name)}: create the group first`);
  return group;
}

/** The group that a client is a member of. */
export const groupOf = ({ groups }: IscsiService, client: string): HostGroup | undefined =>
  groups.values().find(({ members }) => members.has(client));

/** Everyone who is given disks of their own. */
export const holdersOf = ({ clients, groups }: IscsiService): LunHolder[] => [
  ...clients.values(),
  ...groups.values(),
];

/** A client in a group sees the disks of the group. */
export function toWire(service: IscsiService): WireService {
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
