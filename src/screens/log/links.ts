import type { LogEvent } from '../../api/contract/logs.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known } from '../../store/cockpit.ts';
import type { RowLink } from '../list/links.ts';
import { namesPattern } from '../namesPattern.ts';
import { showPane } from '../screen.ts';
import { hostName } from './matches.ts';

/** Maximum number of links to things of one kind. */
const MOST = 5;

/** The existing OSDs, servers and pools that a line names, its own server first. */
function namedIn({ facts, cache }: Known, host: string, text: string) {
  const words = new Set(text.match(/\w[\w.-]*\w/g));
  const osds = facts.osds().flatMap(({ osdId }) => (words.has(`osd.${osdId}`) ? [`osd.${osdId}`] : []));
  const hosts = facts.servers().flatMap(({ hostname }) => (words.has(hostname) ? [hostname] : []));
  const quoted = new Set(Array.from(text.matchAll(/\bpool '([^']+)'/g), ([, name]) => name));
  const pools = cache.slot(resources.pools).data ?? [];
  return {
    osds: osds.slice(0, MOST),
    hosts: [...new Set([host, ...hosts])].filter(Boolean).slice(0, MOST),
    pools: pools.flatMap(({ name = '' }) => (quoted.has(name) ? [name] : [])).slice(0, MOST),
  };
}

/** The links from a line of the log to what it names. */
export function lineLinks(
  cockpit: Known,
  { s: service = '', h: server, m: message = '' }: LogEvent,
): RowLink[] {
  const { osds, hosts, pools } = namedIn(cockpit, hostName(cockpit, server), `${service} ${message}`);
  const inPane = (name: string, pane: 'disks' | 'crush', where: string): RowLink => ({
    label: `${name} in the ${where}`,
    go: (now) => showPane(now, pane, `name:${namesPattern([name])}`),
  });
  return [
    ...osds.flatMap((name) => [inPane(name, 'disks', 'disks pane'), inPane(name, 'crush', 'CRUSH tree')]),
    ...hosts.map((host) => ({ label: `disks of ${host}`, screen: 'server-disks', scope: { server: host } })),
    ...pools.map((pool) => ({ label: `details of pool ${pool}`, screen: 'pool', scope: { pool } })),
  ];
}
