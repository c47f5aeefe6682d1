import { describe, expect, test } from 'vitest';
import { gatewaysIn, type StatusDump } from '../../../src/service/ceph/cluster/read.ts';
import { crushMap, type OsdUsage } from '../../../src/service/ceph/crush/read.ts';
import { crushRule, erasureProfiles, type RuleDump } from '../../../src/service/ceph/crush/rules.ts';
import { disks, type MonMetadata, type OsdMetadata } from '../../../src/service/ceph/disks/read.ts';
import type { ProfileDump } from '../../../src/service/ceph/map/osdMap.ts';
import type { OsdTree } from '../../../src/service/ceph/map/osdTree.ts';
import { daemonHosts, serverIds, type NodeList } from '../../../src/service/ceph/map/servers.ts';
import {
  pools,
  type PoolDump,
  type PoolRates,
  type PoolUsage,
} from '../../../src/service/ceph/pools/read.ts';
import { sample } from './samples.ts';

/** The later releases, with the default plugin of their erasure code profiles. */
describe.each([
  ['18.2', 'jerasure'],
  ['20.2', 'isa'],
] as const)('the answers of Ceph %s', (release, plugin) => {
  const answer = (name: string) => sample(name, release);
  const tree = answer('osdTreeRacks') as OsdTree;
  const nodes = answer('nodeLs') as NodeList;
  const servers = serverIds(tree, nodes);

  test('the answers list pools with their application, usage and chunks', () => {
    const listed = pools(answer('osdPoolLsDetail') as PoolDump[], {
      usage: (answer('dfDetail') as { pools: PoolUsage[] }).pools,
      rates: answer('osdPoolStats') as PoolRates[],
      profiles: answer('erasureProfiles') as ProfileDump,
      descriptions: new Map(),
    });
    expect(listed.find(({ name }) => name === 'rbd')).toMatchObject({
      erasureCoding: false,
      pgNum: 8,
      size: 3,
      minSize: 2,
      application: 'rbd',
      stats: { bytes: expect.any(Number) as number, objects: expect.any(Number) as number },
    });
    expect(listed.find(({ name }) => name === 'storefs_data')?.application).toBe('storefs');
  });

  test('the answers list the CRUSH map, and disks on the same servers', () => {
    const map = crushMap(tree, (answer('osdDf') as { nodes: OsdUsage[] }).nodes, servers);
    const osd = map.nodes?.find(({ name }) => name === 'osd.3');
    expect(osd).toMatchObject({
      type: 'OSD',
      status: 'UP',
      deviceClass: 'hdd',
      serverId: servers.get('node4'),
    });
    const all = disks(
      answer('osdMetadata') as OsdMetadata[],
      answer('monMetadata') as MonMetadata[],
      tree,
      servers,
    );
    expect(all.find(({ osdId }) => osdId === 3)).toMatchObject({
      hostname: 'node4',
      server: servers.get('node4'),
      capacity: 10 * 2 ** 30,
      bluestore: true,
      daemonRunning: true,
    });
  });

  test('the answers list rules without their sizes, and profiles with their chunks', () => {
    const [rule] = (answer('crushRuleDump') as RuleDump[]).map(crushRule);
    expect(rule).toMatchObject({ id: 0, name: 'replicated_rule', type: 'REPLICATED' });
    const profiles = erasureProfiles(answer('erasureProfiles') as ProfileDump);
    expect(JSON.stringify(profiles)).toContain(`"${plugin}"`);
  });

  test('the answers list which daemons and gateways run, and where', () => {
    const { servicemap } = answer('statusGateway') as StatusDump;
    expect([...gatewaysIn(servicemap, 'radosgws').keys()]).toEqual(['node3:a']);
    expect(Object.fromEntries(daemonHosts(nodes))).toMatchObject({
      'mon.a': 'node1',
      'mgr.x': 'node1',
      'mds.a': 'node2',
      'osd.3': 'node4',
    });
  });
});
