import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import type { Ceph } from '../client/ceph.ts';
import { readFilesystems } from '../files/filesystem.ts';
import { KeptGateway } from '../gateways/keptGateway.ts';
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
  const kept = new KeptGateway<GaneshaGateway>();

  const logged = (problems: readonly string[]) => {
    for (const problem of problems) note(problem, PRIORITY.error, 'nfs');
    return problems;
  };
  return {
    async refresh() {
      const id = await node.id();
      const all = (await services.entries()).map(([, service]) => service);
      const service = all.find(
        ({ servers, orchestrated, overSsh = [] }) =>
          !orchestrated && servers.includes(id) && !overSsh.includes(id),
      );
      if (!service) {
        if (kept.current) note('the NFS gateway was stopped', PRIORITY.notice, 'nfs');
        await kept.close();
        return [];
      }
      const [filesystem] = await readFilesystems(ceph);
      if (!filesystem) return ['the cluster has no filesystem to export'];
      const exports = loadExports(service).exports.values();
      const settings = { ...run.access, address, port, filesystem: filesystem.name, exports };
      if (kept.current?.needsRestart(settings)) await kept.close();
      if (kept.current) return logged(await kept.current.serve(exports));
      const directory = await run.directory('nfs');
      if (run.closing.aborted) return [];
      const onExit = run.logExit('nfs', 'ganesha.nfsd');
      const ganesha = await kept.start(() =>
        GaneshaGateway.start({ clock, directory, onExit, closing: run.closing }, settings),
      );
      return logged(ganesha.problems);
    },
    stop: () => kept.close(),
  };
}
