import type { Cause } from '../../diagnosis/verdict.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import type { ServerRow } from '../../store/answers/servers.ts';
import { ancestors, below, type Tree, type TreeNode } from '../../store/answers/tree.ts';

/** The texts of a check, which name its subjects. */
type CheckTexts = Pick<HealthRow, 'code' | 'message' | 'detail'>;

/** The subjects of a check, by their names in log lines. */
export interface CheckNames {
  /** CRUSH buckets that are down as a whole, such as `rack2`. */
  readonly buckets: readonly string[];
  /** Servers of which all lines belong to the check. */
  readonly hosts: readonly string[];
  /** Servers of which only kernel lines belong to the check: the hosts of the OSDs that it names. */
  readonly kernels: readonly string[];
  /** `osd.3`, `mon.a`. */
  readonly daemons: readonly string[];
  readonly pools: readonly string[];
  /** Ids of placement groups, such as `2.1f`. */
  readonly pgs: readonly string[];
  /** Words that other lines use too, such as the name of a flag, or of the server that is to blame. */
  readonly words: readonly string[];
}

/** The data that a check's subjects are looked up in. */
export interface CheckSurroundings {
  readonly tree: Tree;
  readonly servers: readonly ServerRow[];
  /** All checks, because one may name what another only counts. */
  readonly checks: readonly CheckTexts[];
  /** The causes that were found: the line that explains a check names what is to blame for it. */
  readonly causes: readonly Pick<Cause, 'explains' | 'objects'>[];
}

/** Matches daemon names in Ceph's messages. */
const DAEMON = /\b(?:osd|mon|mgr|mds)\.[\w-]+/g;
/** Matches the host in a detail line: `host stor-07 (root=default,rack=rack2)`, `host=stor-07`. */
const HOST = /\bhost[ =]([\w.-]+)/g;
const POOL = /\bpool '([^']+)'/g;
const PG = /\bpg (\d+\.[0-9a-f]+)\b/g;
/** Matches the start of a detail line about a bucket that is down: `rack rack3 (root=default) (20 osds) is down`. */
const BUCKET = /^(\w+) (\S+) \(/;
/** Matches the message of OSDMAP_FLAGS: `noout,noscrub flag(s) set`. */
const FLAGS = /^([\w,-]+) flag\(s\)/;

const matchesIn = (texts: readonly string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), ([all, group]) => group ?? all))),
];

const isOsd = (name: string): boolean => name.startsWith('osd.');

/** The subjects that a check's message and detail lines name. */
export function namedBy({ code, message, detail }: CheckTexts) {
  const texts = [message, ...detail];
  const type = /^OSD_(?!HOST_)(\w+)_DOWN$/.exec(code)?.[1]?.toLowerCase();
  const buckets = detail.flatMap((line) => {
    const [, kind, name] = BUCKET.exec(line) ?? [];
    return type !== undefined && kind === type && name !== undefined ? [name] : [];
  });
  return { buckets, daemons: matchesIn(texts, DAEMON), hosts: matchesIn(texts, HOST) };
}

/** The nodes below the named buckets: hosts and OSDs. */
function nodesBelow({ byId }: Tree, names: readonly string[]): readonly TreeNode[] {
  if (names.length === 0) return [];
  const wanted = new Set(names);
  return byId
    .values()
    .filter(({ name, type }) => type !== 'OSD' && wanted.has(name))
    .flatMap(below)
    .toArray();
}

/** Monitors out of quorum, if a lost host carried any; the service does not report which monitor runs on which host. */
function lostMonitors(hosts: readonly string[], { servers, checks }: CheckSurroundings): string[] {
  const carried = servers.some(({ hostname, monitors }) => monitors > 0 && hosts.includes(hostname));
  const down = checks.find(({ code }) => code === 'MON_DOWN');
  return carried && down ? namedBy(down).daemons.filter((name) => name.startsWith('mon.')) : [];
}

/** The hosts of these OSDs. */
function hostsOf(tree: Tree, osds: readonly string[]): string[] {
  const hosts = osds.map(
    (name) => ancestors(tree, Number(name.slice(4))).findLast(({ type }) => type === 'HOST')?.name,
  );
  return [...new Set(hosts.filter((name) => name !== undefined))];
}

/** Additional words to look for, and other checks whose text belongs to a check. */
const ADDITIONAL: Readonly<Record<string, readonly string[]>> = {
  MON_DOWN: ['monitor election', 'is new leader'],
  LARGE_OMAP_OBJECTS: ['Large omap object'],
  MON_CLOCK_SKEW: ['was stamped'],
  // The detail of OSD_SCRUB_ERRORS is empty: PG_DAMAGED lists the placement groups.
  OSD_SCRUB_ERRORS: ['PG_DAMAGED'],
  PG_DAMAGED: ['OSD_SCRUB_ERRORS'],
};

/** Finds the subjects of a check, in its text and in the CRUSH hierarchy. */
export function checkNames(check: CheckTexts, surroundings: CheckSurroundings): CheckNames {
  const { tree, checks, causes } = surroundings;
  const named = namedBy(check);
  const blamed = causes.flatMap(({ explains, objects }) => (explains.includes(check.code) ? objects : []));
  const isDaemon = (name: string) => name.match(DAEMON)?.[0] === name;
  const mentioned = [...new Set([...named.daemons, ...blamed.filter(isDaemon)])];
  // Everything below a bucket or host that is down belongs to the check.
  const isPlace = /^OSD_(?:\w+_)?DOWN$/.test(check.code);
  const gone =
    check.code === 'OSD_DOWN' ? [] : nodesBelow(tree, isPlace ? [...named.buckets, ...named.hosts] : []);
  const hosts = [...named.hosts, ...gone.filter(({ type }) => type === 'HOST').map(({ name }) => name)];
  const osds = gone.filter(({ type }) => type === 'OSD').map(({ id }) => `osd.${id}`);
  const others = checks.filter(({ code }) => ADDITIONAL[check.code]?.includes(code));
  const texts = [check, ...others].flatMap(({ message, detail }) => [message, ...detail]);
  const daemons = [...mentioned, ...osds, ...lostMonitors(hosts, surroundings)];
  return {
    buckets: named.buckets,
    hosts: [...new Set(hosts)],
    kernels: hostsOf(tree, mentioned.filter(isOsd)).filter((host) => !hosts.includes(host)),
    daemons: [...new Set(daemons)],
    pools: matchesIn(texts, POOL),
    pgs: matchesIn(texts, PG),
    words: [
      ...new Set([
        ...(ADDITIONAL[check.code] ?? []),
        ...(FLAGS.exec(check.message)?.[1]?.split(',') ?? []),
        ...blamed.filter((name) => !isDaemon(name)),
      ]),
    ],
  };
}
