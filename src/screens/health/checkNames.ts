import type { HealthRow } from '../../store/facts/health.ts';
import type { ServerRow } from '../../store/facts/servers.ts';
import { ancestors, below, type Tree, type TreeNode } from '../../store/facts/tree.ts';

/** The subjects of a check, by the names that log lines have for it. */
export interface CheckNames {
  /** Parts of the CRUSH hierarchy that are down as a whole, such as `rack2`. */
  readonly buckets: readonly string[];
  /** Servers all of whose lines count. */
  readonly hosts: readonly string[];
  /** Servers of which only the kernel's lines count: those of the OSDs that are named. */
  readonly kernels: readonly string[];
  /** `osd.3`, `mon.a`. */
  readonly daemons: readonly string[];
  readonly pools: readonly string[];
  /** Placement groups: `2.1f`. */
  readonly pgs: readonly string[];
  /** Single words of its message that others use, too, such as the flag that is set. */
  readonly words: readonly string[];
}

/** All that is known beside the check. */
export interface CheckSurroundings {
  readonly tree: Tree;
  readonly servers: readonly ServerRow[];
  /** All checks: one may name what another only counts. */
  readonly checks: readonly HealthRow[];
}

/** Daemons as Ceph's messages name them. */
const DAEMON = /\b(?:osd|mon|mgr|mds)\.[\w-]+/g;
/** The host of a daemon, as the detail lines tell it: `host stor-07 (root=default,rack=rack2)`, `host=stor-07`. */
const HOST = /\bhost[ =]([\w.-]+)/g;
const POOL = /\bpool '([^']+)'/g;
const PG = /\bpg (\d+\.[0-9a-f]+)\b/g;
/** The beginning of a line on a bucket that is down: `rack rack3 (root=default) (20 osds) is down`. */
const BUCKET = /^(\w+) (\S+) \(/;
/** The message of OSDMAP_FLAGS: `noout,noscrub flag(s) set`. */
const FLAGS = /^([\w,-]+) flag\(s\)/;

const found = (texts: readonly string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([all, group]) => group ?? all))),
];

const isOsd = (name: string): boolean => name.startsWith('osd.');

/** The words of a check itself, in its message and its detail lines. */
export function namedBy({ code, message, detail }: HealthRow) {
  const texts = [message, ...detail];
  const type = /^OSD_(?!HOST_)(\w+)_DOWN$/.exec(code)?.[1]?.toLowerCase();
  const buckets = detail.flatMap((line) => {
    const [, kind, name] = BUCKET.exec(line) ?? [];
    return type !== undefined && kind === type && name !== undefined ? [name] : [];
  });
  return { buckets, daemons: found(texts, DAEMON), hosts: found(texts, HOST) };
}

/** The nodes below buckets and hosts that are down: hosts, and OSDs. */
function lost({ byId }: Tree, names: readonly string[]): readonly TreeNode[] {
  if (names.length === 0) return [];
  const wanted = new Set(names);
  return byId
    .values()
    .filter(({ name, type }) => type !== 'OSD' && wanted.has(name))
    .flatMap(below)
    .toArray();
}

/** Monitors that are out of quorum, where hosts that are lost carried some: no answer tells which stood where. */
function lostMonitors(hosts: readonly string[], { servers, checks }: CheckSurroundings): string[] {
  const carried = servers.some(({ hostname, monitors }) => monitors > 0 && hosts.includes(hostname));
  const down = checks.find(({ code }) => code === 'MON_DOWN');
  return carried && down ? namedBy(down).daemons.filter((name) => name.startsWith('mon.')) : [];
}

/** The hosts that OSDs stand on. */
function hostsOf(tree: Tree, osds: readonly string[]): string[] {
  const hosts = osds.map(
    (name) => ancestors(tree, Number(name.slice(4))).findLast(({ type }) => type === 'HOST')?.name,
  );
  return [...new Set(hosts.filter((name) => name !== undefined))];
}

/** Other things that tell of a check than what it names. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  MON_DOWN: ['monitor election', 'is new leader'],
  // Its detail is empty: the placement groups stand in the other check.
  OSD_SCRUB_ERRORS: ['PG_DAMAGED'],
  PG_DAMAGED: ['OSD_SCRUB_ERRORS'],
};

/** Works out what a check is about from what it says, and from where that stands in the CRUSH hierarchy. */
export function checkNames(check: HealthRow, surroundings: CheckSurroundings): CheckNames {
  const { tree, checks } = surroundings;
  const named = namedBy(check);
  // What is down as a whole takes along what is below it.
  const isPlace = /^OSD_(?:\w+_)?DOWN$/.test(check.code);
  const gone = check.code === 'OSD_DOWN' ? [] : lost(tree, isPlace ? [...named.buckets, ...named.hosts] : []);
  const hosts = [...named.hosts, ...gone.filter(({ type }) => type === 'HOST').map(({ name }) => name)];
  const osds = gone.filter(({ type }) => type === 'OSD').map(({ id }) => `osd.${id}`);
  const others = checks.filter(({ code }) => ALSO[check.code]?.includes(code));
  const texts = [check, ...others].flatMap(({ message, detail }) => [message, ...detail]);
  const daemons = [...named.daemons, ...osds, ...lostMonitors(hosts, surroundings)];
  return {
    buckets: named.buckets,
    hosts: [...new Set(hosts)],
    kernels: hostsOf(tree, named.daemons.filter(isOsd)).filter((host) => !hosts.includes(host)),
    daemons: [...new Set(daemons)],
    pools: found(texts, POOL),
    pgs: found(texts, PG),
    words: [...(ALSO[check.code] ?? []), ...(FLAGS.exec(check.message)?.[1]?.split(',') ?? [])],
  };
}
