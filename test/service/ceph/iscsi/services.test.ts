import { expect, test } from 'vitest';
import {
  iscsiToWire,
  requireServable,
  targetsOf,
  type SavedIscsi,
} from '../../../../src/service/ceph/iscsi/services.ts';
import type { Collection } from '../../../../src/service/ceph/state/collection.ts';
import { loadAccess, saveAccess } from '../../../../src/service/iscsi/saved.ts';

const [ALPHA, BETA, GAMMA] = ['alpha', 'beta', 'gamma'].map((name) => `iqn.2020-01.org.example:${name}`) as [
  string,
  string,
  string,
];
const NONE = { username: '', password: '' };
const lun = (image: string) => ({ pool: 'rbd', image, id: 1, wwn: `naa.${image}` });
const KEPT: SavedIscsi = {
  iqn: 'iqn.2001-07.com.ceph:x-1',
  gateways: [{ server: 9, name: 'node1', ip: '10.0.0.1' }],
  clients: [
    { name: ALPHA, credentials: NONE, luns: [lun('a')] },
    { name: BETA, credentials: { username: 'beta-user', password: 'Secret-Word-1' }, luns: [] },
    { name: GAMMA, credentials: { username: 'gamma-user', password: 'Secret-Word-2' }, luns: [] },
  ],
  groups: [
    { name: 'pair', members: [BETA, GAMMA], luns: [lun('shared')] },
    { name: 'empty', members: [], luns: [lun('spare')] },
  ],
};
/** Services of which only the entries are used. */
const servicesOf = (...all: SavedIscsi[]) =>
  ({
    entries: () => Promise.resolve(all.map((saved, index) => [index + 1, saved] as const)),
  }) as unknown as Collection<SavedIscsi>;

test('a saved service is loaded and saved unchanged', () => {
  const { gateways: _, ...access } = KEPT;
  expect(saveAccess(loadAccess(structuredClone(KEPT)))).toEqual(access);
});

test('each client has a target of its own, and the clients of a group share one', () => {
  expect(targetsOf(KEPT)).toMatchObject([
    { initiators: [ALPHA], accounts: [], luns: [lun('a')] },
    {
      initiators: [BETA, GAMMA],
      accounts: [{ username: 'beta-user' }, { username: 'gamma-user' }],
      luns: [lun('shared')],
    },
  ]);
});

test('the answer has the name of each client’s target', () => {
  const [single, shared] = targetsOf(KEPT).map(({ name }) => name);
  const { clients = [], gateways } = iscsiToWire(KEPT);
  expect(gateways).toEqual([{ name: 'node1', ip: '10.0.0.1' }]);
  expect(clients.map((client) => (client as { target?: string }).target)).toEqual([single, shared, shared]);
});

test('clients with similar names have different targets, whose names are valid iSCSI names', () => {
  const target = (name: string) =>
    targetsOf({ ...KEPT, groups: [], clients: [{ name, credentials: NONE, luns: [] }] })[0]!.name;
  const [a, b] = [
    target(`iqn.2020-01.org.example:${'x'.repeat(190)}1`),
    target(`iqn.2020-01.org.example:${'x'.repeat(191)}1`),
  ];
  expect(a).not.toBe(b);
  for (const name of [a, b]) {
    expect(name).toMatch(/^iqn\.[a-z0-9.:-]+$/);
    expect(name.length).toBeLessThan(223);
  }
});

test('a username has one password in all services', async () => {
  const other: SavedIscsi = {
    ...KEPT,
    groups: [],
    clients: [{ name: ALPHA, credentials: { username: 'beta-user', password: 'Other-Word-12' }, luns: [] }],
  };
  await expect(requireServable(servicesOf(other, KEPT), 2, loadAccess(KEPT))).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/beta-user has another password/),
  });
  await expect(requireServable(servicesOf(other, KEPT), 1, loadAccess(KEPT))).resolves.toBeUndefined();
});

test('either all hosts of a group have a password, or none', async () => {
  const mixed = { ...KEPT, groups: [{ name: 'mixed', members: [ALPHA, BETA], luns: [] }] };
  await expect(requireServable(servicesOf(), 1, loadAccess(mixed))).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/alpha.*beta|beta.*alpha/),
  });
});
