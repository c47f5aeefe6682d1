import { describe, expect, test } from 'vitest';
import { sortChoices } from '../../../src/screens/list/sorting.ts';
import { deck, openDeck, text } from '../openedDeck.ts';

describe('the letters of the columns', () => {
  const column = (title: string, sorts = true) => ({
    id: title.toLowerCase(),
    title,
    width: 8,
    cell: () => ({ text: '' }),
    ...(sorts && { value: () => 0 }),
  });
  const letters = (titles: readonly string[]) =>
    sortChoices(titles.map((title) => column(title))).map(({ letter }) => letter);

  test('are the first free ones of their titles, each once', () => {
    expect(letters(['HOST', 'HOME', 'SIZE', 'USED', 'SEEN', 'DD'])).toEqual(['h', 'm', 's', 'u', 'e', 'd']);
  });

  test('are others where a title has none left, and never that of the choice itself', () => {
    expect(letters(['A', 'A', 'O', ''])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('belong only to what can be sorted by', () => {
    expect(sortChoices([column('SIZE', false), column('STATE')]).map(({ id }) => id)).toEqual(['state']);
  });
});

describe('sorting', () => {
  const used = async () => Array.from((await text()).matchAll(/ (\d+)% /g), ([, share]) => Number(share));
  const isFalling = (shares: readonly number[]) =>
    shares.length > 5 && shares.every((share, index) => share <= (shares[index - 1] ?? 100));

  test('takes two keys on the deck: numbers begin with the greatest, again they turn around', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.press('3', 'f', 'O');
    expect(await text()).toMatch(/Host +Name +Disk[^]*Esc cancel +O worst first +h host/);
    await deck.press('u');
    expect(await text()).toMatch(/by used[^]*HOST +NAME[^]*USED↓/);
    expect(isFalling(await used())).toBe(true);
    await deck.press('O', 'U');
    expect(await text()).toMatch(/USED↑/);
    expect(isFalling((await used()).toReversed())).toBe(true);
    await deck.press('O', 'O');
    expect(await text()).not.toMatch(/by used/);
  });

  test('shows no letters in the panes that do not have the keys, and leaves the order on Esc', async () => {
    await openDeck({ columns: 160, rows: 48 });
    await deck.press('2', 'O');
    const shown = await text();
    expect(shown).toMatch(/Pool/);
    expect(shown).toMatch(/HOST +NAME/);
    await deck.press('esc');
    expect(await text()).not.toMatch(/Pool {2,}| by /);
  });

  test('works on the screens of the areas, by letter and by command', async () => {
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

  test('says why the tree cannot be sorted', async () => {
    await openDeck({ columns: 140, rows: 40 });
    await deck.press('5');
    await deck.command('sort name');
    expect(await text()).toMatch(/these rows have an order of their own/);
  });
});
