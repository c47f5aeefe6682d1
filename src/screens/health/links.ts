import type { NavigationKey } from '../../store/action/action.ts';
import type { Cockpit, Known } from '../../store/cockpit.ts';
import { checkNames, namedBy } from './checkNames.ts';
import type { HealthRow } from '../../store/facts/health.ts';
import { checkPattern } from './checkPattern.ts';
import { linksKey } from '../list/links.ts';
import { openMaintenance } from '../maintenance/actions.ts';
import { type ScreenLink, type PaneLink, showPane } from '../screen.ts';
import { namesPattern, type Subject, activityKeys } from '../relatedActivity.ts';

/** More names than this in the filter of a list say nothing any more. */
const MOST_NAMES = 20;
/** Before a check comes, so many seconds led to it. */
const BEFORE_S = 60;

/** The traces of a check in the log: the lines on its coming and going, which have its code, and on what it is about. */
function checkSubject({ facts }: Pick<Known, 'facts'>, check: HealthRow): Subject {
  const { checks } = facts.health();
  const names = checkNames(check, { tree: facts.tree(), servers: facts.servers(), checks });
  return {
    names: [check.code, ...names.daemons, ...names.buckets, ...names.hosts],
    pattern: checkPattern(check.code, names),
    ...(check.since !== undefined && { reach: check.since / 1000 - BEFORE_S }),
  };
}

/** From a check to what it is about. */
function checkLinks(cockpit: Cockpit, check: HealthRow): (ScreenLink | PaneLink)[] {
  const { buckets, daemons, hosts } = namedBy(check);
  const osds = daemons.filter((name) => name.startsWith('osd.'));
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
    ...hosts.map((host): ScreenLink => ({
      label: `disks of ${host}`,
      screen: 'server-disks',
      scope: { server: host },
    })),
    ...[...buckets, ...hosts].map((name) => inPane(`${name} in the CRUSH tree`, 'crush', [name])),
    ...(/^(?:PG|POOL|OBJECT)_/.test(check.code)
      ? [{ label: 'placement groups by pool', go: () => showPane(cockpit, 'placement') }]
      : []),
    ...(/^RECENT_.*CRASH$/.test(check.code)
      ? [{ label: 'crash reports, with their stacks', screen: 'crashes', scope: {} }]
      : []),
    ...(check.code === 'OSDMAP_FLAGS'
      ? [{ label: 'cluster flags', go: () => openMaintenance(cockpit) }]
      : []),
    { label: 'why: what is to blame, with the evidence', screen: 'why', scope: {} },
    { label: 'risks, also those that no check names', screen: 'risks', scope: {} },
  ];
}

/** The keys that lead from a check to its traces and to what it is about. */
export const checkKeys = (cockpit: Cockpit, check: HealthRow | undefined): readonly NavigationKey[] => {
  const nothing = check === undefined ? 'there is no check' : undefined;
  return [
    ...activityKeys(cockpit, check && (() => checkSubject(cockpit, check)), nothing),
    { ...linksKey(cockpit, check === undefined ? [] : checkLinks(cockpit, check), nothing), footer: 16 },
  ];
};
