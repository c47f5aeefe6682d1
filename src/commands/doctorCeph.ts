import type { AnsweringCluster, CephNode } from '../service/ceph/cephNode.ts';
import type { Finding } from './doctorTerminal.ts';

/** The releases that the Ceph engine is tested with, and the oldest that it may meet. */
const TESTED = ['16.2', '20.2'] as const;
const OLDEST = 16;

/** Path at which ceph.conf is looked for without CEPH_CONF. */
export const USUAL_CONF = '/etc/ceph/ceph.conf';

/** The number of a version as Ceph writes it: `ceph version 20.2.4 (commit) tentacle (stable)` is 20.2.4. */
const numberOf = (version: string): string => /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version;

function releaseFinding({ versions }: AnsweringCluster): Finding {
  const numbers = Object.keys(versions).map(numberOf);
  const about = 'ceph release';
  const counted = Object.entries(versions).map(
    ([version, count]) => `${numberOf(version)} (${count} daemons)`,
  );
  if (numbers.length === 0) return { about, level: 'note', text: 'no daemon has told its version' };
  if (numbers.some((number) => Number.parseInt(number) < OLDEST))
    return { about, level: 'bad', text: `${counted.join(', ')}: older than ${OLDEST}.2 is not supported` };
  if (numbers.length > 1) return { about, level: 'note', text: `versions are mixed: ${counted.join(', ')}` };
  return TESTED.some((release) => numbers[0]?.startsWith(`${release}.`))
    ? { about, level: 'ok', text: `${counted[0]}, tested` }
    : { about, level: 'note', text: `${counted[0]}: tested are ${TESTED.join(' and ')}` };
}

/** Findings about Ceph at a place that a command leads to. */
export const placeReport = (cluster: AnsweringCluster | string): Finding[] =>
  typeof cluster === 'string'
    ? [{ about: 'ceph cluster', level: 'bad', text: cluster }]
    : [
        cluster.transport === 'librados'
          ? { about: 'ceph cluster', level: 'ok', text: `${cluster.fsid} answers there` }
          : {
              about: 'ceph cluster',
              level: 'note',
              text: `${cluster.fsid} answers there, slowly: through the ceph command, as python3 has no module rados; install python3-rados`,
            },
        releaseFinding(cluster),
      ];

/** Findings about Ceph on this machine. */
export function cephFindings({ conf, cluster, missing }: CephNode): Finding[] {
  // A machine may hold the configuration of a cluster that is no concern of the console.
  const answers: readonly Finding[] =
    typeof cluster === 'string'
      ? [{ about: 'ceph cluster', level: 'note', text: `${conf}: ${cluster}` }]
      : [
          { about: 'ceph cluster', level: 'ok', text: `${cluster.fsid} answers with ${conf}` },
          releaseFinding(cluster),
        ];
  const parts: Finding =
    missing.length === 0
      ? { about: 'ceph parts', level: 'ok', text: 'all that a service on this machine needs' }
      : { about: 'ceph parts', level: 'note', text: `missing on this machine: ${missing.join(', ')}` };
  return [...answers, parts];
}
