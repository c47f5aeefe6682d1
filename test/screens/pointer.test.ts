import { afterEach, describe, expect, test, vi } from 'vitest';
import { pointed } from '../../src/app/pointer.ts';
import type { MouseEvent } from '../../src/keys/mouse.ts';
import { plainText } from './roleMap.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';

vi.setConfig({ testTimeout: 30_000 });

let deck: ShownDeck;
afterEach(() => deck[Symbol.asyncDispose]());
const text = async () => plainText(await deck.frame());

async function open(columns = 140, rows = 40): Promise<void> {
  deck = await showDeck({ columns, rows });
  await deck.clock.advance(3000);
}
/** Where the last frame shows a text. */
async function find(wanted: RegExp): Promise<{ readonly column: number; readonly row: number }> {
  const lines = (await text()).split('\n');
  const row = lines.findIndex((line) => wanted.test(line));
  if (row < 0) throw new Error(`${wanted} is not on the screen`);
  return { column: lines[row]!.search(wanted), row };
}
async function click(wanted: RegExp): Promise<void> {
  pointed(deck.cockpit, { kind: 'press', ...(await find(wanted)) });
  await deck.frame();
}
async function wheel(kind: MouseEvent['kind'], wanted: RegExp): Promise<void> {
  pointed(deck.cockpit, { kind, ...(await find(wanted)) });
  await deck.frame();
}

describe('on the deck', () => {
  test('a click gives a pane the keys and its row the cursor; a second one opens it', async () => {
    await open();
    await click(/osd\.2 /);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌✓ stor-01 +osd\.2 /);
    await click(/osd\.2 /);
    expect(await text()).not.toMatch(/1 Health/);
    await click(/osd\.2 /);
    expect(await text()).toMatch(/osd\.2 on stor-01/);
  });

  test('a click on a row of another pane that has its cursor there opens nothing yet', async () => {
    await open();
    await click(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌▲ stor-06/);
    expect(await text()).toMatch(/1 Health/);
  });

  test('a click on a title, a header or the blank below gives the keys alone', async () => {
    await open();
    await click(/2 Placement/);
    expect(await text()).toMatch(/▶ 2 Placement/);
    await click(/HOST +NAME/);
    expect(await text()).toMatch(/▶ 3 Disks[^]*▌▲ stor-06/);
  });

  test('the wheel scrolls the pane under it and leaves the keys where they are', async () => {
    await open();
    await wheel('down', /osd\.5 /);
    expect(await text()).not.toMatch(/[▌ ]▲ stor-06/);
    expect(await text()).toMatch(/▶ 1 Health/);
    await wheel('up', /osd\.5 /);
    expect(await text()).toMatch(/[▌ ]▲ stor-06/);
  });

  test('the wheel moves through the log', async () => {
    await open();
    await deck.clock.advance(60_000);
    await wheel('up', /─ 4 Log/);
    expect(deck.cockpit.view.getState().logs.follow).toBe(false);
  });
});

describe('on a screen', () => {
  test('a click chooses a row, a second one opens it', async () => {
    await open();
    await deck.command('s3-users');
    await deck.clock.advance(3000);
    await click(/webshop/);
    expect(await text()).toMatch(/▌webshop/);
    await click(/webshop/);
    expect(await text()).toMatch(/Sub-users[^]*webshop/);
  });

  test('a click below the last row does nothing', async () => {
    await open();
    await deck.command('pools');
    await deck.clock.advance(3000);
    const before = await text();
    pointed(deck.cockpit, { kind: 'press', column: 3, row: 30 });
    expect(await text()).toBe(before);
  });
});

describe('over a dialog', () => {
  test('no click confirms, closes or chooses anything', async () => {
    await open();
    await deck.command('set noout');
    await deck.clock.advance(1000);
    const before = await text();
    for (let row = 0; row < 40; row++) pointed(deck.cockpit, { kind: 'press', column: 70, row });
    for (let turn = 0; turn < 5; turn++) pointed(deck.cockpit, { kind: 'down', column: 70, row: 20 });
    expect(await text()).toBe(before);
    await deck.press('esc', '?');
    expect(await text()).toMatch(/Help/);
    const help = await text();
    pointed(deck.cockpit, { kind: 'press', column: 10, row: 10 });
    expect(await text()).toBe(help);
  });

  test('the wheel scrolls what is read', async () => {
    await open(100, 20);
    await deck.press('?');
    const before = await text();
    await wheel('down', /Help/);
    expect(await text()).not.toBe(before);
  });
});
