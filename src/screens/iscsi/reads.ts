import type { IscsiService } from '../../api/contract/iscsi.ts';
import { plural } from '../../lib/words.ts';
import { answered, type Answered } from '../../store/answers.ts';
import { composed, resource } from '../../store/cache/resource.ts';
import { type Memory, remembered } from '../../store/session/memory.ts';
import type { Scope } from '../../store/session/viewState.ts';
import { type FoundService, KnownIds } from '../gateways/probe.ts';

/** Heading of the iSCSI screens in the list of all screens. */
export const ISCSI = 'iSCSI gateways';

type ListOf<Key extends 'gateways' | 'clients' | 'groups'> = NonNullable<IscsiService[Key]>[number];
export type ListedIscsiGateway = ListOf<'gateways'>;
export type ListedIscsiClient = ListOf<'clients'>;
export type IscsiGroup = ListOf<'groups'>;
export type IscsiDisk = NonNullable<ListedIscsiClient['luns']>[number];

/** An iSCSI service with its id. */
export type IscsiRow = IscsiService & Answered & { readonly id: number };

const known = remembered(() => new KnownIds());

/** All iSCSI services of the cluster. They rarely change, and each costs a request. */
export const iscsiServiceList = (memory: Memory) =>
  composed({
    key: ['iSCSI services'],
    read: (api, signal) =>
      memory.of(known).find((serviceId) => api.getIscsiService({ params: { serviceId } }, { signal })),
    operations: ['getIscsiService'],
    everyMs: 10_000,
  });

/** The services as list rows. */
export const iscsiRows = (found: readonly FoundService<IscsiService>[]): readonly IscsiRow[] =>
  found.map(({ id, service }) => ({
    ...service,
    id,
    answers: [answered('getIscsiService', service, { serviceId: id })],
  }));

/** The id of the service that a screen shows. */
export const serviceIdOf = ({ service = '' }: Scope): number => Number(service);

/** The service that a screen shows. */
export const iscsiService = (scope: Scope) =>
  resource('getIscsiService', { params: { serviceId: serviceIdOf(scope) } });

/** The disks of a client or a group, as a table for its page. */
export const diskTable = (disks: readonly IscsiDisk[] = []) => ({
  title: plural(disks.length, 'disk'),
  titles: ['LUN', 'image', 'WWN'],
  rows: disks.map((disk) => [String(disk.id ?? '--'), diskName(disk), disk.wwn ?? '--']),
});

/** The name of a disk, as it is typed and shown: pool and image. */
export const diskName = ({ pool = '--', image = '--' }: IscsiDisk): string => `${pool}/${image}`;
