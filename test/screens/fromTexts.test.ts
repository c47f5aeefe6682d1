import { describe, expect, test } from 'vitest';
import { deck, letters, openDeck, openScreen, text } from './openedDeck.ts';

const run = (line: string) => deck.press(':', ...letters(line), 'enter');

describe('keys in a description', () => {
  test('the command line works in a description, and its letters run no actions', async () => {
    await openScreen('pools');
    await deck.press('down', 'd');
    await deck.press(':', ...letters('osd'));
    expect(await text()).toMatch(/\n:osd/);
    expect(deck.cockpit.view.getState().overlays.map(({ kind }) => kind)).not.toContain('action');
    await deck.press('enter');
    expect(await text()).toMatch(/▶ 3 Disks/);
  });

  test('a screen opened from a description leads back to it', async () => {
    await openScreen('pools');
    await deck.press('down', 'd');
    const described = await text();
    await run('images volumes');
    expect(await text()).not.toBe(described);
    await deck.press('q');
    expect(await text()).toBe(described);
  });

  test('a description closes for the pane of a digit and for anything that is searched for', async () => {
    await openDeck({ columns: 120, rows: 40 });
    await deck.press('1', 'd', '5');
    expect(await text()).toMatch(/▶ 5 CRUSH tree/);
    await deck.press('1', 'd', 'ctrl-p', ...letters('osd.26'), 'enter');
    expect(await text()).toMatch(/▶ 3 Disks/);
    await deck.press('d', '0');
    expect(await text()).toMatch(/▶ Screens/);
  });

  test('a description has a help with its own keys', async () => {
    await openDeck({ columns: 120, rows: 40 });
    await deck.press('1', 'd', '?');
    expect(await text()).toMatch(/Details[^]*Close this/);
    await deck.press(...letters('to the bottom'));
    expect(await text()).toMatch(/End G +To the bottom/);
    await deck.press('esc');
    expect(deck.cockpit.view.getState().overlays.at(-1)?.kind).toBe('describe');
  });
});

describe('keys in a JSON reply', () => {
  test('the command line and the digits work in a JSON reply', async () => {
    await openDeck({ columns: 120, rows: 40 });
    await deck.press('3', 'y', ':', ...letters('pools'), 'enter');
    expect(await text()).toMatch(/▶ Pools/);
    await deck.press('q', '2');
    expect(await text()).toMatch(/▶ 2 Placement groups/);
  });
});
