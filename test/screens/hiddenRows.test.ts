import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import { answering, deck, letters, openDeck, openScreen, text } from './openedDeck.ts';

const size = { columns: 160, rows: 48 };
const title = async (pane: RegExp) => (await text()).split('\n').find((line) => pane.test(line)) ?? '';

test('a filter that hides down OSDs reports them first, in the colour of an error', async () => {
  await openDeck({ ...size, scenario: 'host-down' });
  await deck.press('3', '/', ...letters('!stor-07'), 'enter');
  expect(await title(/3 Disks/)).toMatch(
    /3 Disks and OSDs +hidden: \d DOWN \w+, 1 warning, \/!stor-07, 72\/78/,
  );
  const { paint } = createLook({ depth: '256', unicode: true, theme: 'dark' });
  const [colour] = /38;5;\d+/.exec(paint('error', 'x')) ?? [];
  expect(await deck.frame()).toContain(`${colour}mhidden: `);
  await deck.press('esc');
  expect(await title(/3 Disks/)).not.toMatch(/hidden/);
});

test('a filter of the CRUSH tree counts the hidden OSDs in trouble, expanded or not', async () => {
  await openDeck({ ...size, scenario: 'host-down' });
  await deck.press('5', '/', ...letters('stor-01'), 'enter');
  expect(await title(/5 CRUSH/)).toMatch(/hidden: \d DOWN \w+, \/stor-01/);
  await deck.press('/', 'ctrl-u', ...letters('stor-07'), 'enter');
  expect(await title(/5 CRUSH/)).not.toMatch(/hidden/);
});

test('sorting on the deck never puts healthy rows above problems, and sorts strictly in the full view', async () => {
  await openDeck({ ...size, scenario: 'osd-down' });
  await deck.press('3', 'f', 'O', 'n');
  const rows = async () => Array.from((await text()).matchAll(/osd\.\d+ /g), ([name]) => name.trim());
  expect((await rows())[0]).toBe('osd.0');
  await deck.press('f');
  expect(await title(/3 Disks/)).toMatch(/worst first, by name/);
  const worst = deck.cockpit.facts.osds()[0]?.osdId;
  const shown = (await text()).split('\n').flatMap((line) => /\bstor-\d+ +(osd\.\d+) /.exec(line)?.[1] ?? []);
  expect(shown[0]).toBe(`osd.${worst}`);
  expect(shown[1]).toBe('osd.0');
});

test('a filter of the deck is not kept for the next session, and a sort order is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const viewsFile = join(folder, 'views.json');
  const first = await openDeck({ ...size, scenario: 'host-down', viewsFile });
  await first.press('3', '/', ...letters('!stor-07'), 'enter', 'O', 'n', 'T');
  expect(first.cockpit.view.getState().lists.tasks.filter).toMatch(/^object:/);
  await first[Symbol.asyncDispose]();
  const { lists } = (await openDeck({ ...size, scenario: 'host-down', viewsFile })).cockpit.view.getState();
  expect(Object.values(lists).map(({ filter }) => filter)).toEqual(['', '', '', '', '', '']);
  expect(lists.disks.sort).toEqual({ column: 'name', descending: false });
});

test('the key T finds the tasks that work on the OSD', async () => {
  const of = (id: number, object: string) => ({ id, name: 'Deep-scrub', object, state: 'RUNNING' });
  const listTasks = () => ({ data: [of(1, 'osd.0'), of(2, 'osd.33')] });
  await openDeck({ ...size, scenario: 'osd-down', ...answering({ listTasks }) });
  await deck.press('3', 'O', 'n', 'f', 'home', 'T');
  expect(deck.cockpit.view.getState().lists.tasks).toMatchObject({
    filter: expect.stringMatching(/^object:.*osd\\\.0/),
  });
  expect(await title(/6 Tasks/)).toMatch(/, 1\/3 /);
});

test('a list emptied by a filter shows the filter and the key that clears it', async () => {
  await openDeck({ ...size, scenario: 'calm' });
  await deck.press('3', '/', ...letters('nosuchthing'), 'enter');
  expect(await text()).toMatch(/Nothing matches \/nosuchthing\. Esc clears the filter\./);
  await deck.press('!');
  expect(await text()).toMatch(/Esc clears the filter, ! shows more than the problems\./);
});

test('an unknown column is named with the existing ones', async () => {
  await openScreen('pools');
  await deck.press('/', ...letters('imag:vm'), 'enter');
  expect(await text()).toMatch(/no column "imag"; columns: pool, app, redundancy/);
  await deck.press('/', 'ctrl-u', ...letters('pool:volumes'), 'enter');
  expect(await text()).toMatch(/\/pool:volumes, 1\/8/);
});
