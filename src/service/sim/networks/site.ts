import type { HaSettings } from '../../haGroups/settings.ts';
import type { IscsiServiceModel } from '../../iscsi/service.ts';
import type { NetworkPlan } from '../../networks/plan.ts';
import type { Export } from '../../nfs/exports.ts';
import type { Numbered } from '../../numbered.ts';
import type { AddressInUse } from '../../rules/haGroups.ts';
import { parseIp } from '../../values/ip.ts';
import type { DiskImages } from '../images/diskImages.ts';
import type { Model } from '../model/model.ts';
import type { Host } from '../model/topology.ts';
import { addressesOf, type ServerAddress } from './servers.ts';

/** A server of a group, with the ids of the interface and the VLAN for the address. */
export interface Member {
  readonly host: Host;
  readonly nic: number;
  readonly vlan: number | undefined;
}

/** Servers that share a floating address, which is normally on the first one. */
export interface SimHaGroup extends HaSettings {
  readonly members: readonly Member[];
}

/** Servers that export directories of the filesystem, and their common exports. */
export interface SimNfsService {
  servers: readonly Host[];
  readonly exports: Numbered<Export>;
}

/**
 * Networks, floating addresses and gateway services. They are in one object because what one of them uses must not be
 * removed from another.
 */
export interface Site {
  readonly model: Model;
  readonly networks: Numbered<NetworkPlan>;
  readonly haGroups: Numbered<SimHaGroup>;
  readonly iscsi: Numbered<IscsiServiceModel<Host>>;
  readonly nfs: Numbered<SimNfsService>;
  readonly images: DiskImages;
  /** The address of the management node. */
  main: ServerAddress;
  /** Saves the whole site; called after every change. */
  readonly save: () => void;
}

/** An address of the cluster with its notation and its holder. */
export interface ClusterAddress extends AddressInUse {
  readonly text: string;
}

const clusterAddress = (text: string, holder: string): ClusterAddress => ({
  ip: parseIp(text)!,
  text,
  holder,
});

/** The addresses of all servers. */
export const serverAddresses = ({ model }: Pick<Site, 'model'>): ClusterAddress[] =>
  model.hosts.flatMap((host) => addressesOf(host).map(({ ip }) => clusterAddress(ip, `server ${host.name}`)));

/** The floating addresses, except that of the group with the id `except`. */
export const groupAddresses = ({ haGroups }: Pick<Site, 'haGroups'>, except?: number): ClusterAddress[] =>
  haGroups
    .entries()
    .filter(([id]) => id !== except)
    .map(([id, { virtualIp }]) => clusterAddress(virtualIp, `HA group ${id}`));

/** All addresses of servers and groups. */
export const addressesInUse = (site: Site): ClusterAddress[] => [
  ...serverAddresses(site),
  ...groupAddresses(site),
];
