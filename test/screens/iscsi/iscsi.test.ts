import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { confirm, fill } from '../dialogSteps.ts';
import {
  actionOf,
  answering,
  checkLines,
  deck,
  listLines,
  openedPage,
  openScreen,
  text,
} from '../openedDeck.ts';

test('iSCSI services are found although no operation lists them', async () => {
  await openScreen('iscsi');
  expect(await text()).toMatch(/ 1 iqn\.2019-03\.com\.example\.storage:iscsi-1 .* 3 +1 +3/);
});

test('the page of an iSCSI service names its clients and host groups', async () => {
  await openScreen('iscsi');
  const { clients = [], groups = [] } = await deck.cockpit.api.getIscsiService({ params: { serviceId: 1 } });
  await deck.press('d');
  const page = await text();
  expect(clients.length + groups.length).toBeGreaterThan(0);
  for (const { name } of [...clients, ...groups]) expect(page).toContain(name);
});

test('of an iSCSI service that reports little the list and the page show a dash, and its number stands for its name', async () => {
  const bare = {
    gateways: [{}, { name: 'stor-01', ip: '10.0.0.1' }],
    clients: [{}],
    groups: [{ name: 'g' }],
  };
  await openScreen('iscsi', {
    columns: 150,
    ...answering({
      getIscsiService({ params: { serviceId } }) {
        if (serviceId === 1) return bare;
        if (serviceId === 2) return {};
        throw new Refusal(404, 'there is none');
      },
    }),
  });
  expect((await listLines(/^ID TARGET/)).map((line) => line.replace(/,.*stor-01\S*/, ', stor-01'))).toEqual([
    expect.stringMatching(/^ID TARGET GATEWAYS .*CLIENTS GROUPS DISKS$/),
    expect.stringMatching(/^1 -- .*stor-01.* 1 1 0$/),
    expect.stringMatching(/^2 -- .*0 0 0$/),
  ]);
  const pages = [];
  for (let row = 0; row < 2; row++) {
    await deck.press('d');
    const { title, facts, table } = openedPage();
    pages.push([title, facts.map(([, value]) => value), table?.rows]);
    await deck.press('esc', 'down');
  }
  expect(pages).toEqual([
    [
      'iSCSI service 1',
      ['--', '1', '--', 'g', '0'],
      [
        ['--', '--'],
        ['stor-01', '10.0.0.1'],
      ],
    ],
    ['iSCSI service 2', ['--', '2', 'none', 'none', '0'], []],
  ]);
  const drop = actionOf('delete').plan();
  expect([drop.target, checkLines(drop)]).toEqual(['iSCSI service 2', ['ok it serves no disk']]);
  await deck.press('home');
  expect(checkLines(actionOf('delete').plan())).toEqual([
    'ok it serves no disk',
    'warn 1 client cannot connect any more',
  ]);
  await deck.command('iscsi-gateways 1');
  expect(await listLines(/^SERVER/)).toEqual([
    expect.stringMatching(/^SERVER .*ADDRESS NETWORK OF SERVER$/),
    expect.stringMatching(/^-- .*--$/),
    expect.stringMatching(/^stor-01 .*10\.0\.0\.1 \d+Mbit\/s [▂-█]{6}$/),
  ]);
});

test('the disks of an iSCSI service are those of its groups and of its clients without a group', async () => {
  const luns = [{ pool: 'p', name: 'i' }];
  const clients = [{ name: 'a', luns }, { name: 'b', luns: [...luns, ...luns], group: 'g' }, { name: 'c' }];
  const groups = [{ name: 'g', luns: [...luns, ...luns] }, { name: 'h' }];
  await openScreen('iscsi', answering({ getIscsiService: () => ({ iqn: 'iqn.x', clients, groups }) }));
  const drop = actionOf('delete').plan();
  expect(drop).toMatchObject({ title: 'Delete iSCSI service 1', target: 'iqn.x' });
  expect(drop.cli?.({})).toBe('gwcli /iscsi-targets delete iqn.x');
  expect(checkLines(drop)).toEqual([
    'block it serves 3 disks: remove them first',
    'warn 3 clients cannot connect any more',
  ]);
});

test('the password of an iSCSI client is masked everywhere until v shows it', async () => {
  await openScreen('iscsi-clients 1');
  const password = await deck.cockpit.api
    .getIscsiService({ params: { serviceId: 1 } })
    .then(({ clients = [] }) => clients[0]?.password ?? '');
  expect(password).not.toBe('');
  expect(await text()).toMatch(/demo-initiator +\*\*\*/);
  await deck.press('d');
  expect(await text()).not.toContain(password);
  await deck.press('esc', 'y');
  expect(await text()).not.toContain(password);
  await deck.press('esc', 'v');
  expect(await text()).toContain(password);
});

test('an iSCSI client is created, given a new disk, and cannot be deleted while it has one', async () => {
  await openScreen('iscsi-clients 1');
  const { clients = [] } = await deck.cockpit.api.getIscsiService({ params: { serviceId: 1 } });
  const pool = clients[0]?.luns?.[0]?.pool ?? '';
  await deck.press('n');
  await fill(deck, ['iqn.1994-05.com.example:new', 'new-initiator', 'a-secret-of-14']);
  const dialog = await text();
  expect(dialog).toMatch(/PUT \/services\/iscsi\/1\/clients\/iqn\.1994-05\.com\.example%3Anew/);
  expect(dialog).not.toContain('a-secret-of-14');
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/iqn\.1994-05\.com\.example:new .* 0/);
  await deck.press('G', 'enter');
  expect(await text()).toMatch(/The client has no disks/);
  await deck.press('n');
  await fill(deck, [`${pool}/fresh 10X`]);
  expect(await text()).toMatch(/10X is not a size/);
  await fill(deck, [`${pool}/fresh 10G`]);
  await confirm(deck, 'yes');
  expect(await text()).toContain(`${pool}/fresh`);
  await deck.press('esc', 'G', 'D');
  expect(await text()).toMatch(/it has 1 disk: remove them first[^]*It cannot be done now/);
});

test('an iSCSI client without a password is warned of, and so is another login of one with disks', async () => {
  const clients = [
    { name: 'iqn.2001-01.a:with', username: 'u', luns: [{ pool: 'p', name: 'i' }], group: 'g' },
    { name: 'iqn.2001-01.a:none' },
  ];
  await openScreen('iscsi-clients 1', answering({ getIscsiService: () => ({ clients }) }));
  const checks = (id: string, values = {}) => checkLines(actionOf(id).plan(), values);
  expect(checks('create', { 'body.username': '' })).toEqual([
    'warn without a password, anyone who uses that name gets the disks',
  ]);
  expect(checks('create', { 'body.username': 'u' })).toEqual([]);
  await deck.press('G');
  expect([checks('login'), checks('delete')]).toEqual([[], ['ok it has no disks']]);
  await deck.press('g');
  expect(checks('login')).toEqual(['warn the client cannot reconnect until it has the new login too']);
  expect(checks('delete')).toEqual([
    'block it is in the group g: remove it there first',
    'block it has 1 disk: remove them first',
  ]);
});

test('an iSCSI host group is deleted only once it has neither hosts nor disks', async () => {
  await openScreen('iscsi-groups 1');
  await deck.press('D');
  expect(await text()).toMatch(/it has \d+ hosts?: remove them first[^]*It cannot be done now/);
  await deck.press('esc', 'n');
  await fill(deck, ['fresh-group']);
  await confirm(deck, 'yes');
  await deck.press('D');
  expect(await text()).toMatch(/it has no hosts[^]*it has no disks/);
  expect(await text()).not.toMatch(/It cannot be done now/);
});

test('the connection to a shell shows its token only on request', async () => {
  await openScreen('iscsi');
  await deck.press('t');
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/token +\*\*\*/);
  await deck.press('v');
  expect(await text()).toMatch(/token +[\w-]{20,}/);
});

test('a service without gateways gives the reason, and the search stops', async () => {
  let asked = 0;
  await openScreen('iscsi', {
    wrap: (inner) => ({
      ...inner,
      send(id, ...rest) {
        if (id !== 'getIscsiService') return inner.send(id, ...rest);
        asked++;
        return Promise.reject(refusal());
      },
    }),
  });
  expect(await text()).toMatch(/No answer yet: no iSCSI here/);
  expect(asked).toBeLessThan(5);
});

function refusal(): Error {
  return new ApiError({ kind: 'rejected', status: 501, message: 'no iSCSI here' });
}
