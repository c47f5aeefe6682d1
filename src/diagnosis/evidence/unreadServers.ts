import type { DiagnosticEvidence } from './evidence.ts';

/**
 * The servers on which something is wrong and that the service does not reach, in words, except those that are lost.
 * @param lost the names of places that do not answer as a whole
 */
export const unreadServers = (
  { daemons, places }: DiagnosticEvidence,
  lost: readonly string[],
): readonly string[] =>
  (daemons?.unreached ?? []).flatMap(({ server = '', why = '' }) =>
    places.some(({ name, hosts }) => lost.includes(name) && hosts.has(server))
      ? []
      : [`the kernel log and the network counters of ${server} (${why})`],
  );
