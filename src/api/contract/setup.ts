import { type Static, Type } from 'typebox';
import { body, operation, shape } from '../operation.ts';
import { name, Task } from './shapes.ts';

/** The network interfaces and addresses of the management node (interface, "Network interface listing"). */
export const InterfaceListing = shape({
  ips: Type.Array(
    shape({
      interfaceName: Type.String(),
      ip: Type.String(),
      netmask: Type.Integer({ description: 'length of the network prefix in bits' }),
    }),
  ),
  interfaces: Type.Array(Type.String()),
  currentInterface: Type.String(),
  currentIp: Type.String(),
});
export type InterfaceListing = Static<typeof InterfaceListing>;

const secret = (description: string) => Type.String({ minLength: 1, 'x-secret': true, description });

/** The section "setup": creating a cluster from a management node. */
export const setup = {
  setMainIp: operation({
    method: 'POST',
    path: '/setup/main-ip',
    summary: 'Set the address of the management node',
    tier: 'disruptive',
    body: body({
      interfaceName: name('network interface', 'interface'),
      ip: name('address on that interface', 'ownAddress'),
    }),
  }),
  importCluster: operation({
    method: 'POST',
    path: '/setup/import-cluster',
    summary: 'Take an existing cluster under management',
    tier: 'destructive',
    body: body({
      adminKey: secret('key of client.admin'),
      mons: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description: 'addresses of monitors' }),
    }),
  }),
  restoreBackup: operation({
    method: 'POST',
    path: '/setup/restore-backup',
    summary: 'Restore the configuration from a backup',
    tier: 'destructive',
    body: body({
      encryptionKey: secret('key that the backup was encrypted with'),
      mgmtApiToken: secret('token of the backup service'),
      backupUuid: name('id of the backup'),
    }),
    reply: Task,
  }),
  listInterfaces: operation({
    method: 'GET',
    path: '/setup/list-interfaces',
    summary: 'Network interfaces of the management node',
    tier: 'read',
    reply: InterfaceListing,
  }),
} as const;
