import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import type { CrushMap, CrushNode } from '../../../src/api/contract/crush.ts';

/** A check in Ceph's format. */
export const check = (severity: 'WARN' | 'ERR', message: string, part: object = {}) => ({
  severity: `HEALTH_${severity}`,
  summary: { message, count: 1 },
  muted: false,
  ...part,
});

export const withChecks = (status: string, checks: Readonly<Record<string, object>> = {}): ClusterStatus => ({
  storeStatus: { fsid: '8f3c12ab', health: { status, checks } },
});

export const withPlacement = (okay: number, total: number, part: ClusterStatus = {}): ClusterStatus => ({
  placementGroups: [{ poolName: 'rbd', poolId: 1, total, okay, warn: total - okay, error: 0 }],
  ...part,
});

export const osd = (id: number, part: CrushNode = {}): CrushNode => ({
  id,
  name: `osd.${id}`,
  type: 'OSD',
  status: 'UP',
  deviceClass: 'hdd',
  size: 100,
  used: 40,
  reweight: 1,
  ...part,
});

export const bucket = (
  id: number,
  type: string,
  name: string,
  children: number[],
  part: CrushNode = {},
): CrushNode => ({
  id,
  type,
  name,
  children,
  ...part,
});

/**
 * A CRUSH map of racks r1, r2, ... with hosts stor-1, stor-2, ... and OSDs 0, 1, ... in the order of their hosts.
 * The OSDs in `down` are down.
 */
export function cluster(options: {
  readonly racks: number;
  readonly hosts: number;
  readonly osds: number;
  readonly down?: readonly number[];
  readonly deviceClass?: (id: number) => string;
}): CrushMap {
  const { racks, hosts, osds, down = [], deviceClass = () => 'hdd' } = options;
  const nodes: CrushNode[] = [];
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const rack of range(racks)) {
    const hostIds = range(hosts).map((host) => -100 - rack * hosts - host);
    nodes.push(bucket(-2 - rack, 'RACK', `r${rack + 1}`, hostIds));
    for (const host of range(hosts)) {
      const index = rack * hosts + host;
      const ids = range(osds).map((disk) => index * osds + disk);
      nodes.push(bucket(-100 - index, 'HOST', `stor-${index + 1}`, ids, { serverId: index + 1 }));
      for (const id of ids)
        nodes.push(osd(id, { status: down.includes(id) ? 'DOWN' : 'UP', deviceClass: deviceClass(id) }));
    }
  }
  return {
    nodes: [
      bucket(
        -1,
        'ROOT',
        'default',
        range(racks).map((rack) => -2 - rack),
      ),
      ...nodes,
    ],
    stray: [],
  };
}
