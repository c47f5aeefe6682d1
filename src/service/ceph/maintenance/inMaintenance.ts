import { messageOf } from '../../../lib/thrown.ts';
import { ifRefused } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import { waitFor } from '../client/timeouts.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import type { OrchServer } from '../orchestrator/orchestrator.ts';
import { requirePlain } from '../orchestrator/orders.ts';
import type { OrchStatus } from '../orchestrator/read.ts';
import { requireMaintenanceMode } from '../orchestrator/rook.ts';
import type { Say } from '../tasks/board.ts';
import { DAEMONS_MS } from './awaitReturn.ts';
import { waitUntil } from './daemonState.ts';
import { changeMode, isInMaintenance } from './mode.ts';
import { failureReason } from './storedReboot.ts';

interface ManagerMap {
  readonly active_name?: string;
  readonly standbys?: readonly { readonly name: string }[];
}

/** The wait for another manager to take over, and for the orchestrator there. */
const TAKES_OVER = { every: 1000, within: 60_000 };

/**
 * The orchestrator's view of a server whose daemons only the orchestrator can stop and start; undefined for other servers.
 * @throws Refusal 501 for a server of Rook
 */
export async function maintainable(
  access: LongWorkParts['access'],
  host: string,
): Promise<OrchServer | undefined> {
  const managed = await access.orchestrated(host, { certain: true });
  if (managed) {
    requireMaintenanceMode(managed, host);
    requirePlain('the server', host);
  }
  return managed;
}

/** True if the orchestrator takes orders: a manager that has just taken over still loads it. */
const works = (ceph: Ceph): Promise<boolean> =>
  ceph.read<OrchStatus>({ prefix: 'orch status' }, { fresh: true }).then(
    ({ available }) => available === true,
    ifRefused(() => false),
  );

/** Lets another manager take over from one on a server: the orchestrator, which is part of it, does not stop itself. */
async function moveManager(
  { ceph, clock, inventory }: LongWorkParts,
  host: string,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const read = () => ceph.read<ManagerMap>({ prefix: 'mgr dump' }, { fresh: true });
  const [{ active_name: active = '', standbys = [] }, nodes] = await Promise.all([read(), inventory.nodes()]);
  if (standbys.length === 0 || !(nodes['mgr']?.[host] ?? []).includes(active)) return;
  await ceph.write({ prefix: 'mgr fail', who: active });
  say(`${host}: another manager takes over from mgr.${active}`);
  await waitFor(clock, { ...TAKES_OVER, signal }, async () => {
    const { active_name: name = '' } = await read();
    return (name !== '' && name !== active && (await works(ceph))) || undefined;
  });
}

/** Has the orchestrator stop the daemons of a server. It sets noout for the server, too. */
export async function enterMaintenance(
  parts: LongWorkParts,
  host: string,
  say: Say,
  cancelled: AbortSignal,
): Promise<void> {
  await moveManager(parts, host, say, cancelled);
  await changeMode(parts, { hostname: host, enter: true }, say, cancelled);
}

/** The advice for a server that stays in maintenance mode. */
export const leaveAdvice = (host: string): string =>
  `once it is up, end its maintenance mode, if it is in it: \`ceph orch host maintenance exit ${host}\``;

/** Has the orchestrator start the daemons of a server again, as soon as it reaches the server. */
export async function leaveMaintenance(
  parts: LongWorkParts,
  host: string,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  await waitUntil(parts.clock, DAEMONS_MS, signal, async () => {
    if ((await isInMaintenance(parts, host)) === false) return undefined;
    return changeMode(parts, { hostname: host, enter: false }, say, signal).then(
      () => undefined,
      ifRefused(({ message }) => message),
    );
  });
}

/** Undoes {@link enterMaintenance} for a server that was not rebooted. @returns the outcome, in words */
export const restore = (parts: LongWorkParts, host: string, say: Say): Promise<string> =>
  leaveMaintenance(parts, host, say, parts.ending).then(
    () => 'it is not in maintenance mode',
    (failure: unknown) => `${failureReason(failure, parts.ending)}: ${leaveAdvice(host)}`,
  );

/** Adds that a server stays in maintenance mode to the failure of work. */
export async function orAdvise<T>(host: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw new Error(`${messageOf(failure)}; ${leaveAdvice(host)}`, { cause: failure });
  }
}
