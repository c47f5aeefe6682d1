import { expect, test } from 'vitest';
import { answering, deck, letters, openDeck, openScreen, see, text } from './openedDeck.ts';

const WIDE = { columns: 160, rows: 48 } as const;

/** The requests that were made so far, besides those for figures over time, the last one first. */
const sent = () => deck.cockpit.requests.list().flatMap(({ id }) => (id === 'getGraph' ? [] : id));
const requests = () => sent().length;

test('the page of a server lists its disks, as their screen does, and needs only the numbers of the servers for it', async () => {
  await openScreen('servers', WIDE);
  await see(/stor-01/);
  const before = requests();
  await deck.press('d');
  const page = await see(/\n disks of stor-01\n +DISK +ID +USE[^]+\n  ✓ sda +\d+ osd\.\d+ +UP/);
  expect(page).not.toMatch(/more below|\d more/);
  expect(sent().slice(0, -before)).toEqual(['listServerNames']);
  await see(/ ✓ sda +\d+ osd\.\d+ +UP +hdd +[\d.]+ TiB +\d+% +\d+% +▂+ good/);
});

test('the page of an S3 user lists the buckets of this user', async () => {
  await openScreen('s3', { columns: 140, rows: 48 });
  await deck.press('down', 'd');
  const page = await see(/S3 user (\S+)/);
  const [, user = ''] = /S3 user (\S+)/.exec(page) ?? [];
  const [, list = ''] = page.split(`\n buckets of ${user}\n`);
  const owners = list
    .split('\n\n')[0]!
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/)[1]);
  expect(owners.length).toBeGreaterThan(0);
  expect(new Set(owners)).toEqual(new Set([user]));
});

test('a page without room has no list, and the last log lines keep theirs', async () => {
  await openScreen('servers', { columns: 80, rows: 24 });
  await deck.clock.advance(60_000);
  await deck.press('d');
  expect(await see(/Last log lines/)).not.toMatch(/\n disks of stor-01\n/);
  await deck.resize(80, 34);
  expect(await see(/\n disks of stor-01\n/)).toMatch(/Last log lines\n[^]+\n[^]+\n/);
});

test('a list that does not fit counts the rows that it leaves out', async () => {
  await openScreen('servers', { columns: 80, rows: 32 });
  await deck.clock.advance(60_000);
  await deck.press('d');
  expect(await see(/\n disks of stor-01\n/)).toMatch(/\n {2}\d more\n\n Last log lines/);
});

test('the page of a host on the deck reads its disks while it is open, and no longer', async () => {
  await openDeck({ ...WIDE, scenario: 'calm' });
  await deck.command('crush name:stor-01');
  await deck.press('d');
  await deck.clock.advance(6000);
  await see(/▶ host stor-01[^]+\n disks of stor-01\n/);
  await deck.press('esc');
  const reads = () => deck.cockpit.requests.list().filter(({ id }) => id === 'listDisks').length;
  const before = reads();
  await deck.clock.advance(60_000);
  expect(reads()).toBe(before);
});

test('the page of a pool lists its block images below its figures', async () => {
  await openScreen('pools', WIDE);
  await deck.press('/', ...letters('name:volumes'), 'enter', 'enter');
  const page = await see(
    /▶ Pool volumes[^]+\n block images of volumes +all fields of volumes\n +IMAGE +SIZE/,
  );
  expect(page).toMatch(/\n {2}app-01-data/);
  expect(page).toMatch(/\n {2}\d+ more *\n[^\n]*Esc close/);
});

test('a wide page shows two lists beside each other, and leaves out one that is empty', async () => {
  await openScreen('buckets', WIDE);
  await deck.press('/', ...letters('bucket:scratch'), 'enter', 'd');
  await see(/\n who may use scratch +CORS rules of scratch\n|\n who may use scratch\n/);
  expect(await text()).not.toMatch(/\n objects in scratch/);
  await deck.press('esc', 'esc', '/', ...letters('bucket:shop-images'), 'enter', 'd');
  await see(/\n objects in shop-images {10,}who may use shop-images\n/);
});

test('what Enter opens is on the page without being declared', async () => {
  await openScreen('images volumes', WIDE);
  await deck.press('/', ...letters('image:app-03'), 'enter', 'd');
  await see(/▶ Image app-03-data[^]+\n Snapshots\n +SNAPSHOT/);
});

test('the page of a task shows its output once', async () => {
  await openScreen('all-tasks', { ...WIDE, scenario: 'demo' });
  await deck.press('d');
  await see(/▶ Task \d+[^]+\n Output\n/);
  await deck.clock.advance(2000);
  expect(await text()).not.toMatch(/Output of a task/);
});

test('a page without room for a list reads none', async () => {
  await openScreen('images volumes', { columns: 80, rows: 10 });
  await deck.press('d');
  await see(/▶ Image/);
  expect(deck.cockpit.requests.list().map(({ id }) => id)).not.toContain('listSnapshots');
});

test('a list with old data is not shown as if it were new', async () => {
  let isBroken = false;
  await openScreen('servers', {
    ...WIDE,
    wrap: (transport) => ({
      ...transport,
      send: (id, input, options) =>
        isBroken && id === 'listDisks' ? new Promise(() => undefined) : transport.send(id, input, options),
    }),
  });
  await deck.press('d');
  await see(/\n disks of stor-01\n/);
  isBroken = true;
  await deck.clock.advance(60_000);
  expect(await text()).not.toMatch(/\n disks of stor-01\n/);
});

test('an empty list is left out', async () => {
  await openScreen('s3', { ...WIDE, ...answering({ listS3Buckets: () => [] }) });
  await deck.press('d');
  await see(/S3 user/);
  expect(await text()).not.toMatch(/\n buckets of/);
});
