import { describe, expect, test } from 'vitest';
import {
  accessText,
  accessWords,
  membersText,
  readAccess,
  readAddresses,
  readDisks,
  readMembers,
} from '../../../src/screens/fields/lists.ts';

const servers = [
  { id: 1, name: 'stor-01' },
  { id: 7, name: '12' },
];

describe('lists typed in the forms of gateways', () => {
  test('servers are typed with their addresses after an equals sign', () => {
    expect(readAddresses(servers, 'stor-01=10.0.0.1, 3 = 10.0.0.3')).toEqual({
      value: [
        { serverId: 1, ip: '10.0.0.1' },
        { serverId: 3, ip: '10.0.0.3' },
      ],
    });
  });

  test('a server name that looks like a number is read as a name', () => {
    expect(readAddresses(servers, '12=10.0.0.1')).toEqual({ value: [{ serverId: 7, ip: '10.0.0.1' }] });
  });

  test('a disk is typed as pool and image, and a new one with a size', () => {
    expect(readDisks('rbd/a, rbd/b/c 1.5 TiB')).toEqual({
      value: [
        { pool: 'rbd', name: 'a' },
        { pool: 'rbd', name: 'b/c', size: 1.5 * 1024 ** 4 },
      ],
    });
  });

  test('an access rule is read as it is shown', () => {
    const access = [
      { subnet: '10.0.0.0/8', rw: true },
      { subnet: 'fd00::/8', rw: false },
    ];
    expect(readAccess(accessText(access))).toEqual({ value: access });
    expect(['10.0.0.0/8', '10.0.0.0/8 rw', 'x y'].map(accessWords)).toEqual([
      '10.0.0.0/8 ro',
      undefined,
      undefined,
    ]);
    expect(readAccess('10.0.0.0/8')).toEqual({ value: [{ subnet: '10.0.0.0/8', rw: false }] });
  });

  test('members of an HA group are read as they are shown', () => {
    const members = [{ server: 1, nic: 4, vlan: 20 }, { server: 9 }, { server: 7, vlan: 0 }];
    const written = membersText(servers, members);
    expect(written).toBe('stor-01 nic 4 vlan 20, 9, 12 vlan 0');
    expect(readMembers(servers, written)).toEqual({ value: members });
  });

  const IMAGE = 'Type a pool and an image, such as rbd/disk-1, and a size for a new one.';
  const NETWORKS = 'Type networks with rw or ro after each, such as 10.0.0.0/8 rw.';
  const MEMBER = 'After stor-01, give nic and vlan with numbers: stor-01 nic 1 vlan 20.';
  const addresses = (typed: string) => readAddresses(servers, typed);
  const members = (typed: string) => readMembers(servers, typed);
  test.each([
    ['stor-01', addresses, 'Type the address of stor-01 after an equals sign: stor-01=10.0.0.1.'],
    ['stor-1=10.0.0.1', addresses, 'There is no server stor-1: stor-01, 12.'],
    ['', readDisks, IMAGE],
    ['rbd', readDisks, IMAGE],
    ['rbd/', readDisks, IMAGE],
    ['/a', readDisks, IMAGE],
    ['rbd/a,', readDisks, IMAGE],
    ['rbd/a ten', readDisks, 'ten is not a size: type e.g. 10G.'],
    ['10.0.0.0/8 write', readAccess, NETWORKS],
    [' ', readAccess, NETWORKS],
    ['10.0.0.0/8 rw ro', readAccess, NETWORKS],
    ['stor-01 nic', members, MEMBER],
    ['stor-01 nic x', members, MEMBER],
    ['stor-01 port 4', members, MEMBER],
    ['', members, 'There is no server without a name: stor-01, 12.'],
  ])('the text %j is refused with a hint of what to type', (typed, read, problem) => {
    expect(read(typed)).toEqual({ problem });
  });
});
