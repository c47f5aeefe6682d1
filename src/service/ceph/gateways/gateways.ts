import { messageOf } from '../../../lib/thrown.ts';
import { readNics } from '../access/nics.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { ManagementNode } from '../management.ts';
import { requireInstalledOn } from './programs.ts';
import type { RemoteGateways } from './remoteGateways.ts';
import type { GatewayKind } from './runner.ts';
import type { GatewaySupervisor } from './supervisor.ts';

/** A server that can run gateways. */
export interface GatewayServer {
  /** Its gateways are run over ssh, not by the service of that server itself. */
  readonly overSsh: boolean;
  /** Its IP addresses. */
  readonly addresses: readonly string[];
}

/** The gateways that this service runs: on its own server, and over ssh on others. */
export interface Gateways {
  /** @throws Refusal 501, 503 when a server cannot run such a gateway */
  requireServer(kind: GatewayKind, host: string): Promise<GatewayServer>;
  /**
   * Has the gateways of a service serve what is saved.
   * @param concerns selects the parts of an iSCSI gateway whose problems are returned (changedParts in tgtItems.ts)
   * @returns problems, each with its server
   */
  serve(kind: GatewayKind, id: number, concerns?: (part: string) => boolean): Promise<readonly string[]>;
  /** Applies all definitions to the gateway of this server. */
  refresh(kind: GatewayKind): Promise<unknown>;
  /** Stops gateways that were run over ssh. @throws Refusal 501, 503 when a server is not reached */
  stop(kind: GatewayKind, servers: readonly number[]): Promise<void>;
}

interface GatewaysParts {
  readonly access: ServerAccess;
  readonly node: ManagementNode;
  readonly supervisor: Pick<GatewaySupervisor, 'requireInstalled' | 'refresh'>;
  readonly remote: Readonly<Record<GatewayKind, Pick<RemoteGateways, 'serve' | 'stop'>>>;
}

export const createGateways = ({ access, node, supervisor, remote }: GatewaysParts): Gateways => ({
  async requireServer(kind, host) {
    if (host === node.hostname) {
      supervisor.requireInstalled(kind);
      return { overSsh: false, addresses: node.addresses().map(({ ip }) => ip) };
    }
    const helper = access.on(host);
    await requireInstalledOn(helper, host, kind);
    const nics = await readNics(helper);
    return {
      overSsh: true,
      addresses: nics.flatMap(({ addresses = [] }) =>
        addresses.map((address) => address.replace(/\/.*/, '')),
      ),
    };
  },
  async serve(kind, id, concerns) {
    const [own, others] = await Promise.all([
      supervisor.refresh(kind, concerns).catch((failure: Error) => [messageOf(failure)]),
      remote[kind].serve(id, concerns),
    ]);
    return [...own.map((problem) => `${node.hostname}: ${problem}`), ...others];
  },
  refresh: (kind) => supervisor.refresh(kind),
  stop: (kind, servers) => remote[kind].stop(servers),
});
