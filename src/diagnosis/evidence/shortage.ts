import { type CrushMap, type CrushRule, NODE_TYPES } from '../../api/contract/crush.ts';
import type { Pool } from '../../api/contract/pools.ts';
import { listed, plural } from '../../lib/words.ts';
import { isOld } from '../work.ts';
import { type CheckSources, raisedChecks } from './checks.ts';
import { copiesOf } from './copies.ts';
import type { OsdInventory, OsdState } from './osds.ts';
import { type RuleTake, takesOf } from './ruleTakes.ts';
import { troubledPools } from './troubledPools.ts';

/**
 * Pools whose placement groups cannot be okay, because their CRUSH rule finds fewer failure domains than they have
 * copies or chunks.
 */
export interface DomainShortage {
  /** The names of pools with the same rule and number of copies. */
  readonly pools: readonly string[];
  readonly rule: string;
  /** The device class that the rule is limited to. */
  readonly deviceClass: string | undefined;
  /** The bucket type of the failure domain in lower case, or `osd`. */
  readonly domain: string;
  readonly needed: number;
  /** The highest min_size of the pools: with fewer copies a pool does not serve I/O. */
  readonly minSize: number;
  /** The names of the failure domains with any OSD. */
  readonly exist: readonly string[];
  /** The number of those with an OSD that is up. */
  readonly up: number;
  /** The names of those with an OSD that is up and in, which are the only ones where copies can be restored now. */
  readonly left: readonly string[];
}

/** The types of failure domains that are known by name; others are `UNKNOWN` in the CRUSH map, and cannot be counted. */
const DOMAINS: ReadonlySet<string> = new Set(
  NODE_TYPES.filter((type) => type !== 'ROOT' && type !== 'UNKNOWN').map((type) => type.toLowerCase()),
);

/** The answers from which shortages are found. */
interface ShortageSources extends CheckSources {
  readonly pools?: readonly Pool[] | undefined;
  readonly rules?: readonly CrushRule[] | undefined;
  readonly crush?: CrushMap | undefined;
}

/**
 * Finds the pools that lack failure domains, among those with placement groups that lack copies. Pools with a rule that
 * puts several copies in a failure domain, or that cannot be parsed, are left out; outdated counts say nothing.
 */
export function shortagesOf(
  { status, detail, pools = [], rules = [], crush }: ShortageSources,
  inventory: OsdInventory,
): readonly DomainShortage[] {
  const troubled = troubledPools(status, raisedChecks({ status, detail }));
  if (troubled.size === 0 || isOld(status)) return [];
  const unwell = pools.filter(({ name }) => name !== undefined && troubled.has(name));
  return [...Map.groupBy(unwell, ({ crushRule }) => crushRule)].flatMap(([id, own]) => {
    const rule = rules.find((one) => one.id === id);
    const [take, second] = rule === undefined ? [] : takesOf(rule);
    if (take === undefined || second !== undefined || !take.isDirect) return [];
    const found = hasNoOsd(take, crush, inventory) ? NOTHING : domainsOf(take, inventory);
    if (found === undefined) return [];
    return [...Map.groupBy(own, (pool) => copiesOf(pool).size ?? 0)]
      .filter(([needed]) => found.left.length < needed)
      .map(([needed, same]) => ({
        ...found,
        pools: same.flatMap(({ name }) => name ?? []),
        rule: rule?.name ?? `${id}`,
        deviceClass: take.deviceClass,
        domain: take.domain,
        needed,
        minSize: Math.max(...same.map(({ minSize = 0 }) => minSize)),
      }));
  });
}

const NOTHING = { exist: [], up: 0, left: [] } as const;

/** True if the bucket of a rule has no OSD, so that it is none of the places and roots that contain some. */
const hasNoOsd = (
  { bucket }: RuleTake,
  crush: CrushMap | undefined,
  { places, roots }: OsdInventory,
): boolean =>
  crush?.nodes?.some(({ name }) => name === bucket) === true &&
  ![...roots, ...places].some(({ name }) => name === bucket);

/** The failure domains that a rule finds; undefined if they cannot be counted. */
function domainsOf(
  { bucket, domain, deviceClass }: RuleTake,
  { places, roots, osds }: OsdInventory,
): Pick<DomainShortage, 'exist' | 'up' | 'left'> | undefined {
  const start = [...roots, ...places].find(({ name }) => name === bucket);
  if (start === undefined || !DOMAINS.has(domain)) return undefined;
  // A service that tells no device class says nothing about those of a rule.
  if (deviceClass !== undefined && osds.values().every((osd) => osd.deviceClass === '')) return undefined;
  const usable = start.osds.filter((osd) => deviceClass === undefined || osd.deviceClass === deviceClass);
  // CRUSH only finds what is below the bucket.
  const belowStart = ({ places: above }: OsdState) =>
    above.slice(0, above.includes(start) ? above.indexOf(start) : above.length);
  const namesOf = (chosen: readonly OsdState[]) => [
    ...new Set(
      chosen.flatMap((osd) =>
        domain === 'osd'
          ? osd.name
          : (belowStart(osd).find(({ type }) => type.toLowerCase() === domain)?.name ?? []),
      ),
    ),
  ];
  const up = usable.filter((osd) => osd.up);
  return { exist: namesOf(usable), up: namesOf(up).length, left: namesOf(up.filter((osd) => osd.in)) };
}

/** True if there are enough failure domains, but the OSDs of some are down. */
export const isDueToDown = ({ exist, up, needed }: DomainShortage): boolean =>
  exist.length >= needed && up < needed;

/** `rbd needs 3 hosts`, `rbd, vms and 2 more need 3 racks with nvme OSDs`. */
export function needText({ pools, needed, domain, deviceClass }: DomainShortage): string {
  const what = plural(needed, domain === 'osd' ? 'OSD' : domain);
  const kind =
    deviceClass === undefined
      ? ''
      : domain === 'osd'
        ? ` of class ${deviceClass}`
        : ` with ${deviceClass} OSDs`;
  return `${listed(pools, 2)} ${pools.length === 1 ? 'needs' : 'need'} ${what}${kind}`;
}
