import { expect, test } from 'vitest';
import { placeDaemons } from '../../../../src/service/sim/model/daemons.ts';
import { hostsOf, startGateway, stopGateway } from '../../../../src/service/sim/model/gatewayDaemons.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { buildTopology } from '../../../../src/service/sim/model/topology.ts';
import { logged, simulate } from '../support.ts';

const placed = (osds: number) => {
  const topology = buildTopology(osds, new Dice(1));
  return { ...topology, daemons: placeDaemons(topology) };
};

test.each([
  [60, { mon: 3, mgr: 2, mds: 2, radosgw: 2, iscsi: 2, nfs: 2 }],
  [1000, { mon: 5, mgr: 2, mds: 4, radosgw: 6, iscsi: 2, nfs: 2 }],
])(
  'a cluster of %i OSDs has that many daemons of each kind, all running and with unique names',
  (osds, counts) => {
    const { daemons } = placed(osds);
    const names = Map.groupBy(daemons, ({ kind }) => kind);
    expect(Object.fromEntries([...names].map(([kind, all]) => [kind, all.length]))).toEqual(counts);
    for (const all of names.values())
      expect(all.map(({ name }) => name).join('')).toBe('abcdef'.slice(0, all.length));
    expect(daemons.every(({ running, changedAt }) => running && changedAt < 0)).toBe(true);
    // One manager and one metadata server are active, and the others are standbys.
    expect(daemons.filter(({ active }) => !active).map(({ kind }) => kind)).toEqual([
      'mgr',
      ...Array.from({ length: counts.mds - 1 }, () => 'mds'),
    ]);
  },
);

test('monitors are in different racks as long as there are racks, and metadata servers beside them', () => {
  const { daemons, racks } = placed(1000);
  const of = (kind: string) => daemons.filter((daemon) => daemon.kind === kind).map(({ host }) => host);
  const mons = of('mon');
  expect(new Set(mons.map(({ rack }) => rack)).size).toBe(Math.min(mons.length, racks.length));
  expect(new Set(mons).size).toBe(mons.length);
  expect(of('mds').some((host) => mons.slice(0, racks.length).includes(host))).toBe(false);
  expect(of('radosgw')[0]).toBe(mons[1]);
  expect(of('iscsi')[0]).toBe(mons[2]);
});

test('a gateway is started and stopped on a server for its kind only, and joins after a moment', () => {
  const { model } = simulate({ scale: 60 }).cluster;
  const before = hostsOf(model, 'nfs');
  const host = model.hosts.find((one) => !before.includes(one))!;
  startGateway(model, 'nfs', host);
  expect(hostsOf(model, 'nfs')).toEqual([...before, host]);
  expect(model.daemons.at(-1)).toMatchObject({ kind: 'nfs', name: host.name, running: true, active: false });
  expect(logged(model, `Started nfs ${host.name}.`)).toHaveLength(1);
  const iscsi = hostsOf(model, 'iscsi');
  stopGateway(model, 'nfs', host);
  stopGateway(model, 'nfs', host);
  expect([hostsOf(model, 'nfs'), hostsOf(model, 'iscsi')]).toEqual([before, iscsi]);
  expect(logged(model, `Stopped nfs ${host.name}.`)).toHaveLength(1);
});
