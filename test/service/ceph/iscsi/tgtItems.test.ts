import { expect, test } from 'vitest';
import {
  accountItems,
  connectionsOf,
  GUARD,
  targetItems,
  type TgtTarget,
} from '../../../../src/service/ceph/iscsi/tgtItems.ts';

const TARGET: TgtTarget = {
  name: 'iqn.2001-07.com.ceph:x:alpha',
  initiators: ['iqn.2020-01.org.example:alpha'],
  accounts: [],
  luns: [{ id: 1, pool: 'rbd', image: 'disk', wwn: 'naa.60014051b6b0b7e7bd7e3f394aa38933' }],
};
const ACCOUNT = { username: 'beta-user', password: 'Secret-Word-1' };
const access = { user: 'admin', conf: '/c.conf' };
const factsOf = (changes: Partial<TgtTarget> = {}) => targetItems(3, { ...TARGET, ...changes }, access).items;
const paramsOf = (changes: Partial<TgtTarget> = {}) =>
  factsOf(changes).flatMap(({ add }) => add.map(({ mode, op, params }) => `${mode} ${op} ${params}`));

test('a target gets its access control before its disks', () => {
  expect(paramsOf()).toEqual([
    'target new targetname=iqn.2001-07.com.ceph:x:alpha',
    'target bind initiator-name=iqn.2020-01.org.example:alpha',
    'logicalunit new path=rbd/disk,bstype=rbd,bsopts=conf=/c.conf;id=admin',
    'logicalunit update targetOps vendor_id=STORDECK,product_id=RBD,scsi_id=60014051b6b0b7e7bd7e3f394aa38933,scsi_sn=bd7e3f394aa38933,',
  ]);
  for (const { add, remove } of factsOf())
    for (const request of [...add, ...remove]) expect(request.target).toBe(3);
});

test('a target with passwords also has the guard account, whose password nobody knows', () => {
  expect(paramsOf({ accounts: [ACCOUNT] }).slice(1, 3)).toEqual([
    `account bind user=${GUARD.username}`,
    'account bind user=beta-user',
  ]);
  expect(paramsOf().join()).not.toContain(GUARD.username);
});

test('a new password is a new item, and no key contains a password', () => {
  const keys = (password: string) => factsOf({ accounts: [{ ...ACCOUNT, password }] }).map(({ key }) => key);
  expect(keys('Secret-Word-1')).toEqual(keys('Secret-Word-1'));
  expect(keys('Secret-Word-1')).not.toEqual(keys('Secret-Word-2'));
  expect(keys('Secret-Word-1').join()).not.toContain('Secret');
});

test('an account of several targets is created once', () => {
  const facts = accountItems([
    { ...TARGET, accounts: [ACCOUNT] },
    { ...TARGET, name: 'other', accounts: [ACCOUNT] },
  ]);
  expect(facts.map(({ add }) => add)).toEqual([
    [{ mode: 'account', op: 'new', params: 'user=beta-user,password=Secret-Word-1' }],
  ]);
});

test('the connections of an initiator are found among those of others', () => {
  const text = `Session: 2
    Connection: 0
        Initiator: iqn.2020-01.org.example:alpha
        IP Address: 127.0.0.1
Session: 1
    Connection: 5
        Initiator: iqn.2020-01.org.example:alphabet
    Connection: 6
        Initiator: iqn.2020-01.org.example:alpha
`;
  expect(connectionsOf(text, 'iqn.2020-01.org.example:alpha')).toEqual([
    { session: 2, connection: 0 },
    { session: 1, connection: 6 },
  ]);
  expect(connectionsOf('', 'iqn.2020-01.org.example:alpha')).toEqual([]);
});
