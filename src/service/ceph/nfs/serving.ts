import type { Clock } from '../../../lib/clock.ts';
import { PRIORITY } from '../../../lib/priority.ts';
import { ifRefused } from '../../engine.ts';
import { notServedYet } from '../../rules/gateways.ts';
import { refusal } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import { every } from '../client/timeouts.ts';
import type { Gateways } from '../gateways/gateways.ts';
import type { ManagementNode } from '../management.ts';
import type { Note } from '../ownLog.ts';
import type { Collection } from '../state/collection.ts';
import { keyedQueue } from '../state/keyedQueue.ts';
import { orderNfs } from './orchestrated.ts';
import { loadExports, type SavedNfs } from './services.ts';

/** The pause between two requests to an orchestrator that does not serve a saved definition yet. */
const AGAIN_MS = 30_000;

export interface NfsServingParts {
  readonly ceph: Ceph;
  readonly clock: Clock;
  readonly services: Collection<SavedNfs>;
  readonly gateways: Pick<Gateways, 'serve'>;
  readonly node: ManagementNode;
  readonly note: Note;
}

/** Has gateways serve what is saved. */
export interface NfsServing extends Disposable {
  /**
   * Applies the saved definition of a service by its gateways, or by the orchestrator. What fails is tried
   * again until it succeeds: a manager that starts takes longer to answer than a client waits.
   * @throws Refusal 503 while it is not served
   */
  serve(id: number): Promise<void>;
}

/** Creates the serving of definitions; it repeats what the orchestrator did not do until it is disposed. */
export function nfsServing({ ceph, clock, services, gateways, node, note }: NfsServingParts): NfsServing {
  const orders = keyedQueue<number>();
  const late = new Set<number>();

  const order = (id: number) =>
    orders.run(id, async () => {
      const saved = await services.get(id);
      const names = new Map([...(await node.servers())].map(([name, server]) => [server, name]));
      const hosts = saved.servers.map((server) => names.get(server) ?? '');
      const problems = await orderNfs(ceph, id, hosts, loadExports(saved).exports.values()).catch(
        (failure: Error) => [failure.message],
      );
      if (problems.length > 0) late.add(id);
      else if (late.delete(id))
        note(`NFS service ${id}: the orchestrator serves it now`, PRIORITY.notice, 'nfs');
      return problems;
    });
  const timer = every(clock, AGAIN_MS, async () => {
    // One that has been removed meanwhile must not keep the others from being served.
    for (const id of late) await order(id).catch(ifRefused(() => late.delete(id), 404));
  });

  return {
    async serve(id) {
      const isOrdered = (await services.get(id)).orchestrated;
      const [by, problems] = isOrdered
        ? ['the orchestrator', await order(id)]
        : ['its gateway', await gateways.serve('nfs', id)];
      if (problems.length > 0) throw refusal(notServedYet(by, problems));
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
