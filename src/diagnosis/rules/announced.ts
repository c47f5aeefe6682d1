import type { ClusterChange } from '../evidence/changes.ts';
import type { Candidate } from '../rule.ts';

/**
 * The time in milliseconds in which nobody can know yet that a server is lost: `osd_heartbeat_grace` of Ceph. A flag that is set
 * later is the reaction of somebody who has noticed it.
 */
const UNNOTICED_MS = 20_000;

/** The losses that a flag may have announced: not those because of which somebody may have set it. */
export const announcedLosses = (
  setAt: number | undefined,
  losses: readonly Candidate[],
): readonly Candidate[] =>
  losses.filter(({ since }) => setAt === undefined || since === undefined || setAt < since + UNNOTICED_MS);

/** The changes that have set a flag of the whole cluster since it was last cleared, oldest first. */
export function settingsOf(changes: readonly ClusterChange[], name: string): readonly ClusterChange[] {
  const cleared = changes.findLastIndex(({ text }) => text === `osd unset ${name}`);
  return changes.slice(cleared + 1).filter(({ flag }) => flag === name);
}
