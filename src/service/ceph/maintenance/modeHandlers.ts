import type { Task } from '../../../api/contract/shapes.ts';
import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { noOrchestrator } from '../../rules/servers.ts';
import type { ClusterParts } from '../clusterParts.ts';
import { serverNamed } from '../map/servers.ts';
import { requirePlain } from '../orchestrator/orders.ts';
import { requireMaintenanceMode } from '../orchestrator/rook.ts';
import type { TaskTable } from '../tasks/board.ts';
import { changeMode } from './mode.ts';

interface ModeParts extends ClusterParts {
  readonly tasks: TaskTable;
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
      run: (say, cancelled) => changeMode(parts, { hostname, enter }, say, cancelled),
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
      if (managed.inMaintenance === false) throw new Refusal(409, `${hostname} is not in maintenance mode`);
      return start(hostname, false, by);
    },
  } satisfies Section;
}
