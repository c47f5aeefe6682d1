import type { Way } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { HealthCheck } from '../store/select/health.ts';
import { linkWay } from './listScreen.ts';
import { openMaintenance } from './maintenance.ts';
import { type Link, type PaneLink, showPane } from './screen.ts';
import { namesPattern, type Subject, traceWays } from './traces.ts';

/** Daemons as Ceph's messages name them. */
const DAEMON = /\b(?:osd|mon|mgr|mds)\.[\w-]+/g;
/** The host of a daemon, as the detail lines tell it: `host stor-07 (root=default,rack=rack2)`, `host=stor-07`. */
const HOST = /\bhost[ =]([\w.-]+)/g;
/** More names than this in one filter say nothing any more. */
const MOST_NAMES = 20;

const found = (texts: readonly string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([all, group]) => group ?? all))),
];

/** The daemons and hosts that a check names. */
function namedBy({ message, detail }: HealthCheck) {
  const texts = [message, ...detail];
  const daemons = found(texts, DAEMON);
  return { daemons, osds: daemons.filter((name) => name.startsWith('osd.')), hosts: found(texts, HOST) };
}

/** What a check left in the log: the lines on its coming and going, which have its code, and on what it names. */
export function checkSubject(check: HealthCheck): Subject {
  const { daemons, hosts } = namedBy(check);
  return { names: [check.code, ...daemons, ...hosts].slice(0, MOST_NAMES) };
}

/** From a check to what it is about. */
function checkLinks(cockpit: Cockpit, check: HealthCheck): (Link | PaneLink)[] {
  const { osds, hosts } = namedBy(check);
  const inPane = (label: string, pane: 'disks' | 'crush', names: readonly string[]): PaneLink => ({
    label,
    go: () => showPane(cockpit, pane, `name:${namesPattern(names.slice(0, MOST_NAMES))}`),
  });
  const what = osds.length === 1 ? osds[0]! : `the ${osds.length} OSDs that it names`;
  return [
    ...(osds.length > 0
      ? [
          inPane(`${what} in the pane of disks`, 'disks', osds),
          inPane(`${what} in the CRUSH tree`, 'crush', osds),
        ]
      : []),
    ...hosts.map((host): Link => ({
      label: `disks of ${host}`,
      screen: 'server-disks',
      scope: { server: host },
    })),
    ...hosts.map((host) => inPane(`${host} in the CRUSH tree`, 'crush', [host])),
    ...(/^(?:PG|POOL|OBJECT)_/.test(check.code)
      ? [{ label: 'placement groups by pool', go: () => showPane(cockpit, 'placement') }]
      : []),
    ...(check.code === 'OSDMAP_FLAGS'
      ? [{ label: 'cluster flags', go: () => openMaintenance(cockpit) }]
      : []),
    { label: 'risks, also those that no check names', screen: 'risks', scope: {} },
  ];
}

/** The keys that lead from a check to its traces and to what it is about. */
export const checkWays = (cockpit: Cockpit, check: HealthCheck | undefined): readonly Way[] => {
  const nothing = check === undefined ? 'there is no check' : undefined;
  return [
    ...traceWays(cockpit, check && checkSubject(check), nothing),
    { ...linkWay(cockpit, check === undefined ? [] : checkLinks(cockpit, check), nothing), footer: 16 },
  ];
};
