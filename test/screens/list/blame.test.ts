import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { deck, openDeck, openScreen, see, text } from '../openedDeck.ts';

/** The largest size without a page beside the list, which shows the cause, too. */
const LARGE = { columns: 119, rows: 39 };
const PLAIN = createLook({ depth: 'none', unicode: false });

const rowsWith = (screen: string, wanted: RegExp): string[] =>
  screen.split('\n').filter((row) => wanted.test(row));

test('the OSD that causes the problem is marked with a sign and a word in the disks pane, and no other row is', async () => {
  await openDeck({ ...LARGE, scenario: 'osd-down' });
  await deck.command('disks');
  const shown = await see(/◄ cause/);
  expect(rowsWith(shown, /◄/)).toEqual([expect.stringMatching(/osd\.11 +◄ cause/)]);
});

test('the mark of the cause is visible without colour and without Unicode', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'osd-down', look: PLAIN });
  await deck.command('disks');
  expect(rowsWith(await see(/< cause/), /< cause/)).toHaveLength(1);
});

test('a list without a cause has no column for it', async () => {
  for (const line of ['disks', 'crush', 'pg', 'tasks', 'servers', 'pools']) {
    await openScreen(line);
    expect(await text()).not.toMatch(/CAUSE/);
  }
});

test('a collapsed server in the CRUSH tree shows that the cause is below it', async () => {
  await openDeck({ ...LARGE, scenario: 'osd-down' });
  await deck.command('crush');
  expect(rowsWith(await see(/◄ below/), /◄ below/)).toEqual([expect.stringContaining('stor-03')]);
  await deck.command('crush osd.11');
  expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining('osd.11')]);
});

test('a server that causes a problem is marked in the list of servers, and its OSDs are not', async () => {
  await openDeck({ ...LARGE, scenario: 'host-down' });
  await deck.command('servers');
  expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining('stor-07')]);
  await deck.press('esc');
  await deck.command('disks');
  await see(/stor-07/);
  expect(await text()).not.toContain('◄');
});

test('a pool that causes a problem is marked in the lists of pools and placement groups', async () => {
  await openDeck({ ...LARGE, scenario: 'pool-quota' });
  const [pool = ''] = deck.cockpit.facts.diagnosis()?.causes[0]?.objects ?? [];
  for (const line of ['pools', 'pg']) {
    await deck.command(line);
    expect(rowsWith(await see(/◄ cause/), /◄/)).toEqual([expect.stringContaining(pool)]);
  }
});

test('the page of an OSD shows which problem it causes, and the key o leads to that problem and back', async () => {
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

test('the row of the cause comes first, even if it has no other problem', async () => {
  await openDeck({ ...LARGE, scenario: 'disk-slow' });
  await deck.command('disks');
  const first = (await see(/◄ cause/)).split('\n')[3];
  expect(first).toMatch(/✓ .*osd\.\d+ +◄ cause/);
  await deck.command('sort name');
  await deck.press('home');
  expect((await text()).split('\n')[3]).toMatch(/osd\.0 /);
});
