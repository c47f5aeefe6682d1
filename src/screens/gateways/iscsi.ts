import type { IscsiService } from '../../api/contract/iscsi.ts';
import { plural } from '../../lib/words.ts';
import { resource } from '../../store/cache/resource.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type GatewayRow, gatewayServices, serviceIdOf } from './services.ts';

/** Heading of the iSCSI screens in the list of all screens. */
export const ISCSI = 'iSCSI gateways';

type ListOf<Key extends 'gateways' | 'clients' | 'groups'> = NonNullable<IscsiService[Key]>[number];
export type ListedIscsiGateway = ListOf<'gateways'>;
export type ListedIscsiClient = ListOf<'clients'>;
export type IscsiGroup = ListOf<'groups'>;
export type IscsiDisk = NonNullable<ListedIscsiClient['luns']>[number];

/** An iSCSI service with its id. */
export type IscsiRow = IscsiService & GatewayRow;

const serviceWith = (serviceId: number) => resource('getIscsiService', { params: { serviceId } });

/** All iSCSI services of the cluster. */
export const allIscsiServices = gatewayServices('iSCSI services', 'getIscsiService', serviceWith);

/** The service that a screen shows. */
export const iscsiService = (scope: Scope) => serviceWith(serviceIdOf(scope));

/** The disks of a client or a group, as a table for its page. */
export const diskTable = (disks: readonly IscsiDisk[] = []) => ({
  title: plural(disks.length, 'disk'),
  titles: ['LUN', 'image', 'WWN'],
  rows: disks.map((disk) => [String(disk.id ?? '--'), diskName(disk), disk.wwn ?? '--']),
});

/** The name of a disk, as it is typed and shown: pool and image. */
export const diskName = ({ pool = '--', image = '--' }: IscsiDisk): string => `${pool}/${image}`;
