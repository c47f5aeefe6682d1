import { expect, test } from 'vitest';
import {
  deletePool,
  editPool,
  setPoolQuotas,
  enableOverwrites,
  protectPool,
} from '../../../src/screens/pools/actions.ts';
import { erasurePool, replicatedPool } from '../../../src/screens/pools/forms.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { confirm, fill } from '../dialogSteps.ts';
import { actionOf, answering, deck, guard, openedPage, openScreen, text } from '../openedDeck.ts';
import type { DeckOptions } from '../shownDeck.tsx';

async function open(filter = '', options: Partial<DeckOptions> = {}): Promise<void> {
  await openScreen('pools', options);
  if (filter !== '') await deck.press('/', ...filter.split(''), 'enter');
}
const pool = async (name: string) => (await deck.cockpit.api.listPools({})).find((one) => one.name === name);

test('pools are listed with their redundancy, placement groups, rule, use and load', async () => {
  await open();
  const shown = await text();
  expect(shown).toMatch(/volumes +rbd +replicated 3 +2 512 ok +replicated\S* +4\.8 TiB/);
  expect(shown).toMatch(/rgw-data +rgw +EC 4\+2 +5 256 ok +erasure_hdd/);
});

test('the throughput of a pool is updated while nothing else about the pool changes', async () => {
  const pools = [{ name: 'vm', poolId: 1, stats: { readBytesPerSec: 2 ** 20, writeBytesPerSec: 0 } }];
  await openScreen('pools', { columns: 160, rows: 24, ...answering({ listPools: () => pools }) });
  await deck.clock.advance(60_000);
  expect(await text()).toMatch(/vm .*1\.0 MiB\/s +([▂-█])\1{3}/);
});

test('Enter shows the page of a pool, and its links lead to all fields and to related screens', async () => {
  await open('volumes');
  await deck.press('enter');
  expect(await text()).toMatch(/▶ Pool volumes +✓ whole/);
  await deck.press('esc', 'o', 'down', 'down', 'down', 'enter');
  const details = await text();
  expect(details).toMatch(/Pool details +volumes[^]*placement groups +512 +pg_num/);
  expect(details).toMatch(/CRUSH rule +replicated\S* \(\d+\) +crush_rule/);
  expect(details).toMatch(/PGs by state +512 active\+clean +pgs_by_state\.0/);
  await deck.press('esc', 'o');
  const menu = await text();
  expect(menu).toMatch(/block images of volumes[^]*placement groups of volumes[^]*its CRUSH rule replicated/);
  await deck.press('down', 'enter');
  expect(await text()).toMatch(/2 Placement groups[^\n]*\/pool:volumes[^\n]*1\/8/);
});

test.each([
  [{ 'body.description': '' }, {}],
  [{ 'body.description': 'new' }, { description: 'new' }],
  [{ 'body.size': undefined, 'body.minSize': 2, 'body.fastRead': false }, { fastRead: false }],
  [{ 'body.name': 'p', 'body.pgNum': 8 }, { pgNum: 8 }],
])('of a changed pool only what differs is sent: of %j it is %j', async (values, body) => {
  await openScreen('pools');
  const { finish } = editPool({ name: 'p', poolId: 1, size: 3, minSize: 2 }, deck.cockpit);
  expect(finish?.({ params: { name: 'p' } }, values)).toEqual({ params: { name: 'p' }, body });
  const described = editPool({ name: 'p', description: 'old' }, deck.cockpit);
  expect(described.finish?.({}, { 'body.description': '' })).toEqual({ body: { description: '' } });
});

test('a replicated pool is created from a form, with checks of the numbers', async () => {
  await open();
  await deck.press('n');
  await fill(deck, ['backups', 'rbd', '2', '2', '48']);
  const dialog = await text();
  expect(dialog).toMatch(/two copies: while one is being made again, the other is the last/);
  expect(dialog).toMatch(/min size equals size/);
  expect(dialog).toMatch(/48 is not a power of two/);
  expect(dialog).toMatch(/POST \/pools/);
  await confirm(deck, 'yes');
  expect(await pool('backups')).toMatchObject({ size: 2, minSize: 2, pgNum: 48, application: 'rbd' });
  expect(await text()).toMatch(/backups +rbd +replicated 2/);
});

test('an erasure-coded pool has a dialog of its own, and its rule is given by name', async () => {
  await open();
  await deck.press('N');
  await fill(deck, ['archive', 'rgw', '4', '2', '', '32', 'nonsense']);
  expect(await text()).toMatch(/There is no CRUSH rule nonsense: type one of erasure_hdd/);
  await deck.press('ctrl-u');
  await deck.type('erasure_hdd\r');
  await confirm(deck, 'yes');
  expect(await pool('archive')).toMatchObject({ erasureCoding: true, dataChunks: 4, parityChunks: 2 });
});

test.each([
  ['n', 'the name', ['a b/;x']],
  ['N', 'the name', ['']],
  ['n', 'the application', ['backups', 'r b;d']],
])('the form (%s) refuses a word for %s that its hint excludes', async (key, _, values) => {
  await open();
  await deck.press(key);
  await fill(deck, values);
  const shown = await text();
  expect(shown).toMatch(/It must be filled in|Use letters, digits, _, \. and -|There is no application/);
  expect(shown).not.toMatch(/POST \/pools/);
});

test('a pool can be renamed to a valid name, and not to the name of another', async () => {
  await open('volumes');
  await deck.press('e');
  await fill(deck, ['a b']);
  expect(await text()).toMatch(/Use letters, digits, _, \. and -/);
  await deck.press('esc', 'esc');
  const named = editPool({ name: 'a b', application: 'r b' }, deck.cockpit).freshFields?.();
  expect(named?.['body.name']?.read?.('a b')).toEqual({ value: 'a b' });
  expect(named?.['body.name']?.read?.('')).toEqual({ value: undefined });
  expect(named?.['body.application']?.read?.('r b')).toEqual({ value: 'r b' });
  expect(named?.['body.application']?.read?.('r;b')).toHaveProperty('problem');
});

test('an edit of a pool sends only the changed fields, and shows what the change moves', async () => {
  await open('volumes');
  await deck.press('e');
  await fill(deck, [undefined, undefined, undefined, '1']);
  const dialog = await text();
  expect(dialog).toMatch(/min size 1: writes may go to a single copy/);
  expect(dialog).toMatch(/PATCH \/pools\/volumes \{"minSize":1\}/);
  expect(dialog).toMatch(/ceph osd pool set volumes min_size 1/);
  await deck.press('esc', 'esc');
  await deck.press('e');
  await fill(deck, []);
  expect(await text()).toMatch(/Nothing has been changed yet: change a field, or leave with Esc\./);
});

test('quotas are typed as sizes, and one that is already reached is reported', async () => {
  await open('volumes');
  await deck.press('Q');
  await fill(deck, ['1T', '0']);
  expect(await text()).toMatch(/it stores 4\.8 TiB already: writes stop at once/);
  await confirm(deck, 'yes');
  expect((await pool('volumes'))?.quotaMaxBytes).toBe(2 ** 40);
});

test.each([
  [{ 'body.quotaMaxBytes': 101, 'body.quotaMaxObjects': 8 }, ['ok it stores 100 B now']],
  [{ 'body.quotaMaxBytes': 100 }, ['warn it stores 100 B already: writes stop at once']],
  [{ 'body.quotaMaxObjects': 7 }, ['warn it holds 7 objects already: writes stop at once']],
  [{ 'body.quotaMaxObjects': 1 }, ['warn it holds 7 objects already: writes stop at once']],
  [
    { 'body.quotaMaxBytes': 1, 'body.quotaMaxObjects': 1 },
    [
      'warn it stores 100 B already: writes stop at once',
      'warn it holds 7 objects already: writes stop at once',
    ],
  ],
  [{ 'body.quotaMaxBytes': 0, 'body.quotaMaxObjects': 0 }, ['ok it stores 100 B now']],
])('the quotas %j are compared with what a pool stores and holds', async (values, lines) => {
  await open();
  const found = (stats: { bytes?: number; objects?: number }) =>
    setPoolQuotas({ name: 'a', stats }, deck.cockpit)
      .checks?.(values)
      .map(({ level, text: said }) => `${level} ${said}`);
  expect(found({ bytes: 100, objects: 7 })).toEqual(lines);
  expect(found({})).toEqual(['ok it stores -- now']);
});

test('a protected pool cannot be deleted before it is unprotected', async () => {
  await open('volumes');
  await deck.press('p');
  await confirm(deck, 'yes');
  await deck.press('D');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/it is protected from deletion: unprotect it first[^]*cannot be done now/);
  await deck.press('esc', 'u');
  await confirm(deck, 'yes');
  await deck.press('D');
  await deck.clock.advance(400);
  const dialog = await text();
  expect(dialog).not.toMatch(/protected from deletion/);
  expect(dialog).toMatch(/\d+ block images in it/);
  expect(dialog).toMatch(/4\.8 TiB in 1\.3M objects are lost for good/);
  expect(dialog).toMatch(/clients use it: \d+ operations this second/);
});

test('an empty pool is deleted once its name is typed', async () => {
  await open();
  await deck.cockpit.api.createPool({ body: { name: 'scratch', pgNum: 8 } });
  await deck.press('ctrl-r', '/', ...'scratch'.split(''), 'enter', 'D');
  await deck.clock.advance(400);
  expect(await text()).toMatch(/it stores nothing/);
  await confirm(deck, 'scratch');
  expect(await pool('scratch')).toBeUndefined();
});

test('the screen of pools fits the smallest terminal', async () => {
  await open('', { columns: 60, rows: 16 });
  expect(await text()).toMatch(/volumes +replicated 3 +512 ok +4\.8 TiB/);
});

test('a name from the service is quoted as one word in the shown command, whatever it contains', async () => {
  await open();
  const hostile = { name: 'x; reboot', poolId: 1, size: 3 };
  const make = [editPool, protectPool(true), enableOverwrites, deletePool];
  const lines = [
    ...make.map((proposal) => proposal(hostile, deck.cockpit).cli?.({ 'body.size': 2 }) ?? ''),
    setPoolQuotas(hostile, deck.cockpit).cli?.({ 'body.quotaMaxBytes': 5 }) ?? '',
  ];
  for (const line of lines) expect(line).toMatch(/^ceph osd pool [\w-]+(?: 'x; reboot')+ [^;]*$/);
});

test('the commands that a new or changed pool is like name every setting of the form', async () => {
  await open();
  const named = { 'body.name': 'p', 'body.application': 'storefs', 'body.minSize': 2, 'body.crushRule': 0 };
  const rule = deck.cockpit.cache.slot(resources.rules).data?.find(({ id }) => id === 0)?.name;
  expect(
    replicatedPool(deck.cockpit)
      .cli?.({ ...named, 'body.size': 4 })
      ?.split('; '),
  ).toEqual([
    'ceph osd pool create p 32 replicated',
    'ceph osd pool set p min_size 2',
    `ceph osd pool set p crush_rule ${rule}`,
    'ceph osd pool set p size 4',
    'ceph osd pool application enable p cephfs',
  ]);
  const erasure = { ...named, 'body.dataChunks': 4, 'body.parityChunks': 2, 'body.fastRead': true };
  expect(erasurePool(deck.cockpit).cli?.(erasure)?.split('; ').slice(0, 3)).toEqual([
    'ceph osd erasure-code-profile set ec-4-2 k=4 m=2',
    'ceph osd pool create p 32 erasure ec-4-2',
    'ceph osd pool set p min_size 2',
  ]);
  const change = { 'body.name': 'q', 'body.fastRead': true, 'body.application': 'rbd' };
  expect(editPool({ name: 'p', poolId: 1 }, deck.cockpit).cli?.(change)?.split('; ')).toEqual([
    'ceph osd pool set p fast_read true',
    'ceph osd pool application enable p rbd',
    'ceph osd pool rename p q',
  ]);
});

test('a size that is typed with a unit is shown as it is understood', async () => {
  await open('volumes');
  await deck.press('Q');
  await guard();
  await deck.type('5 TB');
  expect(await text()).toMatch(/a size, such as 10T; 0 is unlimited {2}= 5\.0 TiB/);
});

test('a field of a form that was left with a wrong value has a sign', async () => {
  await open();
  await deck.press('n');
  await guard();
  await deck.type('bad name!');
  await deck.press('tab');
  expect(await text()).toMatch(/✗ name +\* bad name!/);
});

test('a pool shows the number of a rule without a name, and how many placement groups are okay while not all are', async () => {
  await openScreen('pools', {
    columns: 160,
    ...answering({
      listPools: () => [
        { name: 'ec', poolId: 2, erasureCoding: true, erasureCodingOverwriteSupportMissing: false },
        { name: 'vms', poolId: 1, crushRule: 99, pgNum: 8, pgpNum: 4, quotaMaxBytes: 100 },
      ],
      getClusterStatus: () => ({
        placementGroups: [{ poolName: 'vms', poolId: 1, total: 8, okay: 5, warn: 0, error: 0 }],
      }),
    }),
  });
  expect(actionOf('overwrites').refused).toBe('ec can be overwritten already');
  await deck.press('down');
  expect(actionOf('overwrites').refused).toBe('vms is replicated: it can be overwritten anyway');
  expect(await text()).toMatch(/▌vms +-- +replicated -- +.*5\/8 ok.* rule 99 /);
  await deck.press('d');
  expect(openedPage().facts).toEqual(
    expect.arrayContaining([
      ['rule', 'rule 99'],
      ['placement groups', '8, 4 for placement'],
    ]),
  );
});
