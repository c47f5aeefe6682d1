import type { LogSignals } from './log.ts';

/** The words of the monitors for a metadata server or manager that works. */
export const WORKING: ReadonlySet<string | undefined> = new Set([
  'assigned to',
  'is now active',
  'is now available',
]);

/** The time at which the monitors last gave up a daemon of a kind, in milliseconds since the epoch; undefined if not logged. */
export type LastLosses = { readonly [Kind in 'mds' | 'mgr']: number | undefined };

/** The last losses of metadata servers and managers in all lines that were read. */
export function lastLosses({ metadataServers, managers }: LogSignals): LastLosses {
  const [mds, mgr] = [metadataServers, managers].map(
    (lines) => lines.findLast(({ found }) => !WORKING.has(found[1]))?.at,
  );
  return { mds, mgr };
}

/**
 * The time at which a monitor left the quorum according to the log, in milliseconds since the epoch; undefined if that was
 * before the lines that were read, or if the last of them says that it is in the quorum.
 */
export function leftQuorumAt(
  { leader, monitorsLost, monitorsBack }: LogSignals,
  name: string,
): number | undefined {
  const quorums = [
    ...leader.map(({ at, found: [, quorum = ''] }) => ({ at, quorum: quorum.split(','), isFirst: false })),
    ...monitorsLost.map(({ at, found: [word, quorum = ''] }) => ({
      at,
      quorum: quorum.split(','),
      isFirst: word === 'failed',
    })),
    ...monitorsBack.map(({ at }) => ({ at, quorum: [name], isFirst: false })),
  ].toSorted((a, b) => a.at - b.at);
  const present = quorums.findLastIndex(({ quorum }) => quorum.includes(name));
  const absent = quorums.slice(present + 1);
  return (present >= 0 ? absent[0] : absent.find(({ isFirst }) => isFirst))?.at;
}
