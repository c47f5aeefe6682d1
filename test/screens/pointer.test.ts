import { describe, expect, test } from 'vitest';
import { deck, text } from './openedDeck.ts';
import { click, find, openPointed, pointAt, wheel } from './pointing.ts';

describe('on the deck', () => {
  test('a click gives a pane the keys and its row the cursor; a second one opens it', async () => {
    await openPointed();
    await click(/osd\.2 /);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌✓ stor-01 +osd\.2 /);
    await click(/osd\.2 /);
    expect(await text()).not.toMatch(/1 Health/);
    await click(/osd\.2 /);
    expect(await text()).toMatch(/osd\.2 on stor-01/);
  });

  test('a click on a row of another pane that has its cursor there opens nothing yet', async () => {
    await openPointed();
    await click(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌▲ stor-06/);
    expect(await text()).toMatch(/1 Health/);
  });

  test('a click on the title of a pane or the blank below its rows gives the keys alone', async () => {
    await openPointed();
    await click(/2 Placement/);
    expect(await text()).toMatch(/▶ 2 Placement/);
    const { column, row } = await find(/6 Tasks/);
    await pointAt('press', column, row + 4);
    expect(await text()).toMatch(/▶ 6 Tasks[^]*▌ +2 RUNNING/);
  });

  test('a click on the title of a column sorts by it at once, another one turns it around', async () => {
    await openPointed();
    await click(/USED STATUS/);
    expect(await text()).toMatch(/▶ 3 Disks and OSDs {2}worst first, by used[^]*USED↓ STATUS/);
    await click(/USED↓/);
    expect(await text()).toMatch(/USED↑ STATUS/);
    await click(/HOST +NAME/);
    expect(await text()).toMatch(/by host[^]*HOST↑ +NAME/);
  });

  test('a click on a title of a tree says that it has an order of its own', async () => {
    await openPointed();
    await click(/STATUS +CLASS/);
    expect(await text()).toMatch(/▶ 5 CRUSH tree[^]*order: these rows have an order of their own/);
  });

  test('a title is chosen by a click as by its letter', async () => {
    await openPointed();
    await deck.press('3', 'O');
    await click(/osd\.2 /);
    expect(await text()).toMatch(/O worst first/);
    await click(/used status/i);
    expect(await text()).toMatch(/by used[^]*USED↓/);
    expect(deck.cockpit.view.getState().overlays).toEqual([]);
  });

  test('the wheel scrolls the pane under it and leaves the keys where they are', async () => {
    await openPointed();
    await wheel('down', /osd\.5 /);
    expect(await text()).not.toMatch(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 1 Health/);
    await wheel('up', /osd\.5 /);
    expect(await text()).toMatch(/[▌ ]▲ stor-06/);
  });

  test('the wheel moves through the log', async () => {
    await openPointed();
    await deck.clock.advance(60_000);
    await wheel('up', /─ 4 Log/);
    expect(deck.cockpit.view.getState().logs.follow).toBe(false);
  });
});

describe('on a screen', () => {
  test('a click chooses a row, a second one opens it', async () => {
    await openPointed();
    await deck.command('s3-users');
    await deck.clock.advance(3000);
    await click(/webshop/);
    expect(await text()).toMatch(/▌webshop/);
    await click(/webshop/);
    expect(await text()).toMatch(/Sub-users[^]*webshop/);
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

describe('over a dialog', () => {
  test('no click confirms, closes or chooses anything', async () => {
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

  test('the wheel scrolls what is read', async () => {
    await openPointed(100, 20);
    await deck.press('?');
    const before = await text();
    await wheel('down', /Help/);
    expect(await text()).not.toBe(before);
  });
});

test('what is typed over a pane lets the wheel through, and no click', async () => {
  await openPointed();
  await deck.press('3', '/');
  await wheel('down', /osd\.5 /);
  expect(await text()).not.toMatch(/[▌ ]▲ stor-06/);
  const before = await text();
  await click(/osd\.5 /);
  expect(await text()).toBe(before);
});

test('where the mouse is off nothing is remembered of what was painted', async () => {
  await openPointed(140, 40, { mouse: false });
  const before = await text();
  await click(/osd\.2 /);
  await wheel('down', /osd\.2 /);
  expect(await text()).toBe(before);
});
