import { type Static, Type } from 'typebox';
import { body, choice, operation, shape, word } from '../operation.ts';
import { id, name, names } from './shapes.ts';

/** The gateways that can have a floating address: NFS and S3. */
export const HA_SERVICES = ['nfs', 'rgw'] as const;

const timing = {
  failback: Type.Boolean({ description: 'switch back to the original server after it recovers' }),
  failoverTime: Type.Integer({ description: 'seconds until failover after a fault is detected' }),
  failbackTime: Type.Integer({ description: 'seconds until failback after the original server recovers' }),
  evictNfsClientsOnFailback: Type.Boolean({
    description: 'force NFS clients off a secondary when failing back',
  }),
};

/** Servers that share a floating IP address (interface, "HA group"). */
export const HaGroup = shape({
  id: Type.Integer(),
  description: Type.String(),
  virtualIp: Type.String({ description: 'the floating address' }),
  service: word(HA_SERVICES),
  servers: Type.Array(
    shape({
      server: Type.Integer({ description: 'server id' }),
      nic: Type.Integer({ description: 'network interface id' }),
      vlan: Type.Integer({ description: 'VLAN id' }),
    }),
  ),
  ...timing,
});
export type HaGroup = Static<typeof HaGroup>;

const group = Type.Object({ id: id('id of the HA group', 'haGroup') });
const groupBody = body({
  id: Type.Optional(Type.Integer({ description: 'assigned by the server on creation' })),
  description: Type.Optional(Type.String()),
  virtualIp: name('the floating address'),
  service: choice(HA_SERVICES, 'service that the address belongs to'),
  servers: Type.Array(
    body({
      server: id('server id'),
      nic: Type.Optional(id('network interface id')),
      vlan: Type.Optional(Type.Integer({ minimum: 0, maximum: 4094, description: 'VLAN id' })),
    }),
    { minItems: 1, ...names('haMember') },
  ),
  ...Type.Partial(Type.Object(timing)).properties,
});

/** The section "ha-groups": servers that share a floating address. */
export const haGroups = {
  listHaGroups: operation({
    method: 'GET',
    path: '/servers/ha-groups',
    summary: 'HA groups and their floating addresses',
    tier: 'read',
    reply: Type.Array(HaGroup),
  }),
  createHaGroup: operation({
    method: 'POST',
    path: '/servers/ha-groups',
    summary: 'Create an HA group',
    tier: 'disruptive',
    body: groupBody,
  }),
  replaceHaGroup: operation({
    method: 'PUT',
    path: '/servers/ha-groups/{id}',
    summary: 'Replace an HA group',
    tier: 'disruptive',
    params: group,
    body: groupBody,
  }),
  deleteHaGroup: operation({
    method: 'DELETE',
    path: '/servers/ha-groups/{id}',
    summary: 'Delete an HA group and its floating address',
    tier: 'disruptive',
    params: group,
  }),
} as const;
