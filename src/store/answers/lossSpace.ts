import type { CrushRule } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { copiesOf } from '../../diagnosis/evidence/copies.ts';
import { takesOf } from '../../diagnosis/evidence/ruleTakes.ts';
import { isUpAndIn } from './node.ts';
import type { OsdRow } from './osdRow.ts';
import { ancestors, type Tree } from './tree.ts';

/** The host whose loss would be worst for the stored data. It is an estimate that assumes evenly distributed data. */
export interface AfterLoss {
  readonly host: string;
  readonly deviceClass: string;
  /**
   * The usage of the fullest OSD after recovery, 0 to 1; undefined if there is no place left to recover the copies to.
   */
  readonly share: number | undefined;
  /** The affected pools; empty if the rules are unknown. */
  readonly pools: readonly string[];
}

/** The OSDs of one host and device class in the same bucket, summed up. */
interface HostClassOsds {
  readonly host: string;
  readonly deviceClass: string;
  /** Undefined without a CRUSH hierarchy. */
  readonly above: BucketsAbove | undefined;
  osds: number;
  /** Bytes. */
  size: number;
  used: number;
  /** The usage of its fullest OSD, 0 to 1. */
  fullest: number;
}

/** The OSDs of one device class that a rule can place data on, with the requirements of the rule. */
interface RuleTarget {
  readonly groups: readonly HostClassOsds[];
  readonly deviceClass: string;
  readonly pools: readonly string[];
  /** The bucket type of the failure domain; undefined if it is unknown. */
  readonly domain: string | undefined;
  /** The number of copies; undefined if it is unknown. */
  readonly copies: number | undefined;
}

/** The OSDs of one host in a target. */
interface HostShare extends Pick<HostClassOsds, 'host' | 'osds' | 'size' | 'used' | 'fullest'> {
  /** The name of the failure domain that contains the host, or is the host. */
  readonly domain: string;
}

/** The placement requirements of pools with the same rule. */
export interface Demand {
  /** The name of the bucket that the rule takes. */
  readonly bucket: string;
  /** The device class, if the rule takes only one. */
  readonly deviceClass: string | undefined;
  /** The bucket type of the failure domain, in lower case; empty if the rule has none. */
  readonly domain: string;
  /** The number of copies; undefined if it is unknown. */
  readonly copies: number | undefined;
  readonly pools: readonly string[];
}

/** The answers from which demands are derived. */
export interface DemandSources {
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
}

export interface LossInput {
  readonly osds: readonly OsdRow[];
  readonly tree?: Tree | undefined;
  readonly demands?: readonly Demand[];
}

/** The demands of all pools that contain data. They do not depend on the amount of data. */
export function demandsOf({ pools = [], rules = [] }: DemandSources): readonly Demand[] {
  return rules.flatMap((rule) => {
    const own = pools.filter(({ crushRule, stats }) => crushRule === rule.id && stats?.bytes !== 0);
    if (own.length === 0) return [];
    const takes = takesOf(rule);
    // With several take steps, the number of copies for each is not known.
    const copies = takes.length === 1 ? Math.max(...own.map((pool) => copiesOf(pool).size ?? 0)) : undefined;
    return takes.map((take) => ({
      ...take,
      copies: take.isDirect ? copies : undefined,
      pools: own.flatMap(({ name }) => name ?? []),
    }));
  });
}

/** Estimates the effect of losing one more host, by the rules of the pools, or by device class if no rule is known. */
export function spaceAfterLoss({ osds, tree, demands = [] }: LossInput): AfterLoss | undefined {
  const groups = groupsOf(osds, tree);
  const targets = tree === undefined ? [] : targetsOf(groups, demands);
  let worst: AfterLoss | undefined;
  for (const target of targets.length > 0 ? targets : byClass(groups)) {
    const hosts = hostsOf(target);
    const { domain = '', copies = 0 } = target;
    // Pools that lack failure domains cannot be whole, whichever host is lost.
    if (countDomains(hosts, domain) >= copies)
      worst = [worst, worstLoss(hosts, target)].reduce((a, b) => (isWorse(b, a) ? b : a));
  }
  return worst;
}

/** The number of failure domains that the hosts form; if OSDs are the failure domain, a host contains several. */
const countDomains = (hosts: readonly HostShare[], domain: string): number =>
  domain === 'osd' ? sumOf(hosts).osds : new Set(hosts.map((host) => host.domain)).size;

const isWorse = (a: AfterLoss | undefined, b: AfterLoss | undefined): boolean =>
  a !== undefined && (b === undefined || (a.share ?? Infinity) > (b.share ?? Infinity));

function byClass(groups: readonly HostClassOsds[]): readonly RuleTarget[] {
  return [...Map.groupBy(groups, (group) => group.deviceClass)].map(([deviceClass, own]) => ({
    groups: own,
    deviceClass,
    pools: [],
    domain: undefined,
    copies: undefined,
  }));
}

/** The buckets that contain an OSD: all names, and the name of the lowest bucket of each type. */
interface BucketsAbove {
  readonly names: ReadonlySet<string>;
  readonly byType: ReadonlyMap<string, string>;
}

function bucketsAbove(tree: Tree, osdId: number): BucketsAbove {
  const buckets = ancestors(tree, osdId);
  const byType = new Map(buckets.map(({ type, name }) => [type.toLowerCase(), name]));
  return { names: new Set(buckets.map(({ name }) => name)), byType };
}

/**
 * Groups the OSDs that are up and in and report their usage, so that thousands of OSDs are visited once and not per
 * pool.
 */
function groupsOf(osds: readonly OsdRow[], tree: Tree | undefined): readonly HostClassOsds[] {
  const byBucket = new Map<number | undefined, HostClassOsds[]>();
  for (const { node, host, deviceClass, osdId = -1, capacity, used = 0, usedShare } of osds) {
    if (node === undefined || !isUpAndIn(node) || capacity === undefined || usedShare === undefined) continue;
    const bucket = tree?.byId.get(osdId)?.parentId;
    let groups = byBucket.get(bucket);
    if (groups === undefined) byBucket.set(bucket, (groups = []));
    let group = groups.find((one) => one.host === host && one.deviceClass === deviceClass);
    if (group === undefined) {
      const above = groups[0]?.above ?? (tree && bucketsAbove(tree, osdId));
      groups.push((group = { host, deviceClass, above, osds: 0, size: 0, used: 0, fullest: 0 }));
    }
    addTo(group, { osds: 1, size: capacity, used, fullest: usedShare });
  }
  return [...byBucket.values()].flat();
}

type Amounts = Pick<HostClassOsds, 'osds' | 'size' | 'used' | 'fullest'>;

function addTo(sum: Amounts, { osds, size, used, fullest }: Readonly<Amounts>): void {
  sum.osds += osds;
  sum.size += size;
  sum.used += used;
  sum.fullest = Math.max(sum.fullest, fullest);
}

const targetsOf = (groups: readonly HostClassOsds[], demands: readonly Demand[]): readonly RuleTarget[] =>
  demands.map(({ bucket, deviceClass, domain, copies, pools }) => ({
    groups: groups.filter(
      (group) =>
        group.above?.names.has(bucket) && (deviceClass === undefined || group.deviceClass === deviceClass),
    ),
    deviceClass: deviceClass ?? '',
    pools,
    domain,
    copies,
  }));

function hostsOf({ groups, domain = '' }: RuleTarget): readonly HostShare[] {
  const hosts = new Map<string, HostShare>();
  for (const group of groups) {
    const { host, above } = group;
    const own = hosts.get(host);
    if (own === undefined) hosts.set(host, { ...group, domain: above?.byType.get(domain) ?? host });
    else addTo(own, group);
  }
  return [...hosts.values()];
}

function worstLoss(hosts: readonly HostShare[], target: RuleTarget): AfterLoss | undefined {
  const { deviceClass, pools, copies = 0, domain } = target;
  if (hosts.length < 2) return undefined;
  const domains = Map.groupBy(hosts, (host) => host.domain);
  const inDomain = new Map([...domains].map(([name, own]) => [name, sumOf(own)]));
  const everywhere = sumOf(hosts);
  let worst: AfterLoss | undefined;
  for (const lost of hosts) {
    const own = inDomain.get(lost.domain)!;
    const domainsLeft =
      domain === 'osd' ? everywhere.osds - lost.osds : domains.size - (own.hosts === 1 ? 1 : 0);
    // If every domain already has a copy, the lost copy can only be recovered to other hosts of its own domain.
    const staysInDomain = domain !== 'osd' && domains.size <= copies && own.hosts > 1;
    const share = domainsLeft < copies ? undefined : shareWithout(lost, staysInDomain ? own : everywhere);
    const loss = { host: lost.host, deviceClass, share, pools };
    if (isWorse(loss, worst)) worst = loss;
  }
  return worst;
}

/** The sum over some hosts. */
interface HostSum {
  readonly hosts: number;
  readonly osds: number;
  /** Bytes. */
  readonly size: number;
  /** The usage of the fullest OSD, 0 to 1. */
  readonly fullest: number;
  readonly fullestHost: HostShare | undefined;
  /** The usage of the fullest OSD on any other host. */
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

/** The usage of the fullest OSD after the data of a lost host was recovered to the other hosts. */
const shareWithout = (lost: HostShare, { size, fullest, fullestHost, second }: HostSum): number =>
  (lost === fullestHost ? second : fullest) + lost.used / (size - lost.size);
