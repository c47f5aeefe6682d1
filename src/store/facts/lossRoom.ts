import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { takesPart } from './node.ts';
import type { OsdRow } from './osdRow.ts';
import { copiesOf } from './placement.ts';
import { takesOf } from './ruleReach.ts';
import { ancestors, type Tree } from './tree.ts';

/** The loss of a host that would be worst for what is stored. An estimate: as if data spread evenly over where it may go. */
export interface AfterLoss {
  readonly host: string;
  readonly deviceClass: string;
  /** The use of the then fullest OSD once the data was made again; undefined where it could not be, for want of other places. */
  readonly share: number | undefined;
  /** The pools whose data it is; empty where the rules are not known. */
  readonly pools: readonly string[];
}

/** Pools that already have fewer places than they need copies: their data cannot be whole until places come back. */
export interface TooFewPlaces {
  readonly pools: readonly string[];
  /** Bucket type of the failure domain, in lower case. */
  readonly domain: string;
  readonly needed: number;
  readonly left: number;
}

/** OSDs of one host and device class that hang in the same bucket, taken together. */
interface Group {
  readonly host: string;
  readonly deviceClass: string;
  /** Undefined without a hierarchy. */
  readonly places: Places | undefined;
  osds: number;
  /** Bytes. */
  size: number;
  used: number;
  /** The use of its fullest OSD, 0 to 1. */
  fullest: number;
}

/** The OSDs that data of a rule can go to, of one device class, with what the rule demands. */
interface Target {
  readonly groups: readonly Group[];
  readonly deviceClass: string;
  readonly pools: readonly string[];
  /** Over what the copies are spread, and how many there are; undefined where that is not known. */
  readonly domain: string | undefined;
  readonly copies: number | undefined;
}

/** The part of a host in a target. */
interface HostShare extends Pick<Group, 'host' | 'osds' | 'size' | 'used' | 'fullest'> {
  /** The failure domain that it is in, or is. */
  readonly domain: string;
}

/** The places that the data of some pools is spread over by a rule. */
export interface Demand {
  /** Name of the bucket that the rule begins in. */
  readonly bucket: string;
  /** Where only one is taken. */
  readonly deviceClass: string | undefined;
  /** Bucket type of the failure domain, in lower case; empty where the rule says none. */
  readonly domain: string;
  /** The copies that it spreads; undefined where that is not known. */
  readonly copies: number | undefined;
  readonly pools: readonly string[];
}

/** The answers that demands are read from. */
export interface DemandSources {
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
}

export interface LossInput {
  readonly osds: readonly OsdRow[];
  readonly tree?: Tree | undefined;
  readonly demands?: readonly Demand[];
}

/** The demands of all pools that hold data. They change when a pool does, and not with what it holds. */
export function demandsOf({ pools = [], rules = [] }: DemandSources): readonly Demand[] {
  return rules.flatMap((rule) => {
    const own = pools.filter(({ crushRule, stats }) => crushRule === rule.id && (stats?.bytes ?? 1) > 0);
    if (own.length === 0) return [];
    const takes = takesOf(rule);
    // Of several places to begin in, nothing says how many copies each gets.
    const copies = takes.length === 1 ? Math.max(...own.map((pool) => copiesOf(pool).size ?? 0)) : undefined;
    return takes.map((take) => ({
      ...take,
      copies: take.domain === '' ? undefined : copies,
      pools: own.flatMap(({ name }) => name ?? []),
    }));
  });
}

/** Works out what the loss of one more host would do, by the rules of the pools; by device class where no rule is known. */
export function roomAfterLoss({ osds, tree, demands = [] }: LossInput): {
  readonly worst: AfterLoss | undefined;
  readonly short: readonly TooFewPlaces[];
} {
  const groups = groupsOf(osds, tree);
  const targets = tree === undefined ? [] : targetsOf(groups, demands);
  let worst: AfterLoss | undefined;
  const short: TooFewPlaces[] = [];
  for (const target of targets.length > 0 ? targets : byClass(groups)) {
    const hosts = hostsOf(target);
    const { pools, domain = '', copies = 0 } = target;
    const left = placesOf(hosts, domain);
    if (left < copies) short.push({ pools, domain, needed: copies, left });
    else worst = [worst, worstLoss(hosts, target)].reduce((a, b) => (isWorse(b, a) ? b : a));
  }
  return { worst, short };
}

/** The failure domains that hosts make: a rule over OSDs finds several in one host. */
const placesOf = (hosts: readonly HostShare[], domain: string): number =>
  domain === 'osd' ? sumOf(hosts).osds : new Set(hosts.map((host) => host.domain)).size;

const isWorse = (a: AfterLoss | undefined, b: AfterLoss | undefined): boolean =>
  a !== undefined && (b === undefined || (a.share ?? Infinity) > (b.share ?? Infinity));

function byClass(groups: readonly Group[]): readonly Target[] {
  return [...Map.groupBy(groups, (group) => group.deviceClass)].map(([deviceClass, own]) => ({
    groups: own,
    deviceClass,
    pools: [],
    domain: undefined,
    copies: undefined,
  }));
}

/** The buckets that something is in: their names, and the name of the lowest of each type. */
interface Places {
  readonly names: ReadonlySet<string>;
  readonly byType: ReadonlyMap<string, string>;
}

function placesAbove(tree: Tree, osdId: number): Places {
  const above = ancestors(tree, osdId);
  const byType = new Map(above.map(({ type, name }) => [type.toLowerCase(), name]));
  return { names: new Set(above.map(({ name }) => name)), byType };
}

/** Takes the OSDs together that take part and tell size and use: of thousands, each is looked at once, whatever the pools are. */
function groupsOf(osds: readonly OsdRow[], tree: Tree | undefined): readonly Group[] {
  const byBucket = new Map<number | undefined, Group[]>();
  for (const { node, host, deviceClass, osdId = -1, capacity, used = 0, usedShare } of osds) {
    if (node === undefined || !takesPart(node) || capacity === undefined || usedShare === undefined) continue;
    const bucket = tree?.byId.get(osdId)?.parentId;
    let groups = byBucket.get(bucket);
    if (groups === undefined) byBucket.set(bucket, (groups = []));
    let group = groups.find((one) => one.host === host && one.deviceClass === deviceClass);
    if (group === undefined) {
      const places = groups[0]?.places ?? (tree && placesAbove(tree, osdId));
      groups.push((group = { host, deviceClass, places, osds: 0, size: 0, used: 0, fullest: 0 }));
    }
    addTo(group, { osds: 1, size: capacity, used, fullest: usedShare });
  }
  return [...byBucket.values()].flat();
}

type Amounts = Pick<Group, 'osds' | 'size' | 'used' | 'fullest'>;

function addTo(sum: Amounts, { osds, size, used, fullest }: Readonly<Amounts>): void {
  sum.osds += osds;
  sum.size += size;
  sum.used += used;
  sum.fullest = Math.max(sum.fullest, fullest);
}

const targetsOf = (groups: readonly Group[], demands: readonly Demand[]): readonly Target[] =>
  demands.map(({ bucket, deviceClass, domain, copies, pools }) => ({
    groups: groups.filter(
      (group) =>
        group.places?.names.has(bucket) && (deviceClass === undefined || group.deviceClass === deviceClass),
    ),
    deviceClass: deviceClass ?? '',
    pools,
    domain,
    copies,
  }));

function hostsOf({ groups, domain = '' }: Target): readonly HostShare[] {
  const hosts = new Map<string, HostShare>();
  for (const group of groups) {
    const { host, places } = group;
    const own = hosts.get(host);
    if (own === undefined) hosts.set(host, { ...group, domain: places?.byType.get(domain) ?? host });
    else addTo(own, group);
  }
  return [...hosts.values()];
}

function worstLoss(hosts: readonly HostShare[], target: Target): AfterLoss | undefined {
  const { deviceClass, pools, copies = 0, domain } = target;
  if (hosts.length < 2) return undefined;
  const domains = Map.groupBy(hosts, (host) => host.domain);
  const inDomain = new Map([...domains].map(([name, own]) => [name, sumOf(own)]));
  const everywhere = sumOf(hosts);
  let worst: AfterLoss | undefined;
  for (const lost of hosts) {
    const own = inDomain.get(lost.domain)!;
    const placesLeft =
      domain === 'osd' ? everywhere.osds - lost.osds : domains.size - (own.hosts === 1 ? 1 : 0);
    // Where every domain holds a copy already, the lost one can only be made again beside it.
    const stays = domain !== 'osd' && domains.size <= copies && own.hosts > 1;
    const share = placesLeft < copies ? undefined : shareWithout(lost, stays ? own : everywhere);
    const loss = { host: lost.host, deviceClass, share, pools };
    if (isWorse(loss, worst)) worst = loss;
  }
  return worst;
}

/** Hosts taken together. */
interface HostSum {
  readonly hosts: number;
  readonly osds: number;
  /** Bytes. */
  readonly size: number;
  /** The use of the OSD that is fullest, and of the fullest on any other host. */
  readonly fullest: number;
  readonly fullestHost: HostShare | undefined;
  readonly second: number;
}

function sumOf(hosts: readonly HostShare[]): HostSum {
  let [osds, size, fullest, second] = [0, 0, 0, 0];
  let fullestHost: HostShare | undefined;
  for (const host of hosts) {
    osds += host.osds;
    size += host.size;
    if (host.fullest > fullest) [fullest, second, fullestHost] = [host.fullest, fullest, host];
    else second = Math.max(second, host.fullest);
  }
  return { hosts: hosts.length, osds, size, fullest, fullestHost, second };
}

/** The use of the then fullest OSD once the data of a lost host was made again on the others. */
const shareWithout = (lost: HostShare, { size, fullest, fullestHost, second }: HostSum): number =>
  (lost === fullestHost ? second : fullest) + lost.used / (size - lost.size);
