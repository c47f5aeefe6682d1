import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../ceph.ts';
import type { ManagementNode } from '../management.ts';
import { PRIORITY, type Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { GaneshaGateway } from './ganeshaGateway.ts';
import type { GatewayRun, RunOptions } from '../gateways/runner.ts';
import { readExports, type KeptNfs } from './services.ts';

interface NfsRunOptions extends RunOptions {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly node: ManagementNode;
  readonly note: Note;
  readonly services: Collection<KeptNfs>;
  readonly address: string;
  readonly port: number;
}

/** The NFS gateway of this server: a ganesha.nfsd, while a service names this server. */
export function nfsRun({
  clock,
  ceph,
  node,
  note,
  services,
  address,
  port,
  ...run
}: NfsRunOptions): GatewayRun {
  let ganesha: GaneshaGateway | undefined;

  const told = (problems: readonly string[]) => {
    for (const problem of problems) note(problem, PRIORITY.error, 'nfs');
    return problems;
  };
  const stop = async (): Promise<void> => {
    await ganesha?.close();
    ganesha = undefined;
  };
  return {
    async refresh() {
      const id = await node.id();
      const all = (await services.entries()).map(([, service]) => service);
      const service = all.find(({ servers }) => servers.includes(id));
      if (!service) {
        if (ganesha) note('the NFS gateway was stopped', PRIORITY.notice, 'nfs');
        await stop();
        return [];
      }
      const [filesystem] = await ceph.read<{ name: string }[]>({ prefix: 'fs ls' });
      if (!filesystem) return ['the cluster has no filesystem to export'];
      const exports = readExports(service).exports.values();
      const settings = { ...run.access, address, port, filesystem: filesystem.name, exports };
      if (ganesha?.differs(settings)) await stop();
      if (ganesha) return told(await ganesha.serve(exports));
      const directory = await run.place('nfs');
      if (run.isClosed()) return [];
      ganesha = await GaneshaGateway.start(
        { clock, directory, onDeath: run.died('nfs', 'ganesha.nfsd') },
        settings,
      );
      return told(ganesha.complaints);
    },
    stop,
  };
}
