import type { Numbered } from '../../numbered.ts';
import type { HaGroup } from '../gateways/haGroups.ts';
import type { ImageStore } from '../gateways/imageStore.ts';
import type { IscsiService } from '../../iscsi/service.ts';
import type { NfsService } from '../gateways/nfs.ts';
import type { Model } from '../model.ts';
import { parseIp, type Ip } from '../../values/ip.ts';
import type { NetworkPlan } from '../../networks/plan.ts';
import { addressesOf, type ServerAddress } from './servers.ts';
import type { Host } from '../topology.ts';

/** Networks, floating addresses and gateway services: what one of them uses, the others may not take away. */
export interface Site {
  readonly model: Model;
  readonly networks: Numbered<NetworkPlan>;
  readonly haGroups: Numbered<HaGroup>;
  readonly iscsi: Numbered<IscsiService<Host>>;
  readonly nfs: Numbered<NfsService>;
  readonly images: ImageStore;
  /** Where the management node is reached. */
  main: ServerAddress;
  /** Keeps all of it; called after every change. */
  readonly save: () => void;
}

/** An address and who has it, as an operator would say it. */
export interface Holder {
  readonly ip: Ip;
  readonly text: string;
  readonly holder: string;
}

/** Every address that something of the cluster has. */
export function addressesInUse({ model, haGroups }: Site): Holder[] {
  const holderOf = (text: string, holder: string): Holder => ({ ip: parseIp(text)!, text, holder });
  return [
    ...model.hosts.flatMap((host) => addressesOf(host).map(({ ip }) => holderOf(ip, `server ${host.name}`))),
    ...haGroups.entries().map(([id, { virtualIp }]) => holderOf(virtualIp, `HA group ${id}`)),
  ];
}
