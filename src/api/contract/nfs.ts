import { type Static, Type } from 'typebox';
import { body, operation, shape } from '../operation.ts';
import { id, name } from './shapes.ts';

/** A directory that clients may mount (interface, "NFS export"). */
export const NfsExport = shape({
  id: Type.Integer({ description: 'assigned by the server on creation' }),
  nfsPath: Type.String({ description: 'path on the NFS server where the export is available' }),
  path: Type.String({ description: 'path to export' }),
  access: Type.Array(shape({ subnet: Type.String(), rw: Type.Boolean() }), {
    description: 'clients that are allowed',
  }),
});
export type NfsExport = Static<typeof NfsExport>;

/** The servers of an NFS service and what they export (interface, "NFS gateway service"). */
export const NfsService = shape({
  servers: Type.Array(Type.Integer(), { description: 'server ids' }),
  exports: Type.Array(NfsExport),
});
export type NfsService = Static<typeof NfsService>;

const exportBody = body({
  id: Type.Optional(Type.Integer({ description: 'assigned by the server on creation' })),
  nfsPath: name('path on the NFS server where the export is available'),
  path: name('path to export', 'path'),
  access: Type.Optional(
    Type.Array(
      body({
        subnet: name('network in CIDR notation, such as 10.0.0.0/8'),
        rw: Type.Optional(Type.Boolean({ description: 'true for read-write, otherwise read-only' })),
      }),
      { description: 'clients that are allowed' },
    ),
  ),
});
const servers = Type.Array(id('id of a server', 'server'), { description: 'ids of the servers that run it' });
const service = Type.Object({ serviceId: id('id of the NFS service', 'nfsService') });
const serviceExport = Type.Object({
  serviceId: id('id of the NFS service', 'nfsService'),
  exportId: id('id of the export', 'nfsExport'),
});

/** The NFS gateways of the section "servers, disks and gateway services". */
export const nfs = {
  getNfsService: operation({
    method: 'GET',
    path: '/services/nfs-gateways/{serviceId}',
    summary: 'An NFS gateway service',
    tier: 'read',
    params: service,
    reply: NfsService,
  }),
  updateNfsService: operation({
    method: 'PATCH',
    path: '/services/nfs-gateways/{serviceId}',
    summary: 'Change the servers of an NFS gateway service',
    tier: 'disruptive',
    params: service,
    body: body({ servers }),
  }),
  listNfsExports: operation({
    method: 'GET',
    path: '/services/nfs-gateways/{serviceId}/exports',
    summary: 'Exports of an NFS gateway service',
    tier: 'read',
    params: service,
    reply: Type.Array(NfsExport),
  }),
  createNfsExport: operation({
    method: 'POST',
    path: '/services/nfs-gateways/{serviceId}/exports',
    summary: 'Create an NFS export',
    tier: 'disruptive',
    params: service,
    body: exportBody,
    reply: NfsExport,
  }),
  listNfsServers: operation({
    method: 'GET',
    path: '/services/nfs-gateways/{serviceId}/servers',
    summary: 'Ids of the servers of an NFS gateway service',
    tier: 'read',
    params: service,
    reply: Type.Array(Type.Integer()),
  }),
  replaceNfsExport: operation({
    method: 'PUT',
    path: '/services/nfs-gateways/{serviceId}/exports/{exportId}',
    summary: 'Replace an NFS export',
    tier: 'disruptive',
    params: serviceExport,
    body: exportBody,
  }),
  deleteNfsExport: operation({
    method: 'DELETE',
    path: '/services/nfs-gateways/{serviceId}/exports/{exportId}',
    summary: 'Delete an NFS export; its files stay',
    tier: 'disruptive',
    params: serviceExport,
  }),
  createNfsService: operation({
    method: 'POST',
    path: '/services/nfs-gateways',
    summary: 'Create an NFS gateway service',
    tier: 'disruptive',
    body: body({ servers, exports: Type.Optional(Type.Array(exportBody)) }),
    reply: shape({ id: Type.Integer({ description: 'id of the new service' }) }),
  }),
} as const;
