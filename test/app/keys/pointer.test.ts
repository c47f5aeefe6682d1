import { describe, expect, test } from 'vitest';
import { deck, text } from '../../screens/openedDeck.ts';
import { click, openPointed, pointAt, wheel } from '../../screens/pointing.ts';

describe('clicks on the deck', () => {
  test('a click focuses a pane and selects its row, and a second one opens the row', async () => {
    await openPointed();
    await click(/osd\.2 /);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌✓ stor-01 +osd\.2 /);
    await click(/osd\.2 /);
    expect(await text()).not.toMatch(/1 Health/);
    await click(/osd\.2 /);
    expect(await text()).toMatch(/osd\.2 on stor-01/);
  });

  test('a click on the selected row of another pane opens nothing yet', async () => {
    await openPointed();
    await click(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌▲ stor-06/);
    expect(await text()).toMatch(/1 Health/);
  });

  test('a click on the title of a pane or below its rows only focuses it', async () => {
    await openPointed();
    await click(/2 Placement/);
    expect(await text()).toMatch(/▶ 2 Placement/);
    await click(/more OSDs up/);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌▲ stor-06/);
  });

  test('a click on a column title sorts by it at once, and a second click reverses the order', async () => {
    await openPointed();
    await click(/USED STATUS/);
    expect(await text()).toMatch(/▶ 3 Disks and OSDs {2}worst first, by used[^]*USED↓ STATUS/);
    await click(/USED↓/);
    expect(await text()).toMatch(/USED↑ STATUS/);
    await click(/HOST +NAME/);
    expect(await text()).toMatch(/by host[^]*HOST↑ +NAME/);
  });

  test('a click on a column title of the CRUSH tree reports that the tree cannot be sorted', async () => {
    await openPointed();
    await click(/STATUS +CLASS/);
    expect(await text()).toMatch(/▶ 5 CRUSH tree[^]*order: these rows have a fixed order/);
  });

  test('after the sort key, a click on a column title selects it as its letter does', async () => {
    await openPointed();
    await deck.press('3', 'O');
    await click(/osd\.2 /);
    expect(await text()).toMatch(/O worst first/);
    await click(/used status/i);
    expect(await text()).toMatch(/by used[^]*USED↓/);
    expect(deck.cockpit.view.getState().overlays).toEqual([]);
  });

  test('the wheel scrolls the pane under it without changing the focus', async () => {
    await openPointed();
    await wheel('down', /osd\.5 /);
    expect(await text()).not.toMatch(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 1 Health/);
    await wheel('up', /osd\.5 /);
    expect(await text()).toMatch(/[▌ ]▲ stor-06/);
  });

  test('the wheel scrolls the log', async () => {
    await openPointed();
    await deck.clock.advance(60_000);
    await wheel('up', /─ 4 Log/);
    expect(deck.cockpit.view.getState().logs.follow).toBe(false);
  });
});

describe('clicks on a screen', () => {
  test('a click selects a row of a screen, and a second one opens it', async () => {
    await openPointed();
    await deck.command('s3-users');
    await deck.clock.advance(3000);
    await click(/webshop/);
    expect(await text()).toMatch(/▌webshop/);
    await click(/webshop/);
    expect(await text()).toMatch(/Buckets[^]*webshop/);
  });

  test('a click below the last row does nothing', async () => {
    await openPointed();
    await deck.command('pools');
    await deck.clock.advance(3000);
    const before = await text();
    await pointAt('press', 3, 30);
    expect(await text()).toBe(before);
  });
});

describe('clicks over a dialog', () => {
  test('a click never confirms, closes or chooses anything in a dialog', async () => {
    await openPointed();
    await deck.command('set noout');
    await deck.clock.advance(1000);
    const before = await text();
    for (let row = 0; row < 40; row++) await pointAt('press', 70, row);
    for (let turn = 0; turn < 5; turn++) await pointAt('down', 70, 20);
    expect(await text()).toBe(before);
    await deck.press('esc', '?');
    expect(await text()).toMatch(/Help/);
    const help = await text();
    await pointAt('press', 10, 10);
    expect(await text()).toBe(help);
  });

  test('the wheel scrolls the text of a dialog', async () => {
    await openPointed(100, 20);
    await deck.press('?');
    const before = await text();
    await wheel('down', /Help/);
    expect(await text()).not.toBe(before);
  });
});

test('a prompt over a pane lets the wheel through, but no clicks', async () => {
  await openPointed();
  await deck.press('3', '/');
  await wheel('down', /osd\.5 /);
  expect(await text()).not.toMatch(/[▌ ]▲ stor-06/);
  const before = await text();
  await click(/osd\.5 /);
  expect(await text()).toBe(before);
});

test('no click regions are kept while the mouse is off', async () => {
  await openPointed(140, 40, { mouse: false });
  const before = await text();
  await click(/osd\.2 /);
  await wheel('down', /osd\.2 /);
  expect(await text()).toBe(before);
});
