import type { AnsweringCluster, CephNode } from '../service/ceph/cephNode.ts';
import type { Finding } from './doctorTerminal.ts';

/** The releases that the Ceph engine is tested with, and the oldest major version it supports. */
const TESTED = ['16.2', '20.2'] as const;
const OLDEST = 16;

/** The path of ceph.conf if CEPH_CONF is not set. */
export const USUAL_CONF = '/etc/ceph/ceph.conf';

/** The number in Ceph's version text: `ceph version 20.2.4 (commit) tentacle (stable)` gives 20.2.4. */
const numberOf = (version: string): string => /\d+\.\d+\.\d+/.exec(version)?.[0] ?? version;

function releaseFinding({ versions }: AnsweringCluster): Finding {
  const numbers = Object.keys(versions).map(numberOf);
  const about = 'ceph release';
  const counted = Object.entries(versions).map(
    ([version, count]) => `${numberOf(version)} (${count} daemons)`,
  );
  if (numbers.length === 0) return { about, level: 'note', text: 'no daemon reports its version' };
  if (numbers.some((number) => Number.parseInt(number) < OLDEST))
    return { about, level: 'bad', text: `${counted.join(', ')}: older than ${OLDEST}.2 is not supported` };
  if (numbers.length > 1) return { about, level: 'note', text: `versions are mixed: ${counted.join(', ')}` };
  return TESTED.some((release) => numbers[0]?.startsWith(`${release}.`))
    ? { about, level: 'ok', text: `${counted[0]}, tested` }
    : {
        about,
        level: 'note',
        text: `${counted[0]}: not tested; tested releases are ${TESTED.join(' and ')}`,
      };
}

const DAEMONS = ['mon', 'mgr', 'osd', 'mds'];

/** The finding on what the user may do: with less than everything, changes may be refused. */
function capabilitiesFinding({ capabilities }: AnsweringCluster): Finding {
  const about = 'ceph user';
  if (typeof capabilities === 'string')
    return {
      about,
      level: 'note',
      text: `may read, but lacks mon 'allow *', so changes may be refused: ${capabilities}`,
    };
  const lacking = DAEMONS.filter((daemon) => !capabilities[daemon]?.startsWith('allow *'));
  if (lacking.length === 0) return { about, level: 'ok', text: 'may do everything' };
  const has = lacking.map((daemon) => `${daemon} ${capabilities[daemon] ?? 'nothing'}`);
  return {
    about,
    level: 'note',
    text: `has not 'allow *' everywhere, so changes may be refused: ${has.join(', ')}`,
  };
}

/** Findings about Ceph where a `via` command leads. A text is the error of connecting there. */
export const viaReport = (cluster: AnsweringCluster | string): Finding[] =>
  typeof cluster === 'string'
    ? [{ about: 'ceph cluster', level: 'bad', text: cluster }]
    : [
        cluster.transport === 'librados'
          ? { about: 'ceph cluster', level: 'ok', text: `${cluster.fsid} answers there` }
          : {
              about: 'ceph cluster',
              level: 'note',
              text: `${cluster.fsid} answers there, but slowly, through the ceph command: python3 has no module rados; install python3-rados`,
            },
        releaseFinding(cluster),
        capabilitiesFinding(cluster),
      ];

/** Findings about Ceph on this machine. */
export function cephFindings({ conf, cluster, missing }: CephNode): Finding[] {
  // Only a note: the machine may be configured for a cluster that this console has nothing to do with.
  const answers: readonly Finding[] =
    typeof cluster === 'string'
      ? [{ about: 'ceph cluster', level: 'note', text: `${conf}: ${cluster}` }]
      : [
          { about: 'ceph cluster', level: 'ok', text: `${cluster.fsid} answers with ${conf}` },
          releaseFinding(cluster),
          capabilitiesFinding(cluster),
        ];
  const parts: Finding =
    missing.length === 0
      ? { about: 'ceph parts', level: 'ok', text: 'everything that a service on this machine needs' }
      : { about: 'ceph parts', level: 'note', text: `missing on this machine: ${missing.join(', ')}` };
  return [...answers, parts];
}
