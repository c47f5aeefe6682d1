import { describe, expect, test } from 'vitest';
import { openDemo } from './steps.ts';

const rows = (lines: readonly string[]) => lines.map((line) => /osd\.\d+/.exec(line)?.[0]).filter(Boolean);

describe('panes', () => {
  test('digits and Tab move the focus between panes', async () => {
    await using deck = await openDemo('calm', { cols: 120, rows: 36 });
    await deck.see(/▶ 1 Health/);
    deck.press('3');
    await deck.see(/▶ 3 Disks/);
    deck.press('Tab');
    await deck.see(/▶ 4 Log/);
    deck.press('Shift-Tab', 'Shift-Tab');
    await deck.see(/▶ 2 Placement/);
    deck.press('6', 'Tab');
    await deck.see(/▶ 1 Health/);
  });

  test('a folded pane opens when it gets the focus', async () => {
    await using deck = await openDemo('calm', { cols: 80, rows: 24 });
    expect(deck.screen.text()).not.toMatch(/NODE .*STATUS/);
    deck.press('5');
    await deck.see(/▶ 5 CRUSH tree[^\n]*\n +NODE /);
  });

  test('Esc leaves the full view of a pane, and never the program', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f');
    await deck.seeNo(/1 Health/);
    deck.press('Esc');
    await deck.see(/1 Health/);
    deck.press('Esc', 'Esc', '2');
    await deck.see(/▶ 2 Placement/);
  });
});

describe('list', () => {
  test('a list is filtered while typing, shows the filter in its title, and Esc clears it', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f');
    await deck.filter('stor-02');
    const text = await deck.see(/3 Disks and OSDs +\/stor-02, 6\/78/);
    expect(text).not.toMatch(/stor-01/);
    deck.press('Esc');
    await deck.see(/3 Disks and OSDs +78 /);
  });

  test('a list accepts inverse filters, column filters and fuzzy ones', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f');
    await deck.filter('!host:stor-0 class:nvme');
    const text = await deck.see(/\/78 /);
    expect(rows(text.split('\n'))).toEqual(['osd.49', 'osd.54', 'osd.59']);
    await deck.filter('-f sr12');
    await deck.see(/stor-12/);
    expect(deck.lines(/stor-(?!12)/)).toEqual([]);
  });

  test('a list without matches says so, and how to get back', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f');
    await deck.filter('nosuchthing');
    await deck.see(/Nothing matches \/nosuchthing\. Esc clears the filter/);
  });

  test('a cancelled filter of a list restores the previous one', async () => {
    await using deck = await openDemo('calm');
    deck.press('3', 'f');
    await deck.filter('stor-02');
    deck.press('/');
    await deck.see(/\n\/stor-02/);
    deck.type('x');
    await deck.see(/Nothing matches/);
    deck.press('Esc');
    await deck.see(/\/stor-02, 6\/78/);
  });

  test('a list shows problems only, and all rows again', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'f', '!');
    const text = await deck.see(/problems only, 1\/78/);
    expect(rows(text.split('\n').slice(1))).toEqual(['osd.11']);
    deck.press('!');
    await deck.see(/OSDs +78 /);
  });

  test('a list is sorted by any column in both directions, and again worst first', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'f', '>', '>');
    await deck.see(/by name/);
    deck.press('Home');
    await deck.see((text) => rows(text.split('\n').slice(3))[0] === 'osd.0');
    deck.press('I', 'Home');
    await deck.see((text) => rows(text.split('\n').slice(3)).length === 0 || !/osd\.0 /.test(text));
    deck.press('O');
    await deck.see(/Host +Name[^]*O worst first +h host/);
    deck.press('O', 'Home');
    await deck.see((text) => /OSDs +78 /.test(text) && rows(text.split('\n').slice(3))[0] === 'osd.11');
  });

  test('a list is sorted by the letter of a column, and reversed by the same letter', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'f', 'O');
    await deck.see(/Host +Name/);
    deck.press('u');
    await deck.see(/by used[^]*USED↓/);
    deck.press('O', 'u');
    await deck.see(/USED↑/);
  });

  test('the cursor of a list stays on its row while the row moves', async () => {
    await using deck = await openDemo('osd-down');
    deck.press('3', 'f', 'Down', 'Down');
    await deck.see(/▌✓ stor-01 +osd\.1 /);
    deck.press('>', '>', 'I');
    await deck.see(/by name/);
    await deck.see(/▌✓ stor-01 +osd\.1 /);
  });
});
