import type { ClusterParts } from '../clusterParts.ts';
import { withMaintenance } from '../orchestrator/hosts.ts';
import { effectOf, giveOrder } from '../orchestrator/orders.ts';
import type { OrchHost } from '../orchestrator/read.ts';
import type { Say } from '../tasks/board.ts';

/** The maintenance mode that a server shall have. */
export interface ModeChange {
  readonly hostname: string;
  readonly enter: boolean;
}

/** A long wait, because the orchestrator stops or starts the daemons of a server one by one. */
const CHANGED = { every: 2000, within: 300_000 };

/** True if the orchestrator keeps a server in maintenance mode; undefined if it does not tell. */
export async function isInMaintenance(
  { ceph }: Pick<ClusterParts, 'ceph'>,
  hostname: string,
): Promise<boolean | undefined> {
  const listed = await ceph.read<readonly OrchHost[]>({ prefix: 'orch host ls' }, { fresh: true });
  const found = listed.filter((one) => one.hostname === hostname);
  const [host] = await withMaintenance(ceph, found);
  if (!host) throw new Error(`the orchestrator no longer manages ${hostname}`);
  return host.inMaintenance;
}

/** Changes the maintenance mode of a server, and waits until the orchestrator lists it in that mode. */
export async function changeMode(
  { ceph, clock }: Pick<ClusterParts, 'ceph' | 'clock'>,
  { hostname, enter }: ModeChange,
  say: Say,
  cancelled: AbortSignal,
): Promise<void> {
  const prefix = `orch host maintenance ${enter ? 'enter' : 'exit'}`;
  const isDone = async () => (await isInMaintenance({ ceph }, hostname)) === enter || undefined;
  // Without force, because the operator has to decide about the orchestrator's warnings.
  const order = giveOrder(ceph, { prefix, hostname }, say, cancelled);
  if (await effectOf(clock, order, { ...CHANGED, signal: cancelled }, isDone))
    return say(`${hostname} is ${enter ? 'in' : 'out of'} maintenance mode`);
  throw new Error(
    `the orchestrator does not list ${hostname} as ${enter ? 'in' : 'out of'} maintenance after ${CHANGED.within / 60_000} minutes: see \`ceph orch host ls\``,
  );
}
