import type { Task } from '../../../api/contract/shapes.ts';
import { sleep, type Clock } from '../../../lib/clock.ts';
import { Refusal, type Section } from '../../engine.ts';
import { refusal } from '../../rules/refused.ts';
import { noOrchestrator, noServer } from '../../rules/servers.ts';
import type { Ceph } from '../ceph.ts';
import type { Hands } from '../hands/hands.ts';
import type { Inventory } from '../inventory.ts';
import type { TaskTable, Work } from '../tasks/board.ts';
import { insist } from '../timeouts.ts';
import { giveOrder, requirePlain } from './orders.ts';
import { isInMaintenance, type OrchHost } from './read.ts';

interface Parts {
  readonly ceph: Ceph;
  readonly inventory: Inventory;
  readonly hands: Hands;
  readonly clock: Clock;
  readonly tasks: TaskTable;
}

const LOOK_MS = 2000;
/** It stops or starts the daemons of a server one unit after the other. */
const PATIENCE_MS = 300_000;

/** Has the orchestrator change the mode of a server. Ends when it lists the server so. */
function changeMode({ ceph, clock }: Pick<Parts, 'ceph' | 'clock'>, hostname: string, enter: boolean): Work {
  const isDone = async () => {
    const hosts = await ceph.read<readonly OrchHost[]>({ prefix: 'orch host ls' }, { fresh: true });
    const found = hosts.find((one) => one.hostname === hostname);
    if (!found) throw new Error(`the orchestrator does not have ${hostname} any more`);
    return isInMaintenance(found) === enter;
  };
  return async (say, cancelled) => {
    const prefix = `orch host maintenance ${enter ? 'enter' : 'exit'}`;
    // Without force: what it warns of is for people to weigh.
    await giveOrder(ceph, { prefix, hostname }, say);
    for (const until = clock.elapsed() + PATIENCE_MS; clock.elapsed() < until;) {
      if (await insist(clock, LOOK_MS, isDone, { signal: cancelled }))
        return say(`${hostname} is ${enter ? 'in' : 'out of'} maintenance mode`);
      await sleep(clock, LOOK_MS, cancelled);
    }
    throw new Error(
      `the orchestrator does not list ${hostname} as ${enter ? 'in' : 'out of'} maintenance after ${PATIENCE_MS / 60_000} minutes: see \`ceph orch host ls\``,
    );
  };
}

/** The maintenance mode of servers, which is the orchestrator's. */
export function maintenanceModeHandlers({ inventory, hands, tasks, ...parts }: Parts) {
  /** @throws Refusal 404, or 409 for a server that no orchestrator has */
  const find = async (id: number) => {
    const [hostname] = [...(await inventory.servers())].find(([, one]) => one === id) ?? [];
    if (hostname === undefined) throw refusal(noServer(id));
    const there = await hands.orchestrated(hostname);
    if (!there) throw refusal(noOrchestrator(hostname));
    requirePlain('the server', hostname);
    return { hostname, there };
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
      const { hostname, there } = await find(id);
      if (there.inMaintenance) throw new Refusal(409, `${hostname} is in maintenance mode already`);
      if (there.away !== undefined) throw new Refusal(503, there.away);
      return start(hostname, true, by);
    },
    async leaveMaintenance({ params: { id } }, { by }) {
      const { hostname, there } = await find(id);
      if (!there.inMaintenance) throw new Refusal(409, `${hostname} is not in maintenance mode`);
      return start(hostname, false, by);
    },
  } satisfies Section;
}
