import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unstyled } from '../../../src/lib/sgr.ts';
import { topScreen } from '../../../src/store/session/screenView.ts';
import { type DeckOptions, type ShownDeck, showDeck } from '../shownDeck.tsx';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storedeck-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = async (options: Partial<DeckOptions> = {}) => {
  const viewsFile = join(folder, 'views.json');
  const deck = await showDeck({ columns: 100, rows: 30, scenario: 'calm', scale: 12, viewsFile, ...options });
  await deck.clock.advance(3000);
  return deck;
};

const lines = async (deck: ShownDeck) => unstyled(await deck.frame()).split('\n');
const lineOf = async (deck: ShownDeck, text: string) =>
  (await lines(deck)).find((line) => line.includes(text)) ?? '';

/** Makes the first row of the focused pane, and then of some screens, a favourite. */
async function choose(deck: ShownDeck, ...commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    await deck.command(command);
    await deck.clock.advance(3000);
    await deck.press('*');
  }
  await deck.command('deck');
}

test('a favourite is marked in its list until the key is pressed again', async () => {
  await using deck = await open();
  await deck.press('3', 'f', '*', 'j');
  expect((await lines(deck)).filter((line) => line.startsWith('★')).length).toBe(1);
  await deck.press('k', '*', 'j');
  expect((await lines(deck)).filter((line) => line.startsWith('★'))).toEqual([]);
});

test('favourites are listed with their current state, also in the next session, and Enter goes to them', async () => {
  const first = await open();
  await choose(first, 'osd name:osd.3', 'pools', 's3-users', 'servers');
  await first[Symbol.asyncDispose]();

  await using deck = await open();
  await deck.command('favourites');
  await deck.clock.advance(4000);
  expect(await lineOf(deck, 'osd.3')).toMatch(/Disks and OSDs .*status UP/);
  expect(deck.cockpit.favourites.now().map(({ where }) => where)).toEqual([
    'Disks and OSDs',
    'Pools',
    'S3 users',
    'Servers',
  ]);
  for (const { text } of deck.cockpit.favourites.now()) expect(text).toMatch(/\w+ \S/);
  await deck.press('g', 'enter');
  expect(deck.cockpit.view.getState()).toMatchObject({ focus: 'disks', zoomed: true });
  expect(deck.cockpit.view.getState().lists.disks.cursor).toBe('osd.3');
  await deck.press('esc', 'j', 'enter');
  expect(topScreen(deck.cockpit.view.getState())?.screen).toBe('pools');
});

test('the same OSD is a favourite in each list that has it, and a pool in both', async () => {
  await using deck = await open();
  await choose(deck, 'osd name:osd.3');
  await deck.command('crush name:osd.3');
  await deck.press('g');
  expect((await lines(deck)).find((line) => line.startsWith('★'))).toContain('osd.3');
  await choose(deck, 'pools');
  const { name } = deck.cockpit.view.getState().favourites.at(-1)!;
  await deck.command('pg');
  await deck.press('G');
  expect((await lines(deck)).find((line) => line.startsWith('★'))).toContain(name);
});

test('a favourite that no longer exists is shown as missing', async () => {
  await using deck = await open();
  await choose(deck, 'pools');
  deck.cockpit.view.setState(({ favourites: [pool] }) => ({
    favourites: [
      { ...pool!, row: '999', name: 'gone-pool' },
      { home: 'screen images', scope: { pool: 'no-such-pool' }, row: 'disk', name: 'disk' },
      { home: 'pane disks', scope: {}, row: 'osd.999', name: 'osd.999' },
    ],
  }));
  await deck.command('favourites');
  await deck.clock.advance(4000);
  expect(await lineOf(deck, 'gone-pool')).toContain('no longer exists');
  expect(await lineOf(deck, 'osd.999')).toContain('no longer exists');
  expect(deck.cockpit.favourites.now().map(({ text }) => text)).toEqual(Array(3).fill('no longer exists'));
});

test('a row that is no object of the cluster cannot be a favourite', async () => {
  await using deck = await open();
  await choose(deck, 'requests');
  expect(deck.cockpit.view.getState().favourites).toEqual([]);
});

test('the key * removes a row from the list of favourites, which comes first in the list of screens', async () => {
  await using deck = await open();
  await choose(deck, 'osd name:osd.3', 'pools');
  await deck.press('0');
  expect((await lines(deck)).slice(2, 4).join(' ')).toContain('osd.3');
  await deck.press('esc');
  await deck.command('favourites');
  await deck.clock.advance(3000);
  await deck.press('g', '*');
  // Waits until the notice is gone.
  await deck.clock.advance(7000);
  expect(deck.cockpit.view.getState().favourites.map(({ home }) => home)).toEqual(['screen pools']);
  expect(await lineOf(deck, 'osd.3 ')).toBe('');
});

test('a favourite is shown as unknown while its list has no answer', async () => {
  await using deck = await open({
    engine: (engine) => ({
      ...engine,
      handlers: { ...engine.handlers, getCrushMap: () => Promise.reject(new Error('no answer')) },
    }),
  });
  const favourite = { home: 'pane disks', scope: {}, row: 'osd.99', name: 'osd.99' };
  deck.cockpit.view.setState({ favourites: [favourite] });
  await deck.command('favourites');
  await deck.clock.advance(4000);
  expect(await lineOf(deck, 'osd.99')).toMatch(/not known yet/);
});
