import { expect, test } from 'vitest';
import { confirm, fill } from '../dialogSteps.ts';
import { actionOf, answering, checkLines, deck, openScreen, see, text } from '../openedDeck.ts';

test('an NFS export is created, changed and deleted', async () => {
  await openScreen('nfs');
  await deck.press('enter', 'n');
  await fill(deck, ['/everyone', '/projects', '0.0.0.0/0 rw']);
  expect(await text()).toMatch(/everyone who reaches the servers may write/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/\/everyone +\/projects +0\.0\.0\.0\/0 rw/);
  await deck.press('G', 'e');
  await fill(deck, ['/everyone', '/projects', '10.0.0.0/8 rw, 10.9.0.0/16']);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/\/projects +10\.0\.0\.0\/8 rw, 10\.9\.0\.0\/16 ro/);
  await deck.press('G', 'D');
  await confirm(deck, 'yes');
  expect(await text()).not.toMatch(/10\.9\.0\.0/);
});

test('servers of gateways are shown by their names', async () => {
  await openScreen('nfs');
  await deck.press('e');
  await fill(deck, ['stor-02, stor-99']);
  expect(await text()).toMatch(/There is no server stor-99/);
  await fill(deck, ['stor-02, stor-06, stor-03']);
  expect(await text()).toMatch(/\{"servers":\[2,6,3\]\}/);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/stor-02, stor-06, stor-03 +3/);
});

test('a gateway that is down is marked in the lists of services and servers, and others are not called up', async () => {
  const missing = [{ name: 'nfs.stor-06', server: 'stor-06' }];
  const status = {
    getClusterStatus: () => Promise.resolve({ nfsGateways: { online: 1, total: 2, missing } }),
  };
  await openScreen('nfs', answering(status));
  expect(await text()).toMatch(/stor-02, stor-06 +stor-06 down/);
  await deck.press('o', 'enter');
  expect(await text()).toMatch(/stor-06 +down/);
});

test('a list of NFS services has no column for gateways that are down while none is', async () => {
  await openScreen('nfs');
  expect(await text()).not.toMatch(/STATE/);
});

test('a new NFS service is listed, whatever its id', async () => {
  await openScreen('nfs');
  await deck.press('n');
  await fill(deck, ['stor-03']);
  await confirm(deck, 'yes');
  expect(await text()).toMatch(/NFS services {2}2 /);
});

test('servers of gateways are shown by their names even if these are read later', async () => {
  const names = Promise.withResolvers<{ readonly id: number; readonly hostname: string }[]>();
  const nothing = { disks: [], map: {} };
  await openScreen(
    'nfs',
    answering({
      listServerNames: () => names.promise,
      listDisks: () => Promise.resolve(nothing.disks),
      getCrushMap: () => Promise.resolve(nothing.map),
    }),
  );
  expect(await text()).toMatch(/server 2, server 6/);
  names.resolve([
    { id: 2, hostname: 'stor-02' },
    { id: 6, hostname: 'stor-06' },
  ]);
  await deck.clock.advance(2000);
  expect(await text()).toMatch(/stor-02, stor-06/);
});

test('the servers of an NFS service are listed under its number', async () => {
  await openScreen('nfs-servers 1');
  expect(await text()).toMatch(/stor-02[^]*stor-06/);
});

test('the page of an NFS server shows what it serves and the state of its server', async () => {
  await openScreen('nfs-servers 1', { columns: 80, rows: 24 });
  await deck.press('d');
  const page = await see(/NFS server stor-02/);
  expect(page).toMatch(/OSDs up +5\/5/);
  expect(page).toMatch(/last seen +\d+s/);
  expect(page).toMatch(/3 exports[^]*\/projects/);
  expect(page).toMatch(/exports of NFS service 1 · its log · its disks/);
});

test('the form for the servers of a service begins with its present servers, and warns of those that stop', async () => {
  await openScreen('nfs-servers 1');
  await deck.press('e');
  expect(await see(/Change the servers/)).toMatch(/stor-02, stor-06/);
  await fill(deck, ['stor-02']);
  expect(await text()).toMatch(/stor-06 stops serving/);
});

test('the servers of a service cannot be changed while they are unknown', async () => {
  const servers = Promise.withResolvers<number[]>();
  await openScreen('nfs-servers 1', answering({ listNfsServers: () => servers.promise }));
  await deck.type('e');
  expect(await text()).toMatch(/servers: its servers are not known yet/);
  servers.resolve([2, 6]);
  await deck.clock.advance(2000);
  await deck.press('e');
  expect(await see(/Change the servers/)).toMatch(/stor-02, stor-06/);
});

test('a service whose servers are unknown is not offered as one that runs nowhere', async () => {
  await openScreen('nfs', answering({ getNfsService: () => Promise.resolve({ exports: [] }) }));
  await deck.type('e');
  expect(await text()).toMatch(/servers: its servers are not known yet/);
});

test('an export path that does not begin with a slash is reported at its field, before any confirmation', async () => {
  await openScreen('nfs-exports 1');
  await deck.press('n');
  await fill(deck, ['home', '/projects', '10.0.0.0/8']);
  expect(await text()).toMatch(/Begin it with \/, as in \/home\./);
  await fill(deck, ['/home']);
  expect(await text()).toMatch(/"nfsPath":"\/home"/);
});

test('an export to which nobody has access says so, and who may have it mounted before it is deleted', async () => {
  await openScreen('nfs-exports 1', {
    ...answering({
      listNfsExports: () => [
        { id: 1, nfsPath: '/a', path: '/data' },
        { id: 2, nfsPath: '/b', access: [{ subnet: '10.0.0.0/8' }] },
      ],
    }),
  });
  const [edit, drop] = [actionOf('edit').plan(), actionOf('delete').plan()];
  expect([edit.title, edit.target, edit.undo]).toEqual([
    'Change export /a',
    '/a',
    'change it back to /data for nobody',
  ]);
  expect([drop.undo, checkLines(drop)]).toEqual([
    'create it again: /data for nobody',
    ['ok nobody has access to it'],
  ]);
  await deck.press('down');
  expect(checkLines(actionOf('delete').plan())).toEqual(['warn 1 network may have it mounted']);
});
