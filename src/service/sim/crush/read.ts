import type {
  CrushMap,
  CrushNode,
  CrushRule,
  ErasureProfile,
  NODE_TYPES,
} from '../../../api/contract/crush.ts';
import type { Model } from '../model/model.ts';
import type { CrushBucket, BucketType, Osd } from '../model/topology.ts';
import { isErasure } from '../pools/pool.ts';
import type { SimCrushRule as Rule, Take } from './rules.ts';
import type { CrushTree } from './tree.ts';

type NodeType = (typeof NODE_TYPES)[number];
type Counted = CrushNode & { size: number; used: number; status: 'UP' | 'DOWN' | 'DESTROYED' | 'UNKNOWN' };

/** The CRUSH map as the interface shows it, with each bucket before its children. */
export function toCrushMap(
  model: Model,
): CrushMap & { readonly nodes: CrushNode[]; readonly stray: CrushNode[] } {
  const diskIds = new Map(
    model.disks.flatMap(({ osd, id }): [Osd, number][] => (osd === undefined ? [] : [[osd, id]])),
  );
  const serverIds = new Map(model.hosts.map(({ name, id }) => [name, id]));
  const nodes: CrushNode[] = [];
  const add = (bucket: CrushBucket): Counted => {
    const node = bucketNode(bucket, serverIds.get(bucket.name));
    nodes.push(node);
    for (const below of bucket.buckets) count(node, add(below));
    for (const osd of bucket.osds) {
      const leaf = osdNode(osd, diskIds.get(osd));
      nodes.push(leaf);
      count(node, leaf);
    }
    return node;
  };
  for (const bucket of model.crush.values()) if (bucket.parent === undefined) add(bucket);
  const stray = model.osds.filter(({ bucket }) => bucket === undefined);
  const { nearfullRatio: nearfull, backfillfullRatio: backfillfull, fullRatio: full } = model.settings;
  return {
    nodes,
    stray: stray.map((osd) => osdNode(osd, diskIds.get(osd))),
    fillRatios: { nearfull, backfillfull, full },
  };
}

/**
 * Adds a child to the totals of its bucket. A bucket is up while anything in it is, and its status is unknown while
 * it is empty.
 */
function count(bucket: Counted, below: Counted): void {
  bucket.size += below.size;
  bucket.used += below.used;
  if (below.status === 'UP') bucket.status = 'UP';
  else if (below.status !== 'UNKNOWN' && bucket.status === 'UNKNOWN') bucket.status = 'DOWN';
}

const wireType = (type: BucketType): NodeType => type.toUpperCase() as Uppercase<BucketType>;

const bucketNode = (
  { id, name, type, buckets, osds }: CrushBucket,
  serverId: number | undefined,
): Counted => ({
  id,
  name,
  type: wireType(type),
  children: [...buckets, ...osds].map((child) => child.id),
  size: 0,
  used: 0,
  status: 'UNKNOWN',
  reweight: 1,
  ...(type === 'host' && serverId !== undefined && { serverId }),
});

const osdNode = (osd: Osd, diskId: number | undefined): Counted => ({
  id: osd.id,
  name: `osd.${osd.id}`,
  type: 'OSD',
  children: [],
  status: osd.destroyed ? 'DESTROYED' : osd.up ? 'UP' : 'DOWN',
  deviceClass: osd.deviceClass,
  size: osd.capacity,
  used: Math.round(osd.used),
  reweight: osd.in ? osd.reweight : 0,
  serverId: osd.host.id,
  ...(diskId !== undefined && { diskId }),
});

/** A rule with its steps in the text format of CRUSH maps. */
export function toRule({ id, name, erasure, takes }: Rule, tree: CrushTree): CrushRule {
  return {
    id,
    name,
    type: erasure ? 'ERASURE' : 'REPLICATED',
    minSize: erasure ? 3 : 1,
    maxSize: erasure ? 20 : 10,
    steps: [
      ...(erasure ? [{ op: 'TUNING', crushMapTextFormat: 'step set_chooseleaf_tries 5' }] : []),
      ...takes.flatMap((take) => stepsOf(take, erasure, tree)),
    ],
  };
}

function stepsOf(
  { root, deviceClass, failureDomain, count }: Take,
  erasure: boolean,
  tree: CrushTree,
): NonNullable<CrushRule['steps']> {
  const ofClass = deviceClass === undefined ? '' : ` class ${deviceClass}`;
  const choose = failureDomain === 'osd' ? 'choose' : 'chooseleaf';
  const op = choose === 'choose' ? 'CHOOSE' : 'CHOOSELEAF';
  const mode = erasure ? 'indep' : 'firstn';
  return [
    { op: 'TAKE', crushMapTextFormat: `step take ${tree.get(root)?.name}${ofClass}` },
    {
      op: erasure ? `${op}_INDEP` : op,
      crushMapTextFormat: `step ${choose} ${mode} ${count} type ${failureDomain}`,
    },
    { op: 'EMIT', crushMapTextFormat: 'step emit' },
  ];
}

const profile = (k: number, m: number): ErasureProfile => ({
  k,
  m,
  plugin: 'jerasure',
  technique: 'reed_sol_van',
});

/** The name of the erasure code profile of a pool. */
export const profileName = ({ dataShards, size }: { dataShards: number; size: number }): string =>
  `ec-${dataShards}-${size - dataShards}`;

/** Ceph's default profile, and one for each combination of chunks that pools have. */
export function erasureProfiles({ pools, crush }: Model): Record<string, ErasureProfile> {
  const profiles: Record<string, ErasureProfile> = { default: profile(2, 2) };
  for (const pool of pools) {
    if (!isErasure(pool)) continue;
    const { root, failureDomain, deviceClass } = pool.rule.takes[0];
    profiles[profileName(pool)] = {
      ...profile(pool.dataShards, pool.size - pool.dataShards),
      'crush-failure-domain': failureDomain,
      'crush-root': crush.get(root)?.name ?? '',
      ...(deviceClass === undefined ? {} : { 'crush-device-class': deviceClass }),
    };
  }
  return profiles;
}
