import { type Static, Type } from 'typebox';
import { body, choice, operation, shape, word } from '../operation.ts';
import { id, name } from './shapes.ts';

/** The uses of a network. */
export const NETWORK_TYPES = ['other', 'store_public', 'store_internal', 'mgmt'] as const;

/** A network of the cluster, and the addresses in it (interface, "Network"). */
export const Network = shape({
  id: Type.Integer(),
  ip: Type.String(),
  netmask: Type.Integer({ description: 'length of the network prefix in bits' }),
  gateway: Type.String(),
  poolStart: Type.String({ description: 'first address to hand out' }),
  poolEnd: Type.String({ description: 'last address to hand out' }),
  type: word(NETWORK_TYPES),
  description: Type.String(),
});
export type Network = Static<typeof Network>;

const network = Type.Object({ id: id('id of the network', 'network') });
const networkBody = body({
  ip: name('address of the network'),
  netmask: Type.Integer({ minimum: 0, maximum: 128, description: 'length of the network prefix in bits' }),
  gateway: Type.Optional(Type.String()),
  poolStart: Type.Optional(Type.String({ description: 'first address to hand out' })),
  poolEnd: Type.Optional(Type.String({ description: 'last address to hand out' })),
  type: Type.Optional(choice(NETWORK_TYPES, 'what the network is used for')),
  description: Type.Optional(Type.String()),
});

/** The section "networks": the networks of the cluster and their uses. */
export const networks = {
  listNetworks: operation({
    method: 'GET',
    path: '/networks',
    summary: 'Networks',
    tier: 'read',
    reply: Type.Array(Network),
  }),
  createNetwork: operation({
    method: 'POST',
    path: '/networks',
    summary: 'Create a network',
    tier: 'disruptive',
    body: networkBody,
    reply: Network,
  }),
  replaceNetwork: operation({
    method: 'PUT',
    path: '/networks/{id}',
    summary: 'Replace a network',
    tier: 'disruptive',
    params: network,
    body: networkBody,
  }),
  deleteNetwork: operation({
    method: 'DELETE',
    path: '/networks/{id}',
    summary: 'Delete a network',
    tier: 'disruptive',
    params: network,
  }),
} as const;
