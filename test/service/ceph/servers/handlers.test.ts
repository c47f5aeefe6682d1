import { expect, test } from 'vitest';
import { nicsOf } from '../../../../src/service/ceph/access/nics.ts';
import type { OrchServer } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import { serverHandlers } from '../../../../src/service/ceph/servers/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { caller } from '../handlers/support.ts';

const LINKS = [
  { ifindex: 1, ifname: 'lo', operstate: 'UNKNOWN', addr_info: [{ local: '127.0.0.1', prefixlen: 8 }] },
  {
    ifindex: 2,
    ifname: 'eth0',
    operstate: 'UP',
    address: '52:54:00:12:34:56',
    addr_info: [
      { local: '10.1.0.7', prefixlen: 16 },
      { local: 'fe80::1', prefixlen: 64 },
    ],
  },
  { ifindex: 3, ifname: 'eth1', operstate: 'DOWN', addr_info: [] },
];

function servers(
  known: Readonly<Record<string, FakeServer>>,
  orchestrator?: Parameters<typeof fakeAccess>[1],
) {
  const { access } = fakeAccess(known, orchestrator);
  const node = {
    servers: async () =>
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
  };
  return caller(serverHandlers({ node, access, clock: fakeClock() }));
}
const SERVER: FakeServer = {
  run: (line) => ({ out: line === 'ip -json address' ? JSON.stringify(LINKS) : '' }),
};

test('interfaces are listed with their link state and addresses, and an unknown link state is absent', () => {
  expect(nicsOf([{}, { ifindex: 4 }, { ifname: 'eth4' }, ...LINKS])).toEqual([
    { id: 1, name: 'lo', addresses: ['127.0.0.1/8'] },
    { id: 2, name: 'eth0', up: true, mac: '52:54:00:12:34:56', addresses: ['10.1.0.7/16', 'fe80::1/64'] },
    { id: 3, name: 'eth1', up: false, addresses: [] },
  ]);
});

test('each server is listed with the way to reach it and its interfaces, and an unreachable server with neither', async () => {
  expect(await servers({ a: SERVER })('listServers', {})).toEqual([
    { id: 1, hostname: 'a', access: 'ssh', nicsAge: 0, nics: nicsOf(LINKS) },
    { id: 2, hostname: 'b', access: 'none' },
  ]);
});

test('a server of an orchestrator is listed with its labels and daemons, and the reason why nothing can be done there', async () => {
  const maintained: OrchServer = {
    backend: 'cephadm',
    labels: ['mon'],
    unavailable: 'b is in maintenance mode, according to the orchestrator',
    inMaintenance: true,
    disks: [],
    age: 0,
    daemons: [
      { daemon_type: 'osd', daemon_id: '3', status: 1 },
      { daemon_type: 'mds', daemon_id: 'x', status: -1, status_desc: 'error' },
    ],
  };
  const orchestrator = { server: async (host: string) => (host === 'b' ? maintained : undefined) };
  const [a, b] = await servers({ a: SERVER }, orchestrator)('listServers', {});
  expect(a).toMatchObject({ access: 'ssh', nics: nicsOf(LINKS) });
  expect(b).toEqual({
    id: 2,
    hostname: 'b',
    access: 'orchestrator',
    unreached: maintained.unavailable,
    maintenance: true,
    labels: ['mon'],
    daemons: '1 running, mds.x (error)',
  });
  const rook = { server: async () => ({ ...maintained, backend: 'rook', inMaintenance: false }) };
  expect((await servers({ a: SERVER }, rook)('listServers', {}))[1]).not.toHaveProperty('maintenance');
});

test('a server whose ip command fails is listed without interfaces', async () => {
  const old: FakeServer = { run: () => ({ status: 255, err: 'Option "-json" is unknown' }) };
  const [a] = await servers({ a: old })('listServers', {});
  expect(a).toEqual({ id: 1, hostname: 'a', access: 'ssh' });
});

test.each([
  [1, 2, 409, 'eth0 of a is present and has the address 10.1.0.7/16, fe80::1/64'],
  [1, 9, 404, 'a has no network interface 9: it has 1 (lo), 2 (eth0), 3 (eth1)'],
  [2, 1, 501, 'b cannot be reached'],
  [9, 1, 404, 'no server 9'],
])('interface %i/%i is not deleted: %i', async (id, nicId, status, words) => {
  const call = servers({ a: SERVER });
  await expect(call('deleteServerNic', { params: { id, nicId } })).rejects.toMatchObject(
    refusal(status, words),
  );
});

test.each([
  [{ status: 255, err: 'Option "-json" is unknown\n' }, '`ip` failed: Option "-json" is unknown'],
  [{ status: 127, err: ' ' }, '`ip` failed: status 127'],
  [{ out: 'no JSON' }, 'the output of `ip -json address` is not readable: `ip` is too old there'],
])('an interface of a server whose ip command ends with %j is not judged', async (ran, message) => {
  const call = servers({ a: { run: () => ran } });
  await expect(call('deleteServerNic', { params: { id: 1, nicId: 2 } })).rejects.toMatchObject({
    status: 503,
    message,
  });
});
