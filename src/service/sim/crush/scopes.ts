import type { CrushBucket, Osd } from '../model/topology.ts';
import { takeOf, type SimCrushRule, type Take } from './rules.ts';
import { osdsBelow, type CrushTree, type FailureDomain } from './tree.ts';

/** The OSDs that a step of a rule chooses from. It is valid for one state of the hierarchy. */
export interface CrushScope {
  /** Sorted by id. */
  readonly members: readonly Osd[];
  /**
   * The failure domain of each member, by OSD id: the id of the OSD itself or of a bucket. OUTSIDE for all other
   * OSDs.
   */
  readonly domains: Int32Array;
  /** Total bytes of all members. */
  readonly capacity: number;
}

/** The largest number that the array can hold, which is the id of no OSD and no bucket. */
export const OUTSIDE = 2 ** 31 - 1;

/** The scopes of rules in one state of the hierarchy. */
export class Scopes {
  readonly #tree: CrushTree;
  readonly #osds: readonly Osd[];
  readonly #known = new Map<Take, CrushScope>();

  constructor(tree: CrushTree, osds: readonly Osd[]) {
    this.#tree = tree;
    this.#osds = osds;
  }

  of(take: Take): CrushScope {
    const known = this.#known.get(take);
    if (known !== undefined) return known;
    const scope = this.#build(take);
    this.#known.set(take, scope);
    return scope;
  }

  /** The scope of each of `size` shards of a placement group. */
  ofSlots(rule: SimCrushRule, size: number): CrushScope[] {
    return Array.from({ length: size }, (_, slot) => this.of(takeOf(rule, size, slot)));
  }

  #build({ root, deviceClass, failureDomain }: Take): CrushScope {
    const start = this.#tree.get(root);
    const domains = new Int32Array(this.#osds.length).fill(OUTSIDE);
    const members: Osd[] = [];
    let capacity = 0;
    for (const osd of start === undefined ? [] : osdsBelow(start)) {
      const domain = domainOf(osd, failureDomain, start);
      if (domain === undefined || (deviceClass !== undefined && osd.deviceClass !== deviceClass)) continue;
      domains[osd.id] = domain;
      members.push(osd);
      capacity += osd.capacity;
    }
    return { members: members.sort((a, b) => a.id - b.id), domains, capacity };
  }
}

/** The failure domain of an OSD below the bucket that a rule starts from. */
function domainOf(osd: Osd, type: FailureDomain, start: CrushBucket | undefined): number | undefined {
  if (type === 'osd') return osd.id;
  for (let bucket = osd.bucket; bucket !== undefined && bucket !== start; bucket = bucket.parent) {
    if (bucket.type === type) return bucket.id;
  }
  return undefined;
}
