import { expect, test } from 'vitest';
import { answering, deck, openDeck, openScreen, see, text } from './openedDeck.ts';

const WIDE = { columns: 160, rows: 48 } as const;

/** The number of requests that were made so far, besides those for figures over time. */
const requests = () => deck.cockpit.requests.list().filter(({ id }) => id !== 'getGraph').length;

test('the page of a server lists its disks, as their screen does, and needs no request for that', async () => {
  await openScreen('servers', WIDE);
  await see(/stor-01/);
  const before = requests();
  await deck.press('d');
  const page = await see(/\n disks of stor-01\n +DISK +ID +USE[^]+\n  ✓ sda +\d+ osd\.\d+ +UP/);
  expect(page).not.toMatch(/more below|\d more/);
  expect(requests()).toBe(before);
});

test('the page of an S3 user lists the buckets of this user', async () => {
  await openScreen('s3', WIDE);
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

test('a page has no list that would have to be read for it', async () => {
  await openDeck({ ...WIDE, scenario: 'calm' });
  await deck.command('crush name:stor-01');
  const before = requests();
  await deck.press('d');
  await see(/▶ host stor-01/);
  expect(requests()).toBe(before);
  expect(await text()).not.toMatch(/\n disks of stor-01\n/);
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
