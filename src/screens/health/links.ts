import type { NavigationKey } from '../../store/action/action.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import type { Cockpit, Known } from '../../store/cockpit.ts';
import { linksKey } from '../list/links.ts';
import { openMaintenance } from '../maintenance/actions.ts';
import { escapedPart, namesPattern } from '../namesPattern.ts';
import { type Subject, activityKeys } from '../relatedActivity.ts';
import { type ScreenLink, type PaneLink, showPane } from '../screen.ts';
import { causeSubject } from './causeSubject.ts';
import { checkNames, namedBy, type CheckNames } from './checkNames.ts';

/** The most names of one kind in a filter; with more it would match nearly everything. */
const MAX_PER_KIND = 500;

/** An alternation of texts; no expression if there are none. */
const anyOf = (texts: readonly string[], before = '', after = ''): string[] =>
  texts.length === 0 ? [] : [`${before}(${texts.slice(0, MAX_PER_KIND).map(escapedPart).join('|')})${after}`];

/** Expressions for daemons, which logs spell `osd.3`, `osd@3` (in unit names) or `osd 3`. */
function daemonParts(daemons: readonly string[]): string[] {
  const kinds = Map.groupBy(daemons, (name) => name.slice(0, name.indexOf('.')));
  return [...kinds].flatMap(([kind, names]) =>
    anyOf(
      names.map((name) => name.slice(kind.length + 1)),
      `${kind}[.@\\s]`,
    ),
  );
}

/** The expression that finds the log lines of a check: its code, and the names of its subjects. */
export function checkPattern(code: string, names: CheckNames): string {
  const { buckets, hosts, kernels, daemons, pools, pgs, words } = names;
  const parts = [
    ...[code, ...words, ...buckets, ...hosts].slice(0, MAX_PER_KIND).map(escapedPart),
    ...anyOf(kernels, '', '\\skernel'),
    ...daemonParts(daemons),
    ...anyOf(pools, "pool\\s'?"),
  ];
  return [`\\b(${parts.join('|')})\\b`, ...anyOf(pgs, '[\\s[]', '[\\ss(]')].join('|');
}

/** The most names in the filter of a list. */
const MAX_NAMES = 20;
/** Seconds before a check was raised in which its log begins. */
const BEFORE_S = 60;

/**
 * The subject of a check for its log and its tasks: lines with its code, which say when it was raised and cleared, and lines
 * about what it names and about what is to blame for it.
 */
export function checkSubject({ facts }: Pick<Known, 'facts'>, check: HealthRow): Subject {
  const { checks } = facts.health();
  const causes = facts.diagnosis()?.causes ?? [];
  const names = checkNames(check, { tree: facts.tree(), servers: facts.servers(), checks, causes });
  return {
    names: [check.code, ...names.daemons, ...names.buckets, ...names.hosts],
    pattern: checkPattern(check.code, names),
    ...(check.since !== undefined && { readFrom: check.since / 1000 - BEFORE_S }),
  };
}

/** The links that lead on from any problem. */
const GENERAL_LINKS: readonly ScreenLink[] = [
  { label: 'why: what is to blame, with the evidence', screen: 'why', scope: {} },
  { label: 'risks, including those that no check reports', screen: 'risks', scope: {} },
];

/** Links from a check to its subjects. */
function checkLinks(cockpit: Cockpit, check: HealthRow): (ScreenLink | PaneLink)[] {
  const { buckets, daemons, hosts } = namedBy(check);
  const osds = daemons.filter((name) => name.startsWith('osd.'));
  const inPane = (label: string, pane: 'disks' | 'crush', names: readonly string[]): PaneLink => ({
    label,
    go: () => showPane(cockpit, pane, `name:${namesPattern(names.slice(0, MAX_NAMES))}`),
  });
  const what = osds.length === 1 ? osds[0]! : `the ${osds.length} OSDs that it names`;
  return [
    ...(osds.length > 0
      ? [
          inPane(`${what} in the disks pane`, 'disks', osds),
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
    ...GENERAL_LINKS,
  ];
}

/**
 * The keys that jump from a check to its log, its tasks and its subjects. Without a check they are about the first cause: many
 * faults raise no check, or none for minutes.
 */
export const checkKeys = (cockpit: Cockpit, check: HealthRow | undefined): readonly NavigationKey[] => {
  const [cause] = check === undefined ? (cockpit.facts.diagnosis()?.causes ?? []) : [];
  const nothing = check === undefined && cause === undefined ? 'there is no check' : undefined;
  const subject = check ? () => checkSubject(cockpit, check) : cause && causeSubject(cause);
  const links = check ? checkLinks(cockpit, check) : cause ? GENERAL_LINKS : [];
  return [...activityKeys(cockpit, subject, nothing), { ...linksKey(cockpit, links, nothing), footer: 16 }];
};
