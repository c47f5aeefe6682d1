import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { deck, openDeck, openScreen, see, text } from '../openedDeck.ts';

/** As large as it can be without a page by the list, which says it, too. */
const LARGE = { columns: 119, rows: 39 };
const PLAIN = createLook({ depth: 'none', unicode: false });

const rowsWith = (screen: string, wanted: RegExp): string[] =>
  screen.split('\n').filter((row) => wanted.test(row));

test('the OSD that is to blame has a sign and a word in the pane of disks, and no other row has', async () => {
  await openDeck({ ...LARGE, scenario: 'osd-down' });
  await deck.command('disks');
  const shown = await see(/◄ cause/);
  expect(rowsWith(shown, /◄/)).toEqual([expect.stringMatching(/osd\.11 +◄ cause/)]);
});

test('the mark is there without colour and without Unicode', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'osd-down', look: PLAIN });
  await deck.command('disks');
  expect(rowsWith(await see(/< cause/), /< cause/)).toHaveLength(1);
});

test('a list in which nothing is to blame has no column for it', async () => {
  for (const line of ['disks', 'crush', 'pg', 'tasks', 'servers', 'pools']) {
    await openScreen(line);
    expect(await text()).not.toMatch(/CAUSE/);
  }
});

test('in the CRUSH tree a closed server tells that what is to blame is below it', async () => {
  await openDeck({ ...LARGE, scenario: 'osd-down' });
  await deck.command('crush');
  expect(rowsWith(await see(/◄ below/), /◄ below/)).toEqual([expect.stringContaining('stor-03')]);
  await deck.command('crush osd.11');
  expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining('osd.11')]);
});

test('a server that is to blame is marked among the servers, and its OSDs are not', async () => {
  await openDeck({ ...LARGE, scenario: 'host-down' });
  await deck.command('servers');
  expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining('stor-07')]);
  await deck.press('escape');
  await deck.command('disks');
  await see(/stor-07/);
  expect(await text()).not.toContain('◄');
});

test('a pool that is to blame is marked among the pools and their placement groups', async () => {
  await openDeck({ ...LARGE, scenario: 'pool-quota' });
  const [pool = ''] = deck.cockpit.facts.diagnosis()?.causes[0]?.objects ?? [];
  for (const line of ['pools', 'pg']) {
    await deck.command(line);
    expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining(pool)]);
  }
});

test('the page of an OSD says what it is named as the cause of, and o leads to the case and back', async () => {
  await openDeck({ ...LARGE, scenario: 'osd-down' });
  await deck.command('disks osd.11');
  await see(/◄ cause/);
  await deck.press('d');
  await see(/Named as the cause of OSD_DOWN.*: the daemon of osd\.11 .* \(certain\)/);
  await deck.press('o');
  await see(/the case: the daemon of osd\.11/);
  await deck.press('enter');
  await see(/Why/);
  expect(deck.cockpit.view.getState().overlays.at(-1)).toMatchObject({ kind: 'screen', screen: 'why' });
});

test('what is to blame stands first, though nothing else is wrong with it', async () => {
  await openDeck({ ...LARGE, scenario: 'disk-slow' });
  await deck.command('disks');
  const first = (await see(/◄ cause/)).split('\n')[3];
  expect(first).toMatch(/✓ .*osd\.\d+ +◄ cause/);
  await deck.command('sort name');
  await deck.press('home');
  expect((await text()).split('\n')[3]).toMatch(/osd\.0 /);
});
