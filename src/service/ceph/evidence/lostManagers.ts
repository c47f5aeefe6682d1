import type { ClusterEvidence } from '../../../api/contract/evidence.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../engine.ts';
import type { ServerAccess } from '../access/serverAccess.ts';
import type { Ceph } from '../client/ceph.ts';
import type { NodeList } from '../map/servers.ts';
import { MAX_ENTRIES, OUTDATED_MS } from './limits.ts';
import { lostDaemonReader } from './lostDaemons.ts';

/** The time in milliseconds after which a manager that is not listed any more is forgotten: it was removed or renamed. */
const FORGET_MS = 24 * 3600_000;

/** A manager that was listed; times in elapsed milliseconds. */
interface SeenManager {
  readonly server: string;
  readonly listedAt: number;
  /** The time at which it was first found not to be listed; undefined while it is. */
  readonly missedAt: number | undefined;
}

/**
 * Makes the function that tells which managers are lost. The monitors forget a standby that they do not hear without a word, so
 * it is remembered here, unless it was removed: then its key does not exist any more.
 */
export function lostManagerReader(ceph: Ceph, access: Pick<ServerAccess, 'find'>, clock: Clock) {
  const seen = new Map<string, SeenManager>();
  const ask = lostDaemonReader(access, clock);
  const isRemoved = (name: string): Promise<boolean> =>
    ceph.read({ prefix: 'auth get', entity: `mgr.${name}` }, { only: ['entity'] }).then(
      () => false,
      (failure: unknown) => failure instanceof Refusal && failure.status === 404,
    );
  const remember = ({ mgr: listed = {} }: NodeList, now: number) => {
    for (const [name, one] of seen) {
      if (now - one.listedAt > FORGET_MS) seen.delete(name);
      else seen.set(name, { ...one, missedAt: one.missedAt ?? now });
    }
    for (const [server, names] of Object.entries(listed))
      for (const name of names) seen.set(String(name), { server, listedAt: now, missedAt: undefined });
  };
  /** @param areSilent no manager answers: those that are listed may have ended, too */
  return async (
    nodes: NodeList,
    areSilent: boolean,
  ): Promise<NonNullable<ClusterEvidence['lostManagers']>> => {
    const now = clock.elapsed();
    remember(nodes, now);
    const suspects = [...seen]
      .filter(([, { missedAt }]) => areSilent || missedAt !== undefined)
      .slice(0, MAX_ENTRIES)
      .map(([name, one]) => ({ ...one, kind: 'mgr', name }) as const);
    const told = suspects.length > 0 ? await ask(suspects) : [];
    const lost = await Promise.all(
      told.map(async ({ name, server, listedAt, missedAt, runs }) => {
        const isListed = missedAt === undefined;
        const isLost = isListed ? runs === false : !(await isRemoved(name));
        const wasSeen = !isListed && missedAt - listedAt < OUTDATED_MS;
        return !isLost
          ? []
          : [
              {
                mgr: name,
                server,
                listed: isListed,
                ...(wasSeen && { seconds: (now - missedAt) / 1000 }),
                ...(runs !== undefined && { runs }),
              },
            ];
      }),
    );
    return lost.flat();
  };
}
