import type { Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/thrown.ts';
import type { Ceph } from '../ceph.ts';
import { insist } from '../timeouts.ts';

interface NooutParts {
  readonly ceph: Ceph;
  readonly clock: Clock;
  /** Aborted when the service ends. */
  readonly ending: AbortSignal;
}

const BOTH = 'noout,noup';
const AGAIN_MS = 3000;
/** A cluster that does not answer is asked so often to take the flag away before that is left to a person. */
const GIVE_BACK_ATTEMPTS = 200;

interface FlagsDump {
  /** Flags of parts of the CRUSH map, by their names. */
  readonly crush_node_flags?: Readonly<Record<string, readonly string[]>>;
}

/** The hosts of the CRUSH map, of those named, for which nobody has set noout, or noup. */
export async function withoutNoout(ceph: Ceph, hosts: readonly string[]): Promise<readonly string[]> {
  const { crush_node_flags: flags = {} } = await ceph.read<FlagsDump>(
    { prefix: 'osd dump' },
    { only: ['crush_node_flags'], fresh: true },
  );
  return hosts.filter((host) => !flags[host]?.includes('noout') && !flags[host]?.includes('noup'));
}

/** Keeps the OSDs of hosts down when they start. It is taken away with noout, at the latest. */
export const holdDown = (ceph: Ceph, hosts: readonly string[]): Promise<void> =>
  ceph.write({ prefix: 'osd set-group', flags: 'noup', who: hosts });

/** Has them come up. */
export const letUp = (ceph: Ceph, hosts: readonly string[]): Promise<void> =>
  ceph.write({ prefix: 'osd unset-group', flags: 'noup', who: hosts });

/** Takes noout away from hosts of the CRUSH map. @returns how that ended, in words */
export async function endNoout(
  { ceph, clock, ending }: NooutParts,
  hosts: readonly string[],
): Promise<string> {
  const attempt = () => ceph.write({ prefix: 'osd unset-group', flags: BOTH, who: hosts });
  try {
    await insist(clock, AGAIN_MS, attempt, { signal: ending, attempts: GIVE_BACK_ATTEMPTS });
    return `noout of ${hosts.join(', ')} is given back`;
  } catch (failure) {
    const why = messageOf(failure);
    return `noout of ${hosts.join(', ')} may still be set (${why}): run \`ceph osd unset-group ${BOTH} ${hosts.join(' ')}\``;
  }
}

/** Does something while noout is set for hosts of the CRUSH map that nobody had set it for. It is given back however that ends. */
export async function withNoout(
  parts: NooutParts,
  hosts: readonly string[],
  say: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  if (hosts.length === 0) return work();
  try {
    await parts.ceph.write({ prefix: 'osd set-group', flags: 'noout', who: hosts });
    say(`noout is set for ${hosts.join(', ')}: its OSDs are not marked out meanwhile`);
    await work();
  } finally {
    say(await endNoout(parts, hosts));
  }
}
