import { describe, expect, test } from 'vitest';
import {
  accessText,
  accessWords,
  membersText,
  readAccess,
  readAddresses,
  readDisks,
  readMembers,
} from '../../../src/screens/gateways/lists.ts';

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
    expect(readAddresses(servers, 'stor-01')).toHaveProperty('problem');
    expect(readAddresses(servers, 'stor-1=10.0.0.1')).toHaveProperty('problem');
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
    for (const wrong of ['', 'rbd', 'rbd/', '/a', 'rbd/a ten', 'rbd/a,'])
      expect(readDisks(wrong), wrong).toHaveProperty('problem');
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
    for (const wrong of ['10.0.0.0/8 write', ' ', '10.0.0.0/8 rw ro'])
      expect(readAccess(wrong), wrong).toHaveProperty('problem');
  });

  test('members of an HA group are read as they are shown', () => {
    const members = [{ server: 1, nic: 4, vlan: 20 }, { server: 9 }, { server: 7, vlan: 0 }];
    const written = membersText(servers, members);
    expect(written).toBe('stor-01 nic 4 vlan 20, 9, 12 vlan 0');
    expect(readMembers(servers, written)).toEqual({ value: members });
    for (const wrong of ['stor-01 nic', 'stor-01 nic x', 'stor-01 port 4', ''])
      expect(readMembers(servers, wrong), wrong).toHaveProperty('problem');
  });
});
