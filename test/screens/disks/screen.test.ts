import { expect, test } from 'vitest';
import { handlerOf } from '../../service/handlerOf.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { actionOf, answering, deck, letters, openScreen, see, text } from '../openedDeck.ts';

const filter = (words: string) => deck.press('/', 'ctrl-u', ...letters(words), 'enter');
const disk = async (name: string) =>
  (await deck.cockpit.api.listDisks({})).find((one) => `${one.hostname}:${one.name}` === name);

test('servers are listed with their OSDs, disks, use and place, and Enter lists the disks of one', async () => {
  await openScreen('servers', { scenario: 'osd-down' });
  expect(await text()).toMatch(/stor-03 +\d+ +4\/5 +\d+[^\n]*default\/rack1/);
  await filter('stor-04');
  await deck.press('enter');
  const disks = await text();
  expect(disks).toMatch(/Disks of a server +stor-04/);
  expect(disks).toMatch(/sd\w +\d+ osd\.\d+ +UP +hdd/);
  expect(disks).toMatch(/unassigned/);
});

test('one key leads from a server to its log', async () => {
  await openScreen('servers');
  await deck.press('o');
  expect(await text()).toMatch(/disks of stor-01[^]*log of stor-01[^]*stor-01 in the CRUSH tree/);
  await deck.press('down', 'down', 'enter');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'logs', logs: { servers: [1] } });
});

test('an OSD can be created on a free disk, and not on one in use', async () => {
  await openScreen('disk stor-04');
  await filter('osd.');
  await deck.press('n');
  await fill(deck, []);
  expect(await text()).toMatch(/it is osd\.\d+: release it first/);
  await deck.press('esc');
  await filter('unassigned');
  await deck.press('n');
  await fill(deck, [undefined, 'true']);
  const dialog = await text();
  expect(dialog).toMatch(/everything that is on stor-04:sd\w is erased/);
  expect(dialog).toMatch(/ceph-volume lvm create --data \/dev\/sd\w --dmcrypt/);
  const name = /Create an OSD on (\S+)/.exec(dialog)?.[1] ?? '';
  await confirm(deck, name);
  await deck.clock.advance(60_000);
  expect(await disk(name)).toMatchObject({ role: 'osd', encrypted: true });
});

test('an OSD on a server of an orchestrator is shown as its command', async () => {
  const { server, hostname } = { server: 4, hostname: 'stor-04' };
  const listServers = async () => [{ id: server, hostname, access: 'orchestrator' as const }];
  await openScreen('disk stor-04', answering({ listServers }));
  await filter('unassigned');
  await deck.press('n');
  await fill(deck, [undefined, 'true']);
  await deck.clock.advance(2000);
  expect(await text()).toMatch(/ceph orch daemon add osd stor-04:data_devices=\/dev\/sd\w,encrypted=true/);
});

test('releasing the disk of a dead OSD shows the degraded data and the task that runs', async () => {
  await openScreen('disk stor-03', { scenario: 'osd-down' });
  await filter('osd.11');
  await deck.press('w');
  await deck.clock.advance(400);
  const dialog = await text();
  expect(dialog).toMatch(/Release osd\.11/);
  expect(dialog).toMatch(/already degraded/);
  expect(dialog).toMatch(/ceph osd out 11/);
});

test('the disks pane offers the same actions, and related screens', async () => {
  await openScreen('osd osd.3');
  await deck.press('a');
  expect(await text()).toMatch(/Measure the speed of the disk +B +disruptive/);
  await deck.press('esc', 'B');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/Measure the speed of osd\.3[^]*osd\.3 serves clients: they wait/);
  await confirm(deck, 'yes');
  expect((await deck.cockpit.api.listTasks({})).data?.at(0)?.name).toMatch(/benchmark/i);
  await deck.press('o');
  expect(await text()).toMatch(/disks of stor-01[^]*osd\.3 in the CRUSH tree/);
  await deck.press('esc', 'd');
  expect(await text()).toMatch(
    /\n ?Tasks\n *\d\d:\d\d:\d\dZ? .*[Bb]enchmark stor-01:sd\w: (?:RUNNING|WAITING), by /,
  );
});

test('the device class of an OSD is changed by a dialog of its own', async () => {
  await openScreen('osd osd.3');
  await deck.press('c');
  await fill(deck, ['hdd']);
  expect(await text()).toMatch(/up to \S+ [GT]iB leave it, and other data comes/);
  await confirm(deck, 'osd.3');
  await deck.clock.advance(30_000);
  const map = await deck.cockpit.api.getCrushMap({});
  expect(map.nodes?.find(({ id }) => id === 3)?.deviceClass).toBe('hdd');
});

test('the id of a destroyed OSD is reused on a free disk of the same server', async () => {
  const asked: unknown[] = [];
  await openScreen('destroyed', {
    engine: (inner) => ({
      ...inner,
      handlers: {
        ...inner.handlers,
        listDestroyedOsds: () => ({ destroyedOsds: [{ id: 15, host: 'stor-04' }] }),
        async getCrushMap(...call) {
          const map = await handlerOf(inner.handlers, 'getCrushMap')(...call);
          const nodes = map.nodes?.map((node) => (node.id === 15 ? { ...node, status: 'DESTROYED' } : node));
          return { ...map, nodes: nodes ?? [] };
        },
        updateServerDisk(input) {
          asked.push(input);
          return { id: 1, state: 'RUNNING' };
        },
      },
    }),
  });
  expect(await text()).toMatch(/osd\.15 +15 +stor-04/);
  await deck.press('n');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/▌ disk +\* stor-04:sd\w/);
  await fill(deck, []);
  expect(await text()).toMatch(/osd\.15 is destroyed: its id can be taken over/);
  await confirm(deck, 'osd.15');
  const free = (await deck.cockpit.api.listDisks({})).find(
    ({ hostname, role }) => hostname === 'stor-04' && role === 'unassigned',
  );
  expect(asked).toMatchObject([
    {
      params: { id: 4, diskId: free?.id },
      body: { role: 'osd', reuseOsdId: 15, encrypted: false },
    },
  ]);
});

test('only unassigned disks that can be named in a request are offered for the id of a destroyed OSD', async () => {
  const free = { role: 'unassigned', hostname: 'stor-04', capacity: 2 ** 40 } as const;
  await openScreen('destroyed', {
    ...answering({
      listDestroyedOsds: () => ({ destroyedOsds: [{ id: 15, host: 'stor-04' }] }),
      listDisks: () => [
        { ...free, id: 1, server: 5, hostname: 'stor-05', name: 'sda' },
        { ...free, id: 2, server: 4, name: 'sdb' },
        { ...free, id: 3, server: 4, name: 'sdc', role: 'osd' },
        { ...free, id: 4, name: 'sdd' },
        { ...free, server: 4, name: 'sde' },
      ],
    }),
  });
  const [field] = actionOf('reuse').plan().fields;
  expect(field).toMatchObject({ initial: 'stor-04:sdb', hint: 'an unassigned disk' });
  expect(field?.choices?.({})).toMatchObject({ all: [{ text: 'stor-04:sdb' }, { text: 'stor-05:sda' }] });
});

test('the disks of a server are described with the same words as in the disks pane', async () => {
  await openScreen('disk stor-07', { scenario: 'host-down' });
  await deck.clock.advance(12_000);
  expect(await text()).toMatch(/sda +(?:\d+ +)?osd\.30 +DOWN in [^\n]*unknown/);
});

test('the disks of a server are listed with their use, their journals and what hinders them', async () => {
  const on = (id: number, more: object) => ({ id, hostname: 'h', server: 7, name: `sd${id}`, ...more });
  await openScreen('disk h', {
    columns: 200,
    ...answering({
      getCrushMap: () => ({
        nodes: [{ id: 3, type: 'OSD', status: 'UP', reweight: 1, deviceClass: 'nvme' }],
      }),
      listDisks: () => [
        on(1, { role: 'osd', osdId: 3, daemonRunning: true, journalDisk: 2, journalPartition: 1 }),
        on(2, { role: 'journal', partitions: 4 }),
        on(3, { role: 'journal', partitions: 4, usedPartitions: 2 }),
        on(4, { role: 'journal' }),
        on(5, { role: 'mon', daemonRunning: false, journalDisk: 9 }),
        on(6, { role: 'unassigned', missing: true, deviceClass: 'ssd' }),
        on(8, { role: 'mon', daemonRunning: true }),
        { ...on(9, { role: 'other' }), hostname: 'elsewhere', server: 8 },
      ],
    }),
  });
  const shown = await see(/sd8/);
  expect(shown).toMatch(/sd1 +1 osd\.3 +UP +nvme [^\n]* 2\.1/);
  expect(shown).toMatch(/sd2 +2 journal 0\/4 used /);
  expect(shown).toMatch(/sd3 +3 journal 2\/4 used /);
  expect(shown).toMatch(/sd4 +4 journal {3}/);
  expect(shown).toMatch(/sd5 +5 mon +stopped [^\n]* 9\.\?/);
  expect(shown).toMatch(/sd6 +6 unassigned +MISSING +ssd/);
  expect(shown).toMatch(/sd8 +8 mon {3,}\S/);
  expect(shown).not.toMatch(/sd9/);
});

test('the forms of a disk offer the journal disks of its server, and one partition more than a journal disk has', async () => {
  await openScreen('disk 1', {
    columns: 160,
    ...answering({
      listDisks: () => [
        { id: 1, server: 1, hostname: 'stor-01', name: 'sda', role: 'unassigned', deviceClass: 'ssd' },
        { id: 2, server: 1, hostname: 'stor-01', name: 'sdb', role: 'journal', partitions: 3 },
        { id: 3, server: 2, hostname: 'stor-02', name: 'sdc', role: 'journal', partitions: 3 },
      ],
    }),
  });
  const fields = (id: string) =>
    actionOf(id)
      .plan()
      .fields.map(({ name, initial, required, choices }) => [
        name,
        initial,
        required,
        choices?.({}).all.map(({ text: shown }) => shown) ?? [],
      ]);
  expect(fields('make-osd')).toEqual([
    ['body.osdStoreBackend', 'Bluestore', false, ['Filestore', 'Bluestore']],
    ['body.encrypted', 'false', false, ['true', 'false']],
    ['body.journalDisk', '', false, ['sdb']],
    ['body.crushDeviceClass', '', false, ['hdd', 'ssd', 'nvme']],
    ['body.reuseOsdId', '', false, []],
  ]);
  expect(fields('journal')).toEqual([['body.partitions', '4', true, []]]);
  await deck.press('j');
  expect(fields('journal')).toEqual([['body.partitions', '4', true, []]]);
});
