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

export interface LossInput {
  readonly osds: readonly OsdRow[];
  readonly tree?: Tree | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
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

function targetsOf({ osds, tree, pools = [], rules = [] }: LossInput): readonly Target[] {
  if (tree === undefined) return [];
  const above = new Map(
    osds.map((row) => [row, new Set(ancestors(tree, row.osdId ?? -1).map(({ name }) => name))]),
  );
  return rules.flatMap((rule) => {
    const own = pools.filter(({ crushRule, stats }) => crushRule === rule.id && (stats?.bytes ?? 1) > 0);
    if (own.length === 0) return [];
    const takes = takesOf(rule);
    // Of several places to begin in, nothing says how many copies each gets.
    const copies = takes.length === 1 ? Math.max(...own.map((pool) => copiesOf(pool).size ?? 0)) : undefined;
    return takes.map(({ bucket, deviceClass, domain }) => ({
      osds: osds.filter(
        (row) =>
          above.get(row)!.has(bucket) && (deviceClass === undefined || row.deviceClass === deviceClass),
      ),
      deviceClass: deviceClass ?? '',
      pools: own.flatMap(({ name }) => name ?? []),
      domain,
      copies: domain === '' ? undefined : copies,
    }));
  });
}

function hostsOf({ osds, domain }: Target, tree: Tree | undefined): readonly HostShare[] {
  const hosts = new Map<string, HostShare>();
  for (const { host, osdId = -1, id, capacity = 0, used = 0, usedShare = 0 } of osds) {
    const place =
      domain === 'osd' || tree === undefined
        ? id
        : ancestors(tree, osdId).find(({ type }) => type.toLowerCase() === domain)?.name;
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
  const byDomain = Map.groupBy(hosts, (host) => host.domain);
  let worst: AfterLoss | undefined;
  for (const lost of hosts) {
    const siblings = byDomain.get(lost.domain)!.length - 1;
    const domainsLeft = byDomain.size - (siblings === 0 ? 1 : 0);
    // OSDs of one host are places enough for a rule that spreads over OSDs.
    const cannot = domain !== 'osd' && domainsLeft < copies;
    // Where every domain holds a copy already, the lost one can only be made again beside it.
    const stays = domain !== 'osd' && byDomain.size <= copies && siblings > 0;
    const takers = (stays ? byDomain.get(lost.domain)! : hosts).filter((host) => host !== lost);
    const size = takers.reduce((sum, host) => sum + host.size, 0);
    const fullest = takers.reduce((most, host) => Math.max(most, host.fullest), 0);
    const loss = {
      host: lost.host,
      deviceClass,
      share: cannot ? undefined : fullest + lost.used / size,
      pools,
    };
    if (isWorse(loss, worst)) worst = loss;
  }
  return worst;
}
