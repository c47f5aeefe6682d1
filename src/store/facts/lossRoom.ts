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

/** The OSDs that data of a rule can go to, of one device class, with what the rule demands. */
interface Target {
  readonly osds: readonly OsdRow[];
  readonly deviceClass: string;
  readonly pools: readonly string[];
  /** Over what the copies are spread, and how many there are; undefined where that is not known. */
  readonly domain: string | undefined;
  readonly copies: number | undefined;
}

/** The part of a host in a target. */
interface HostShare {
  readonly host: string;
  readonly domain: string;
  /** Bytes. */
  size: number;
  used: number;
  /** The use of its fullest OSD, 0 to 1. */
  fullest: number;
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
export function roomAfterLoss(input: LossInput): {
  readonly worst: AfterLoss | undefined;
  readonly short: readonly TooFewPlaces[];
} {
  const osds = input.osds.filter(
    ({ node, capacity, usedShare }) =>
      node !== undefined && takesPart(node) && capacity !== undefined && usedShare !== undefined,
  );
  const targets = targetsOf({ ...input, osds });
  let worst: AfterLoss | undefined;
  const short: TooFewPlaces[] = [];
  for (const target of targets.length > 0 ? targets : byClass(osds)) {
    const hosts = hostsOf(target, input.tree);
    const { pools, domain = '', copies = 0 } = target;
    const left = new Set(hosts.map((host) => host.domain)).size;
    if (left < copies) short.push({ pools, domain, needed: copies, left });
    else worst = [worst, worstLoss(hosts, target)].reduce((a, b) => (isWorse(b, a) ? b : a));
  }
  return { worst, short };
}

const isWorse = (a: AfterLoss | undefined, b: AfterLoss | undefined): boolean =>
  a !== undefined && (b === undefined || (a.share ?? Infinity) > (b.share ?? Infinity));

function byClass(osds: readonly OsdRow[]): readonly Target[] {
  return Map.groupBy(osds, ({ deviceClass }) => deviceClass)
    .entries()
    .map(([deviceClass, own]) => ({
      osds: own,
      deviceClass,
      pools: [],
      domain: undefined,
      copies: undefined,
    }))
    .toArray();
}

/** The buckets that an OSD is in: their names, and the name of the lowest of each type. */
interface Places {
  readonly names: ReadonlySet<string>;
  readonly byType: ReadonlyMap<string, string>;
}

/** Makes the function that tells where an OSD is: worked out once for all that hang in one bucket. */
function placesIn(tree: Tree): (osdId: number | undefined) => Places {
  const known = new Map<number | undefined, Places>();
  return (osdId = -1) => {
    const parent = tree.byId.get(osdId)?.parentId;
    let places = known.get(parent);
    if (places === undefined) {
      const above = ancestors(tree, osdId);
      const byType = new Map(above.map(({ type, name }) => [type.toLowerCase(), name]));
      known.set(parent, (places = { names: new Set(above.map(({ name }) => name)), byType }));
    }
    return places;
  };
}

function targetsOf({ osds, tree, demands = [] }: LossInput): readonly Target[] {
  if (tree === undefined) return [];
  const placesOf = placesIn(tree);
  return demands.map(({ bucket, deviceClass, domain, copies, pools }) => ({
    osds: osds.filter(
      (row) =>
        placesOf(row.osdId).names.has(bucket) &&
        (deviceClass === undefined || row.deviceClass === deviceClass),
    ),
    deviceClass: deviceClass ?? '',
    pools,
    domain,
    copies,
  }));
}

function hostsOf({ osds, domain }: Target, tree: Tree | undefined): readonly HostShare[] {
  const placesOf = tree && placesIn(tree);
  const hosts = new Map<string, HostShare>();
  for (const { host, osdId, id, capacity = 0, used = 0, usedShare = 0 } of osds) {
    const place = domain === 'osd' ? id : placesOf?.(osdId).byType.get(domain ?? '');
    let own = hosts.get(host);
    if (own === undefined)
      hosts.set(host, (own = { host, domain: place ?? host, size: 0, used: 0, fullest: 0 }));
    own.size += capacity;
    own.used += used;
    own.fullest = Math.max(own.fullest, usedShare);
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
    const domainsLeft = domains.size - (own.hosts === 1 ? 1 : 0);
    // OSDs of one host are places enough for a rule that spreads over OSDs.
    const cannot = domain !== 'osd' && domainsLeft < copies;
    // Where every domain holds a copy already, the lost one can only be made again beside it.
    const stays = domain !== 'osd' && domains.size <= copies && own.hosts > 1;
    const share = cannot ? undefined : shareWithout(lost, stays ? own : everywhere);
    const loss = { host: lost.host, deviceClass, share, pools };
    if (isWorse(loss, worst)) worst = loss;
  }
  return worst;
}

/** Hosts taken together. */
interface HostSum {
  readonly hosts: number;
  /** Bytes. */
  readonly size: number;
  /** The use of the OSD that is fullest, and of the fullest on any other host. */
  readonly fullest: number;
  readonly fullestHost: HostShare | undefined;
  readonly second: number;
}

function sumOf(hosts: readonly HostShare[]): HostSum {
  let [size, fullest, second] = [0, 0, 0];
  let fullestHost: HostShare | undefined;
  for (const host of hosts) {
    size += host.size;
    if (host.fullest > fullest) [fullest, second, fullestHost] = [host.fullest, fullest, host];
    else second = Math.max(second, host.fullest);
  }
  return { hosts: hosts.length, size, fullest, fullestHost, second };
}

/** The use of the then fullest OSD once the data of a lost host was made again on the others. */
const shareWithout = (lost: HostShare, { size, fullest, fullestHost, second }: HostSum): number =>
  (lost === fullestHost ? second : fullest) + lost.used / (size - lost.size);
