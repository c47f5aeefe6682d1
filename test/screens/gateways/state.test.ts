import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { gatewaysDownColumn } from '../../../src/screens/serviceState.ts';
import { answering, deck, openScreen, text } from '../openedDeck.ts';

const without = (field: 'nfsGateways' | 'radosgws' | 'iscsi', ...servers: readonly string[]) =>
  answering({
    getClusterStatus: (): Promise<ClusterStatus> =>
      Promise.resolve({
        [field]: { online: 0, total: 2, missing: servers.map((server) => ({ name: server, server })) },
      }),
  });

test.each([
  ['radosgws', '10.20.254.20', 'stor-09', 'stor-02'],
  ['nfsGateways', '10.20.254.10', 'stor-02', 'stor-09'],
] as const)(
  'an HA group marks the servers on which its own kind of gateway is down: %s',
  async (kind, address, member, other) => {
    await openScreen('ha', without(kind, member, other));
    const marked = (await text()).split('\n').filter((line) => / down\b/.test(line));
    expect(marked).toEqual([expect.stringMatching(`${address} .*${member} down`)]);
  },
);

test('an iSCSI service of which all gateways are down says so', async () => {
  await openScreen('iscsi', without('iscsi', 'stor-02', 'stor-09'));
  expect(await text()).toMatch(/all down/);
});

test.each([
  ['ha', 'radosgws'],
  ['iscsi', 'iscsi'],
  ['iscsi-gateways 1', 'iscsi'],
  ['nfs', 'nfsGateways'],
  ['nfs-servers 1', 'nfsGateways'],
] as const)('the list %s shows a gateway that goes down and one that is back', async (line, field) => {
  const down = /(?:stor-\d+|all|) down\b/;
  let missing: readonly string[] = [];
  await openScreen(
    line,
    answering({
      getClusterStatus: (): Promise<ClusterStatus> =>
        Promise.resolve({
          [field]: {
            online: 0,
            total: 2,
            missing: missing.map((server) => ({ name: server, server })),
          },
        }),
    }),
  );
  expect(await text()).not.toMatch(down);
  missing = ['stor-02', 'stor-06', 'stor-09'];
  await deck.clock.advance(6000);
  expect(await text()).toMatch(down);
  missing = [];
  await deck.clock.advance(6000);
  expect(await text()).not.toMatch(down);
});

test('a row without servers, or of an unknown kind, has no gateway that is down', () => {
  const facts = { services: () => [{ id: 'nfs', missing: [{ server: 'a' }] }] };
  const cockpit = { facts } as never;
  const column = gatewaysDownColumn<readonly string[]>((servers) => ({
    kind: servers.length > 1 ? undefined : 'nfs',
    servers,
  }));
  expect([[], ['a', 'b'], ['b'], ['a']].map((servers) => column.value?.(servers, cockpit))).toEqual([
    undefined,
    undefined,
    undefined,
    'down',
  ]);
});
