import { describe, expect, test } from 'vitest';
import { sortChoices } from '../../../src/screens/list/sorting.ts';
import { deck, openDeck, text } from '../openedDeck.ts';

describe('sort keys of the columns', () => {
  const column = (title: string, sorts = true) => ({
    id: title.toLowerCase(),
    title,
    width: 8,
    cell: () => ({ text: '' }),
    ...(sorts && { value: () => 0 }),
  });
  const letters = (titles: readonly string[]) =>
    sortChoices(titles.map((title) => column(title))).map(({ letter }) => letter);

  test('the sort key of a column is the first free letter of its title, each used once', () => {
    expect(letters(['HOST', 'HOME', 'SIZE', 'USED', 'SEEN', 'DD'])).toEqual(['h', 'm', 's', 'u', 'e', 'd']);
  });

  test('the sort key of a column without a free letter is another one, and never that of the sort menu', () => {
    expect(letters(['A', 'A', 'O', ''])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('only sortable columns have a sort key', () => {
    expect(sortChoices([column('SIZE', false), column('STATE')]).map(({ id }) => id)).toEqual(['state']);
  });
});

describe('sorting of lists', () => {
  const used = async () => Array.from((await text()).matchAll(/ (\d+)% /g), ([, share]) => Number(share));
  const isFalling = (shares: readonly number[]) =>
    shares.length > 5 && shares.every((share, index) => share <= (shares[index - 1] ?? 100));

  test('two keys sort a pane of the deck, numbers descending first, and the same keys reverse the order', async () => {
    await openDeck({ columns: 140, rows: 39 });
    await deck.press('3', 'f', 'O');
    expect(await text()).toMatch(/Host +Name +CAUSE +Disk[^]*Esc cancel +O worst first +h host/);
    await deck.press('u');
    expect(await text()).toMatch(/by used[^]*HOST +NAME[^]*USED↓/);
    expect(isFalling(await used())).toBe(true);
    await deck.press('O', 'U');
    expect(await text()).toMatch(/USED↑/);
    expect(isFalling((await used()).toReversed())).toBe(true);
    await deck.press('O', 'O');
    expect(await text()).not.toMatch(/by used/);
  });

  test('the keys > and < sort by the next and the previous column, wrapping around, and I reverses the order', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.press('3', 'f');
    const column = () => deck.cockpit.view.getState().lists.disks.sort?.column;
    await deck.press('>');
    expect(await text()).toMatch(/by host/);
    const first = column();
    await deck.press('>');
    expect(await text()).toMatch(/by name/);
    await deck.press('<');
    expect(column()).toBe(first);
    await deck.press('<');
    const last = column();
    expect(last).not.toBe(first);
    await deck.press('>');
    expect(column()).toBe(first);
    const before = deck.cockpit.view.getState().lists.disks.sort?.descending;
    await deck.press('I');
    expect(deck.cockpit.view.getState().lists.disks.sort?.descending).toBe(!before);
  });

  test('without a sort order I has no effect, and < starts with the last column', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.press('3', 'f', 'I');
    expect(deck.cockpit.view.getState().lists.disks.sort).toBeUndefined();
    await deck.press('<');
    expect(await text()).not.toMatch(/by host/);
    await deck.press('>');
    expect(await text()).toMatch(/by host/);
  });

  test('panes without sort keys show no letters, and Esc keeps the order', async () => {
    await openDeck({ columns: 160, rows: 48 });
    await deck.press('2', 'O');
    const shown = await text();
    expect(shown).toMatch(/Pool/);
    expect(shown).toMatch(/HOST +NAME/);
    await deck.press('esc');
    expect(await text()).not.toMatch(/Pool {2,}| by /);
  });

  test('the other screens are sorted by letter and by command', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.command('pools');
    await deck.clock.advance(3000);
    await deck.command('sort name');
    expect(await text()).toMatch(/by name[^]*POOL↑/);
    await deck.command('sort name');
    expect(await text()).toMatch(/POOL↓/);
    await deck.command('sort nonsense');
    expect(await text()).toMatch(/There is no column nonsense: name/);
  });

  test('sorting the tree is refused with the reason', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.press('5');
    await deck.command('sort name');
    expect(await text()).toMatch(/these rows have a fixed order/);
  });
});
