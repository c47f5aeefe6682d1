import { expect, test } from 'vitest';
import type { Plan } from '../../src/store/action/plan.ts';
import { calling, deletePool } from './deletePool.ts';
import { deck, openScreen, see, text } from './openedDeck.ts';

/** A change of an object, which the service accepts or refuses. */
const change = (target: string, osdId = 1): Plan => ({
  ...deletePool,
  title: `Deep-scrub ${target}`,
  target,
  execution: calling('deepScrubOsd', { params: { osdId } }),
  tier: 'reversible',
});

/** Sends a change of the list that is open. */
async function send(plan: Plan): Promise<void> {
  deck.cockpit.propose(plan);
  await deck.clock.advance(1000);
  await deck.press('y');
  await deck.clock.advance(1000);
}

/** The page of the row under the cursor. */
async function page(): Promise<string> {
  await deck.press('d');
  const shown = await text();
  await deck.press('esc');
  return shown;
}

test('the page of an object says what this console changed of it, the last change first', async () => {
  await openScreen('osds', { columns: 160, rows: 48 });
  expect(await page()).not.toContain('Changes made from here');
  await send(change('osd.0'));
  await send({ ...change('osd.0'), title: 'Repair osd.0' });
  expect(await page()).toMatch(
    /Changes made from here *\n *[\d:]+Z Repair osd\.0: done *\n *[\d:]+Z Deep-scrub osd\.0: done/,
  );
});

test('a change that was refused stands on the page with the reason', async () => {
  await openScreen('osds', { columns: 160, rows: 48 });
  await send(change('osd.0', 999));
  await deck.press('esc');
  expect(await page()).toMatch(/Deep-scrub osd\.0: failed, [^\n]*999/);
});

test('a change of an OSD stands on its page in every list that shows it, and on no other page', async () => {
  await openScreen('osds', { columns: 160, rows: 48 });
  await send(change('osd.1'));
  expect(await page()).not.toContain('Changes made from here');
  await deck.command('disk stor-01');
  await see(/sdb/);
  await deck.press('down');
  expect(await page()).toMatch(/Deep-scrub osd\.1: done/);
});

test('a change of a pool does not stand on the page of another object of the same name', async () => {
  await openScreen('pools', { columns: 160, rows: 48 });
  await deck.type('/volumes\r');
  await send(change('volumes'));
  expect(await page()).toMatch(/Deep-scrub volumes: done/);
  await deck.command('servers');
  await see(/stor-01/);
  await send(change('volumes'));
  await deck.command('pools');
  await deck.type('/volumes\r');
  expect((await page()).match(/Deep-scrub volumes: done/g)).toHaveLength(1);
});

test('of many changes the page shows the last three', async () => {
  await openScreen('osds', { columns: 160, rows: 48 });
  for (const title of ['First', 'Second', 'Third', 'Fourth']) await send({ ...change('osd.0'), title });
  const shown = await page();
  expect(shown).toMatch(/Fourth: done[^]*Third: done[^]*Second: done/);
  expect(shown).not.toContain('First: done');
});
