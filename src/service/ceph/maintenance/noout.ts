import { messageOf } from '../../../lib/thrown.ts';
import type { Ceph } from '../client/ceph.ts';
import { retryWhileSilent } from '../client/timeouts.ts';
import type { LongWorkParts } from '../clusterParts.ts';
import { readOsdDump } from '../map/osdMap.ts';
import type { Say } from '../tasks/board.ts';

const BOTH = 'noout,noup';
/** The number of attempts to unset the flags before that is left to the operator. */
const UNSET_ATTEMPTS = 200;

/** Those of the given CRUSH hosts for which neither noout nor noup is set. */
export async function withoutNoout(ceph: Ceph, hosts: readonly string[]): Promise<readonly string[]> {
  const { crush_node_flags: flags = {} } = await readOsdDump(ceph, ['crush_node_flags'], { fresh: true });
  return hosts.filter((host) => !flags[host]?.includes('noout') && !flags[host]?.includes('noup'));
}

/** Keeps the OSDs of CRUSH hosts down when they start, until {@link unsetNoup} or {@link unsetNoout}. */
export const setNoup = (ceph: Ceph, hosts: readonly string[]): Promise<void> =>
  ceph.write({ prefix: 'osd set-group', flags: 'noup', who: hosts });

/** Lets the OSDs of CRUSH hosts come up again. */
export const unsetNoup = (ceph: Ceph, hosts: readonly string[]): Promise<void> =>
  ceph.write({ prefix: 'osd unset-group', flags: 'noup', who: hosts });

/** Unsets noout and noup for CRUSH hosts. @returns the outcome, in words */
export async function unsetNoout(
  { ceph, clock, ending }: LongWorkParts,
  hosts: readonly string[],
): Promise<string> {
  const attempt = () => ceph.write({ prefix: 'osd unset-group', flags: BOTH, who: hosts });
  try {
    await retryWhileSilent(clock, attempt, ending, UNSET_ATTEMPTS);
    return `noout is unset for ${hosts.join(', ')}`;
  } catch (failure) {
    const why = messageOf(failure);
    return `noout may still be set for ${hosts.join(', ')} (${why}): run \`ceph osd unset-group ${BOTH} ${hosts.join(' ')}\``;
  }
}

/**
 * Does work while noout is set for CRUSH hosts, and unsets it in any case.
 * @param hosts hosts for which noout is not set yet
 */
export async function withNoout(
  parts: LongWorkParts,
  hosts: readonly string[],
  say: Say,
  work: () => Promise<void>,
): Promise<void> {
  if (hosts.length === 0) return work();
  try {
    await parts.ceph.write({ prefix: 'osd set-group', flags: 'noout', who: hosts });
    say(`noout is set for ${hosts.join(', ')}: OSDs there are not marked out meanwhile`);
    await work();
  } finally {
    say(await unsetNoout(parts, hosts));
  }
}
