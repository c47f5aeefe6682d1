import { expect, test } from 'vitest';
import type { Plan } from '../../../src/store/action/plan.ts';
import { NO_BLOCKER } from '../../../src/store/answers/preflight.ts';
import { deletePool } from '../../screens/deletePool.ts';
import { deck, guard, openDeck, text } from '../../screens/openedDeck.ts';

const warnings = ['412 client operations per second now', 'it is exported: virtual machines, iSCSI disks'];

/** More lines than the smallest terminal has room for. */
const long: Plan = {
  ...deletePool,
  effect:
    'Deletes the pool with all that is in it: 4.8 TiB in 1.2M objects, which nobody can bring back afterwards.',
  checks: () => [
    ...warnings.map((one) => ({ level: 'warn' as const, text: one })),
    { level: 'warn', text: 'clients keep it open: what they write from now on is lost with it' },
  ],
  cli: () => 'ceph osd pool delete volumes volumes --yes-i-really-really-mean-it',
};

async function open(plan: Plan, [columns, rows]: readonly [number, number] = [60, 16]): Promise<void> {
  await openDeck({ columns, rows, scenario: 'calm' }, 1000);
  deck.cockpit.propose(plan);
  await guard();
}

test('a dialog higher than the screen starts with the failed checks and still shows its question', async () => {
  await open(long);
  const shown = await text();
  expect(shown).toMatch(/Delete pool volumes on demo [0-9a-f]{8}/);
  expect(shown).toMatch(/Deletes the pool with all that is in it/);
  for (const warning of warnings) expect(shown).toContain(warning);
  expect(shown).toMatch(/Type volumes and press Enter to go ahead/);
  expect(shown).toMatch(/└─ 1-\d+ of \d+ ─/);
});

test('a long dialog can be paged through to its end', async () => {
  await open(long);
  expect(await text()).not.toMatch(/none: the data is gone/);
  await deck.press('pagedown', 'pagedown');
  expect(await text()).toMatch(/none: the data is gone/);
  await deck.press('pageup');
  expect(await text()).toMatch(/Deletes the pool with all that is in it/);
  for (let line = 0; line < 20; line++) await deck.press('down');
  expect(await text()).toMatch(/none: the data is gone/);
});

test('an irreversible action cannot be confirmed before the whole dialog was visible', async () => {
  await open(long);
  await deck.type('volumes\r');
  expect(await text()).toMatch(/PgDn shows the rest/);
  expect(await text()).not.toMatch(/Sending in/);
  await deck.press('pagedown', 'pagedown', 'pagedown');
  await deck.type('\r');
  expect(await text()).toMatch(/Sending in 5 s/);
});

test('a title with a long name still shows the cluster', async () => {
  const name = `pool-${'x'.repeat(90)}`;
  await open({ ...long, title: `Delete pool ${name}`, target: name }, [80, 24]);
  const shown = await text();
  expect(shown).toMatch(/─ Delete pool pool-x+… on demo [0-9a-f]{8} ┐/);
  for (const warning of warnings) expect(shown).toContain(warning);
});

test('a form with a long hint and choices shows its question and what it would do at 80x24', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 1000);
  await deck.command('setup');
  await deck.clock.advance(2000);
  await deck.press('n');
  await guard();
  const form = await text();
  expect(form).toMatch(/Makes a new, empty cluster[^]*first monitors[^]*=ADDRESS[^]*> stor-01/);
  await deck.press('ctrl-u');
  await deck.type('nobody\r');
  expect(await text()).toMatch(/first monitors[^]*nobody is not a candidate/);
});

test('Page Down is offered only while there is more below', async () => {
  await open(long);
  expect(await text()).toMatch(/PgDn the rest/);
  for (let pages = 0; pages < 9; pages++) await deck.press('pagedown');
  const end = await text();
  expect(end).not.toMatch(/PgDn the rest/);
  expect(end).toMatch(/PgUp above/);
});

test('the checks do not conclude that nothing blocks beside an objection', async () => {
  const ok = { level: 'ok' as const, text: NO_BLOCKER };
  await open({ ...long, checks: () => [{ level: 'warn', text: 'it is no longer in the list' }, ok] });
  expect(await text()).toMatch(/no longer in the list/);
  expect(await text()).not.toContain(NO_BLOCKER);
});
