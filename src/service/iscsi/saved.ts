import type { IscsiClient, IscsiServiceModel, LunHolder } from './service.ts';

/** The clients, groups and disks of a service as JSON. */
export interface SavedAccess {
  readonly iqn: string;
  readonly clients: readonly IscsiClient[];
  readonly groups: readonly (LunHolder & { readonly members: readonly string[] })[];
}

/** The clients, groups and disks of a saved service in a form that can be changed; without its gateways. */
export const loadAccess = ({ iqn, clients, groups }: SavedAccess) => ({
  iqn,
  gateways: [],
  clients: new Map(clients.map((client) => [client.name, { ...client }])),
  groups: new Map(groups.map((group) => [group.name, { ...group, members: new Set(group.members) }])),
});

/** The inverse of `loadAccess`. */
export const saveAccess = ({ iqn, clients, groups }: Omit<IscsiServiceModel, 'gateways'>): SavedAccess => ({
  iqn,
  clients: [...clients.values()],
  groups: Array.from(groups.values(), (group) => ({ ...group, members: [...group.members] })),
});
