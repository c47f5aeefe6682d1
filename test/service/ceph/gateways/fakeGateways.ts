import type { ServerAccess } from '../../../../src/service/ceph/access/serverAccess.ts';
import { createGateways } from '../../../../src/service/ceph/gateways/gateways.ts';
import type { ManagementNode } from '../../../../src/service/ceph/management.ts';
import { fakeSupervisor } from './fakeSupervisor.ts';

/** Gateways of this server and of others with prepared problems. `orders` are those to other servers, such as `nfs stop 2`. */
export function fakeGateways(node: ManagementNode, access: ServerAccess) {
  const { supervisor, served } = fakeSupervisor();
  const remote = {
    problems: [] as string[],
    orders: [] as string[],
    stopFailure: undefined as Error | undefined,
  };
  const remoteOf = (kind: string) => ({
    serve: async (id: number) => {
      remote.orders.push(`${kind} serve ${id}`);
      return remote.problems;
    },
    stop: async (servers: readonly number[]) => {
      remote.orders.push(`${kind} stop ${servers.join(' ')}`.trim());
      if (remote.stopFailure) throw remote.stopFailure;
    },
  });
  const gateways = createGateways({
    access,
    node,
    supervisor,
    remote: { iscsi: remoteOf('iscsi'), nfs: remoteOf('nfs') },
  });
  return { gateways, served, remote };
}

/** The answers of a server that is reached over ssh, and has the programs of gateways and one address. */
export const gatewayServer = (address: string, isInstalled = true) => ({
  run: (line: string) =>
    line.startsWith('test ')
      ? { status: isInstalled ? 0 : 1 }
      : {
          out: JSON.stringify([
            { ifindex: 1, ifname: 'eth0', addr_info: [{ local: address, prefixlen: 24 }] },
          ]),
        },
});
