import { expect, test } from 'vitest';
import type { Plan } from '../../../src/store/action/plan.ts';
import { fill } from '../dialogSteps.ts';
import { actionOf, answering, checkLines, deck, listLines, openScreen, text } from '../openedDeck.ts';

test('the dialog warns when a network that the cluster uses is deleted', async () => {
  await openScreen('networks');
  await deck.press('j', 'D');
  expect(await text()).toMatch(/clients and monitors: a mistake takes the cluster down/);
});

test('an address of a network with its prefix is told at its field', async () => {
  await openScreen('networks');
  await deck.press('n');
  await fill(deck, ['10.30.0.0/24', '24']);
  expect(await text()).toMatch(
    /▌ address[^]*Type 10\.30\.0\.0 here, and the prefix length in the next field\./,
  );
});

const NETWORKS = [
  { id: 1, ip: '10.1.0.0', netmask: 16, type: 'store_public' as const, gateway: '10.1.0.1' },
  { id: 2, ip: '10.2.0.0', netmask: 24, type: 'store_internal' as const, gateway: '' },
  {
    id: 3,
    ip: '10.3.0.0',
    type: 'mgmt' as const,
    poolStart: '10.3.0.10',
    poolEnd: '10.3.0.99',
    description: 'consoles',
  },
  { id: 4, type: 'other' as const, poolStart: '10.4.0.10' },
];
const openNetworks = () =>
  openScreen('networks', {
    columns: 160,
    ...answering({ listNetworks: () => Promise.resolve(NETWORKS) }),
  });

test('networks are listed with their use, their gateway and the addresses that they hand out', async () => {
  await openNetworks();
  expect(await listLines(/^ID NETWORK/)).toEqual([
    'ID NETWORK TYPE USED FOR GATEWAY HANDS OUT DESCRIPTION',
    '1 10.1.0.0/16 store_public clients and monitors 10.1.0.1',
    '2 10.2.0.0/24 store_internal between OSDs --',
    '3 10.3.0.0 mgmt management -- 10.3.0.10 to 10.3.0.99 consoles',
    '4 -- other other -- 10.4.0.10 to --',
  ]);
});

test('a change or a deletion of a network warns if the daemons of the cluster use it', async () => {
  await openNetworks();
  const uses = ['clients and monitors', 'between OSDs', undefined, undefined];
  for (const [index, use] of uses.entries()) {
    const { ip = '--', netmask } = NETWORKS[index]!;
    const name = netmask === undefined ? ip : `${ip}/${netmask}`;
    const warnings =
      use === undefined ? [] : [`warn it is the network ${use}: a mistake takes the cluster down`];
    const [edit, drop] = [actionOf('edit').plan(), actionOf('delete').plan()];
    expect([checkLines(edit), checkLines(drop)]).toEqual([warnings, warnings]);
    expect(edit).toMatchObject({
      title: `Change network ${name}`,
      target: name,
      undo: `change it back to ${name}`,
      effect: 'Servers and gateways with addresses in it must fit the changed network.',
    });
    expect(drop).toMatchObject({ title: `Delete network ${name}`, target: name, undo: 'create it again' });
    await deck.press('down');
  }
});

test('the form of a new network is empty, and that which takes back a deletion has what was deleted', async () => {
  await openNetworks();
  await deck.press('down', 'down');
  const initials = ({ fields }: Plan) => fields.map(({ label, initial }) => [label, initial]);
  const deleted = [
    ['address', '10.3.0.0'],
    ['prefix length', ''],
    ['use', 'mgmt'],
    ['gateway', ''],
    ['first address', '10.3.0.10'],
    ['last address', '10.3.0.99'],
    ['description', 'consoles'],
  ];
  const create = actionOf('create').plan();
  expect(initials(create)).toEqual(deleted.map(([label]) => [label, '']));
  expect(create).toMatchObject({
    title: 'Create a network',
    target: 'the new network',
    undo: 'delete the network',
  });
  expect(initials(actionOf('edit').plan())).toEqual(deleted);
  const inverse = actionOf('delete').plan().inverse?.({});
  if (typeof inverse !== 'function') throw new Error('the deletion cannot be taken back');
  expect(initials(inverse())).toEqual(deleted);
});

test('network interfaces are listed with their link, their addresses and the floating addresses that use them', async () => {
  const nics = [
    { id: 1, name: 'eth0', up: true, addresses: ['10.1.0.7/16', 'fe80::7/64'] },
    { id: 2, name: 'eth1', up: false },
    { id: 3, name: 'eth2' },
    { name: 'numberless' },
  ];
  const members = [{ server: 1, nic: 1 }, { server: 99, nic: 5 }, { nic: 7 }, { server: 2 }];
  await openScreen('nics', {
    columns: 140,
    ...answering({
      listServers: () => Promise.resolve([{ id: 1, hostname: 'stor-01', nics }]),
      listHaGroups: () =>
        Promise.resolve([
          { id: 1, virtualIp: '10.1.0.200', servers: members },
          { id: 2, servers: [{ server: 1, nic: 1 }] },
        ]),
    }),
  });
  expect(await listLines(/^SERVER NIC/)).toEqual([
    'SERVER NIC NAME LINK ADDRESSES FLOATING',
    'stor-01 1 eth0 up 10.1.0.7/16 fe80::7/64 10.1.0.200 --',
    'stor-01 2 eth1 down --',
    'stor-01 3 eth2 -- --',
    'server 99 5 -- -- -- 10.1.0.200',
  ]);
  const plan = actionOf('delete').plan();
  expect([plan.title, plan.target]).toEqual(['Delete interface 1 of stor-01', 'nic 1']);
  expect(checkLines(plan)).toEqual([
    'warn the floating address 10.1.0.200 uses it',
    'warn the floating address -- uses it',
  ]);
  expect(checkLines(actionOf('delete-other').plan())).toEqual(['warn traffic over it ends']);
  await deck.press('d');
  expect(await text()).toContain('eth0 of stor-01');
  await deck.press('esc', 'end', 'd');
  expect(await text()).toContain('NIC 5 of server 99');
});
