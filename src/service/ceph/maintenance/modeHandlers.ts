import type { Task } from '../../../api/contract/shapes.ts';
import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { noOrchestrator } from '../../rules/servers.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { serverNamed } from '../map/servers.ts';
import { effectOf, giveOrder, requirePlain } from '../orchestrator/orders.ts';
import { isInMaintenance, type OrchHost } from '../orchestrator/read.ts';
import { requireMaintenanceMode } from '../orchestrator/rook.ts';
import type { TaskTable, Work } from '../tasks/board.ts';

interface ModeParts extends ClusterParts {
  readonly tasks: TaskTable;
}

/** A long wait, because the orchestrator stops or starts the daemons of a server one by one. */
const CHANGED = { every: 2000, within: 300_000 };

/** The work that changes the maintenance mode of a server, and waits until the orchestrator lists it in that mode. */
function changeMode(
  { ceph, clock }: Pick<ModeParts, 'ceph' | 'clock'>,
  hostname: string,
  enter: boolean,
): Work {
  const isDone = async () => {
    const hosts = await ceph.read<readonly OrchHost[]>({ prefix: 'orch host ls' }, { fresh: true });
    const found = hosts.find((one) => one.hostname === hostname);
    if (!found) throw new Error(`the orchestrator no longer manages ${hostname}`);
    return isInMaintenance(found) === enter || undefined;
  };
  return async (say, cancelled) => {
    const prefix = `orch host maintenance ${enter ? 'enter' : 'exit'}`;
    // Without force, because the operator has to decide about the orchestrator's warnings.
    const order = giveOrder(ceph, { prefix, hostname }, say, cancelled);
    if (await effectOf(clock, order, { ...CHANGED, signal: cancelled }, isDone))
      return say(`${hostname} is ${enter ? 'in' : 'out of'} maintenance mode`);
    throw new Error(
      `the orchestrator does not list ${hostname} as ${enter ? 'in' : 'out of'} maintenance after ${CHANGED.within / 60_000} minutes: see \`ceph orch host ls\``,
    );
  };
}

/** Changes the orchestrator's maintenance mode of servers. */
export function maintenanceModeHandlers({ inventory, access, tasks, ...parts }: ModeParts) {
  /** @throws Refusal 404, 409 for a server that no orchestrator manages, or 501 for one of Rook */
  const find = async (id: number) => {
    const hostname = serverNamed(await inventory.servers(), id);
    const managed = await access.orchestrated(hostname, { certain: true });
    if (!managed) throw refusal(noOrchestrator(hostname));
    requireMaintenanceMode(managed, hostname);
    requirePlain('the server', hostname);
    return { hostname, managed };
  };
  const start = (hostname: string, enter: boolean, by: string): Promise<Task> =>
    tasks.start({
      name: enter ? 'Enter maintenance mode' : 'Leave maintenance mode',
      object: hostname,
      by,
      run: changeMode(parts, hostname, enter),
    });
  return {
    async enterMaintenance({ params: { id } }, { by }) {
      const { hostname, managed } = await find(id);
      if (managed.inMaintenance) throw new Refusal(409, `${hostname} is in maintenance mode already`);
      if (managed.unavailable !== undefined) throw new Refusal(503, managed.unavailable);
      return start(hostname, true, by);
    },
    async leaveMaintenance({ params: { id } }, { by }) {
      const { hostname, managed } = await find(id);
      if (!managed.inMaintenance) throw new Refusal(409, `${hostname} is not in maintenance mode`);
      return start(hostname, false, by);
    },
  } satisfies Section;
}
