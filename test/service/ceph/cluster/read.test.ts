import { describe, expect, test } from 'vitest';
import { mdsCount } from '../../../../src/service/ceph/cluster/metadataServers.ts';
import {
  gatewaysIn,
  recoverySeconds,
  serverCount,
  storeStatus,
  unreachable,
  type StatusDump,
} from '../../../../src/service/ceph/cluster/read.ts';
import type { OsdTree } from '../../../../src/service/ceph/map/osdTree.ts';
import type { NodeList } from '../../../../src/service/ceph/map/servers.ts';
import { sample } from '../samples.ts';

const ok = sample('statusOk') as StatusDump;
const osdDown = sample('statusOsdDown') as StatusDump;
const gateway = sample('statusGateway') as StatusDump;
const tree = sample('osdTreeRacks') as OsdTree;
const list = sample('nodeLs') as NodeList;

describe('remaining recovery time', () => {
  const pgmap = { ...ok.pgmap, degraded_objects: 100, misplaced_objects: 50 };
  test('the remaining recovery time is zero when all data is in place', () =>
    expect(recoverySeconds(ok)).toBe(0));
  test('the remaining recovery time is the remaining work divided by the rate', () =>
    expect(recoverySeconds({ ...ok, pgmap: { ...pgmap, recovering_objects_per_sec: 7 } })).toBe(22));
  test('the remaining recovery time is unknown while nothing moves', () =>
    expect(recoverySeconds(osdDown)).toBeUndefined());
  test('the last object at one object per second takes a second', () => {
    const last = { pgs_by_state: [], misplaced_objects: 1, recovering_objects_per_sec: 1 };
    expect(recoverySeconds({ ...ok, pgmap: last })).toBe(1);
  });
});

describe('metadata servers', () => {
  test('an active metadata server is online and up', () =>
    expect(mdsCount(gateway)).toEqual({ online: 1, total: 1, up: 1 }));
  test('a silent metadata server counts only in the total', () =>
    expect(mdsCount(sample('statusMdsKilled') as StatusDump)).toEqual({ online: 0, total: 1, up: 0 }));
  test('a metadata server that replays the journal of a rank is online, but not up', () => {
    const by_rank = ['up:active', 'up:replay'].map((status, rank) => ({ name: `${rank}`, status }));
    const fsmap = { by_rank, 'up:standby': 1, max: 3 };
    expect(mdsCount({ ...ok, fsmap })).toEqual({ online: 3, total: 4, up: 1 });
  });
  test('without a filesystem there are no metadata servers', () =>
    expect(mdsCount(ok)).toEqual({ online: 0, total: 0, up: 0 }));
});

describe('servers', () => {
  test('a server is offline if its only daemon is an OSD that is down', () =>
    expect(serverCount(gateway, tree, list)).toEqual({ online: 3, total: 4 }));

  test('a server that has only a gateway is online while Ceph reports the gateway', () => {
    const osds = (host: string) => tree.nodes.find(({ name }) => name === host)?.children ?? [];
    const emptied = (host: string): OsdTree => ({
      ...tree,
      nodes: tree.nodes
        .filter(({ id }) => !osds(host).includes(id))
        .map((node) => (node.name === host ? { ...node, children: [] } : node)),
    });
    const nodes = { mon: {}, mgr: {}, mds: {}, osd: {} };
    const { servicemap: _, ...without } = gateway;
    const before = serverCount(without, emptied('node3'), nodes);
    expect(serverCount(gateway, emptied('node3'), nodes)).toEqual({
      online: (before.online ?? 0) + 1,
      total: before.total,
    });
    // A server whose OSDs are all down may have lost its gateway a moment ago.
    const down = {
      ...tree,
      nodes: tree.nodes.map((node) => (osds('node3').includes(node.id) ? { ...node, status: 'down' } : node)),
    } as OsdTree;
    expect(serverCount(gateway, down, nodes)).toEqual(serverCount(without, down, nodes));
  });

  test('a server is offline if its only daemon is a monitor out of quorum', () => {
    const nodes = { ...list, mon: { node1: ['a'], node9: ['b'] } };
    expect(serverCount(gateway, tree, nodes)).toEqual({ online: 3, total: 5 });
    const quorum = { ...gateway, quorum_names: ['a', 'b'] };
    expect(serverCount(quorum, tree, nodes)).toEqual({ online: 4, total: 5 });
  });
});

describe('servers of one daemon', () => {
  const tree: OsdTree = {
    nodes: [
      { id: -1, name: 'default', type: 'root', children: [-2, -3, -4, -5] },
      { id: -2, name: 'a', type: 'host', children: [0] },
      { id: -3, name: 'b', type: 'host', children: [1] },
      { id: -4, name: 'down', type: 'host', children: [2] },
      { id: -5, name: 'empty', type: 'host', children: [] },
      { id: 0, name: 'osd.0', type: 'osd', status: 'down' },
      { id: 1, name: 'osd.1', type: 'osd', status: 'up' },
      { id: 2, name: 'osd.2', type: 'osd', status: 'down' },
    ],
    stray: [],
  };
  const { servicemap: _, ...status } = ok;
  const withGateway = (hostname: string) => ({
    ...status,
    servicemap: { services: { rgw: { daemons: { 1: { metadata: { hostname, id: 'x' } } } } } },
  });
  const none = { mon: {}, mgr: {}, mds: {}, osd: {} };

  test.each([
    ['an OSD that is up', status, none, 1, 4],
    ['a gateway, but not beside an OSD that is down', withGateway('a'), none, 1, 4],
    ['a gateway where nothing else is', withGateway('empty'), none, 2, 4],
    [
      'a gateway, but not beside a monitor without quorum',
      withGateway('empty'),
      { ...none, mon: { empty: ['z'] } },
      1,
      4,
    ],
    ['a manager', status, { ...none, mgr: { c: ['x'] } }, 2, 5],
    ['a metadata server', status, { ...none, mds: { c: ['x'] } }, 2, 5],
    ['an OSD, but not one that is only listed', status, { ...none, osd: { c: [5] } }, 1, 5],
  ])('servers are online because of %s', (_what, of, nodes, online, total) =>
    expect(serverCount(of, tree, nodes)).toEqual({ online, total }),
  );
});

describe('gateways', () => {
  test('a RADOS gateway is found in the service map', () =>
    expect([...gatewaysIn(gateway.servicemap, 'radosgws').keys()]).toEqual(['node3:a']));

  test('a restarted gateway counts once', () => {
    const session = { metadata: { hostname: 'node3', id: 'a' } };
    const daemons = { '4123': session, '4456': session, summary: '' };
    expect(gatewaysIn({ services: { rgw: { daemons } } }, 'radosgws').size).toBe(1);
  });

  test('an iSCSI gateway has a session for each image', () => {
    const daemon = (hostname: string) => ({ metadata: { hostname } });
    const daemons = { 'g1:rbd/a': daemon('g1'), 'g1:rbd/b': daemon('g1'), 'g2:rbd/a': daemon('g2') };
    expect(gatewaysIn({ services: { 'tcmu-runner': { daemons } } }, 'iscsi').size).toBe(2);
  });

  test('without a service map there are no gateways', () =>
    expect(gatewaysIn(undefined, 'nfsGateways').size).toBe(0));
});

test('the status passes on health, maps and rates, but not the metadata of gateways', () => {
  expect(storeStatus(gateway)).toMatchObject({
    fsid: gateway.fsid,
    health: { status: 'HEALTH_WARN', checks: { OSD_DOWN: { severity: 'HEALTH_WARN' } } },
    quorum_names: ['a'],
    osdmap: { num_osds: 4, num_up_osds: 3 },
  });
  expect(storeStatus(gateway)).not.toHaveProperty('servicemap');
});

test('a cluster that does not answer is unknown, with the last known data and the reason', () => {
  const last = { storeStatus: storeStatus(ok), servers: { online: 3, total: 3 } };
  const check = { severity: 'HEALTH_ERR', summary: { message: 'no answer', count: 1 }, muted: false };
  const health = { status: 'HEALTH_UNKNOWN', checks: { STORE_UNREACHABLE: check } };
  expect(unreachable(last, 'no answer')).toEqual({
    licenseActive: true,
    servers: { online: 3, total: 3 },
    storeStatus: { ...storeStatus(ok), health },
  });
  expect(unreachable(undefined, 'no answer')).toEqual({ licenseActive: true, storeStatus: { health } });
});
