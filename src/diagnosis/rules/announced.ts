import type { ClusterChange } from '../evidence/changes.ts';
import type { DiagnosticEvidence } from '../evidence/evidence.ts';
import type { Candidate, Proof } from '../rule.ts';

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

/** An explanation for why a place is down while a flag announces it. */
interface WorkThere extends Pick<Candidate, 'isProven' | 'next'> {
  readonly text: string;
  readonly proofs: readonly Proof[];
}

/**
 * The reason for announced losses: a task that reboots the server, or else somebody who may work there.
 * @param flags the flags that announce them, in words
 */
export function workThere(
  { reboot }: DiagnosticEvidence,
  [place, ...others]: readonly [Candidate, ...Candidate[]],
  flags: string,
): WorkThere {
  if (reboot === undefined || place.host !== reboot.server || others.length > 0)
    return {
      text: `${place.text}: somebody may be working there`,
      isProven: false,
      proofs: [],
      next: [`ask who has set ${flags}`, ...place.next],
    };
  return {
    text: `${place.text}: ${reboot.task} reboots it`,
    isProven: true,
    proofs: [{ text: reboot.line, source: 'tasks' }],
    next: [
      `wait for ${reboot.task}: its output says how far it is, and it fails if the server does not return`,
    ],
  };
}

/** The changes that have set a flag of the whole cluster since it was last cleared, oldest first. */
export function settingsOf(changes: readonly ClusterChange[], name: string): readonly ClusterChange[] {
  const cleared = changes.findLastIndex(({ text }) => text === `osd unset ${name}`);
  return changes.slice(cleared + 1).filter(({ flag }) => flag === name);
}
