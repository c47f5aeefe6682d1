import { type Static, Type } from 'typebox';
import { body, changes, operation, shape } from '../operation.ts';
import { id, name, names, Task } from './shapes.ts';

const Lun = shape({
  pool: Type.String(),
  image: Type.String(),
  id: Type.Integer(),
  wwn: Type.String({ description: 'World Wide Name' }),
});

/** An iSCSI target: its gateways, the allowed initiators and the images (interface, "iSCSI gateway service"). */
export const IscsiService = shape({
  iqn: Type.String({ description: 'iSCSI qualified name of the target' }),
  gateways: Type.Array(shape({ name: Type.String(), ip: Type.String() })),
  clients: Type.Array(
    shape({
      name: Type.String({ description: 'iSCSI qualified name of the client' }),
      group: Type.String(),
      username: Type.String(),
      password: Type.String({ 'x-secret': true }),
      luns: Type.Array(Lun),
    }),
  ),
  groups: Type.Array(
    shape({ name: Type.String(), members: Type.Array(Type.String()), luns: Type.Array(Lun) }),
  ),
});
export type IscsiService = Static<typeof IscsiService>;

/** The connection details for a shell on a gateway (interface, "Terminal connection"). */
export const TerminalConnection = shape({
  path: Type.String({ description: 'connect here' }),
  tlsPort: Type.Integer(),
  plaintextPort: Type.Integer(),
  authToken: Type.String({ 'x-secret': true, description: 'passed as the Authorization header' }),
  validUntil: Type.Integer({ description: 'Unix timestamp; connections opened before it stay open' }),
  iscsi: Type.Boolean(),
});
export type TerminalConnection = Static<typeof TerminalConnection>;

const serviceId = id('id of the iSCSI service', 'iscsiService');
const group = name('name of the host group', 'iscsiGroup');
const service = Type.Object({ serviceId });
const client = Type.Object({ serviceId, name: name('iSCSI qualified name of the client', 'iscsiClient') });
const hostGroup = Type.Object({ serviceId, group });
const newClient = Type.Object({ serviceId, name: name('iSCSI qualified name of the new client') });
const newGroup = Type.Object({ serviceId, group: name('name of the new host group') });
const groupHost = Type.Object({
  serviceId,
  group,
  host: name('iSCSI qualified name of the host', 'iscsiClient'),
});

const gatewayFields = {
  serverId: id('id of the server', 'server'),
  ip: name('client-facing IP address, which must be configured on the server', 'gatewayAddress'),
};
const password = Type.String({ 'x-secret': true });
const credentials = { username: Type.String(), password };
const disksToAdd = Type.Array(
  body({
    pool: name('pool of the image'),
    name: name('name of the image, which is created when it does not exist'),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'bytes; needed for a new image' })),
  }),
  { minItems: 1, ...names('iscsiDisk') },
);
const diskToRemove = body({
  pool: name('pool of the image', 'pool'),
  name: name('name of the image', 'image'),
});
const hosts = Type.Array(name('name of a host', 'iscsiClient'), {
  minItems: 1,
  description: 'names of hosts',
});

/** The iSCSI gateways of the section "servers, disks and gateway services". */
export const iscsi = {
  getIscsiService: operation({
    method: 'GET',
    path: '/services/iscsi/{serviceId}',
    summary: 'An iSCSI gateway service with its clients and groups',
    tier: 'read',
    params: service,
    reply: IscsiService,
  }),
  addIscsiGateway: operation({
    method: 'POST',
    path: '/services/iscsi/{serviceId}',
    summary: 'Add a server to an iSCSI gateway service',
    tier: 'disruptive',
    params: service,
    body: body(gatewayFields),
    reply: Task,
  }),
  deleteIscsiService: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}',
    summary: 'Delete an iSCSI gateway service',
    tier: 'destructive',
    params: service,
  }),
  createIscsiService: operation({
    method: 'POST',
    path: '/services/iscsi',
    summary: 'Create an iSCSI gateway service',
    tier: 'disruptive',
    body: body({ servers: Type.Array(body(gatewayFields), { minItems: 1, ...names('gateway') }) }),
    reply: Task,
  }),
  createIscsiClient: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/clients/{name}',
    summary: 'Allow a client to connect',
    tier: 'disruptive',
    params: newClient,
    body: body(credentials),
  }),
  deleteIscsiClient: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/clients/{name}',
    summary: 'Stop a client from connecting',
    tier: 'disruptive',
    params: client,
  }),
  updateIscsiClient: operation({
    method: 'PATCH',
    path: '/services/iscsi/{serviceId}/clients/{name}',
    summary: 'Change the credentials of a client',
    tier: 'disruptive',
    params: client,
    body: changes(credentials),
  }),
  addIscsiClientDisks: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/clients/{name}/disks',
    summary: 'Give a client disks',
    tier: 'disruptive',
    params: client,
    body: disksToAdd,
  }),
  removeIscsiClientDisk: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/clients/{name}/disks',
    summary: 'Take a disk from a client',
    tier: 'disruptive',
    params: client,
    body: diskToRemove,
  }),
  createIscsiGroup: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/groups/{group}',
    summary: 'Create a host group',
    tier: 'disruptive',
    params: newGroup,
  }),
  deleteIscsiGroup: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/groups/{group}',
    summary: 'Delete a host group',
    tier: 'disruptive',
    params: hostGroup,
  }),
  addIscsiGroupDisks: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/groups/{group}/disks',
    summary: 'Give a host group disks',
    tier: 'disruptive',
    params: hostGroup,
    body: disksToAdd,
  }),
  removeIscsiGroupDisk: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/groups/{group}/disks',
    summary: 'Take a disk from a host group',
    tier: 'disruptive',
    params: hostGroup,
    body: diskToRemove,
  }),
  addIscsiGroupHost: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/groups/{group}/hosts/{host}',
    summary: 'Add a host to a host group',
    tier: 'disruptive',
    params: groupHost,
  }),
  removeIscsiGroupHost: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/groups/{group}/hosts/{host}',
    summary: 'Remove a host from a host group',
    tier: 'disruptive',
    params: groupHost,
  }),
  addIscsiGroupHosts: operation({
    method: 'PUT',
    path: '/services/iscsi/{serviceId}/groups/{group}/hosts',
    summary: 'Add hosts to a host group',
    tier: 'disruptive',
    params: hostGroup,
    body: hosts,
  }),
  removeIscsiGroupHosts: operation({
    method: 'DELETE',
    path: '/services/iscsi/{serviceId}/groups/{group}/hosts',
    summary: 'Remove hosts from a host group',
    tier: 'disruptive',
    params: hostGroup,
    body: hosts,
  }),
  connectIscsiTerminal: operation({
    method: 'POST',
    path: '/services/iscsi/{serviceId}/terminal/connect',
    summary: 'Open the configuration shell of an iSCSI gateway',
    tier: 'disruptive',
    params: service,
    reply: TerminalConnection,
  }),
} as const;
