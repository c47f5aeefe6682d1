import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import type { Ceph } from '../ceph.ts';
import { readFilesystems } from '../files/filesystem.ts';
import type { GatewayRunner, RunnerOptions } from '../gateways/runner.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { GaneshaGateway } from './ganeshaGateway.ts';
import { loadExports, type SavedNfs } from './services.ts';

interface NfsRunnerOptions extends RunnerOptions {
  readonly clock: Clock;
  readonly ceph: Ceph;
  readonly node: ManagementNode;
  readonly note: Note;
  readonly services: Collection<SavedNfs>;
  readonly address: string;
  readonly port: number;
}

/** Runs ganesha.nfsd on this server while an NFS service names this server as a gateway. */
export function nfsRunner({
  clock,
  ceph,
  node,
  note,
  services,
  address,
  port,
  ...run
}: NfsRunnerOptions): GatewayRunner {
  let ganesha: GaneshaGateway | undefined;

  const logged = (problems: readonly string[]) => {
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
      const service = all.find(({ servers, orchestrated }) => !orchestrated && servers.includes(id));
      if (!service) {
        if (ganesha) note('the NFS gateway was stopped', PRIORITY.notice, 'nfs');
        await stop();
        return [];
      }
      const [filesystem] = await readFilesystems(ceph);
      if (!filesystem) return ['the cluster has no filesystem to export'];
      const exports = loadExports(service).exports.values();
      const settings = { ...run.access, address, port, filesystem: filesystem.name, exports };
      if (ganesha?.needsRestart(settings)) await stop();
      if (ganesha) return logged(await ganesha.serve(exports));
      const directory = await run.directory('nfs');
      if (run.isClosed()) return [];
      ganesha = await GaneshaGateway.start(
        { clock, directory, onExit: run.logExit('nfs', 'ganesha.nfsd') },
        settings,
      );
      return logged(ganesha.problems);
    },
    stop,
  };
}
