import { describe, expect, test } from 'vitest';
import { say } from '../../src/store/session/view.ts';
import type { ShownDeck } from '../screens/shownDeck.tsx';
import { showDeck } from '../screens/shownDeck.tsx';

/** The text of the screen, without styles. */
const plain = (frame: string) => frame.replaceAll(/\u001B\[[\d;]*m/g, '');
const header = async (deck: ShownDeck) => plain(await deck.frame()).split('\n')[0] ?? '';
const open = () => showDeck({ scenario: 'osd-down', columns: 120, rows: 36 });

/** The number of different frames while the clock runs for `seconds` and no key is pressed. */
async function framesIn(deck: ShownDeck, seconds: number): Promise<number> {
  let count = 0;
  let last = await deck.frame();
  for (let step = 0; step < seconds * 10; step++) {
    await deck.clock.advance(100);
    const frame = await deck.frame();
    if (frame !== last) count++;
    last = frame;
  }
  return count;
}

/** Has the terminal answer after a delay in milliseconds, once per second. */
async function answers(deck: ShownDeck, ms: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await deck.clock.advance(1000);
    deck.cockpit.link.measured(ms);
  }
}

describe('slow link', () => {
  test('a slow link is shown in the header and the footer once it is measured', async () => {
    await using deck = await open();
    await answers(deck, 40, 10);
    expect(plain(await deck.frame())).not.toMatch(/slow link/i);
    await answers(deck, 322, 8);
    expect(await header(deck)).toMatch(/HEALTH_WARN.* data now {2}slow link 320 ms .* {2}\d\d:\d\dZ *$/);
    expect(
      plain(await deck.frame())
        .split('\n')
        .at(-1),
    ).toMatch(/Slow link: updates are drawn every 2s/);
    await answers(deck, 20, 30);
    expect(await header(deck)).toMatch(/ \d\d:\d\d:\d\dZ *$/);
    expect(await header(deck)).not.toMatch(/slow/);
  });

  test('on a slow link the screen is redrawn every two seconds at most, and clocks do not tick', async () => {
    await using deck = await open();
    const usual = await framesIn(deck, 30);
    expect(usual).toBeGreaterThan(25);
    await deck.command('slow on');
    await deck.clock.advance(20_000);
    expect(await framesIn(deck, 30)).toBeLessThanOrEqual(15);
    await answers(deck, 1000, 30);
    expect(await framesIn(deck, 40)).toBeLessThanOrEqual(40 / 5);
  });

  test('on a slow link keys are answered at once with the data known by then', async () => {
    await using deck = await open();
    await deck.command('slow on');
    await deck.clock.advance(3333);
    for (const key of ['2', '3', '4']) {
      await deck.press(key);
      expect(plain(await deck.frame())).toMatch(new RegExp(`▶ ${key} `));
    }
    await deck.press('/');
    await deck.type('osd');
    expect(plain(await deck.frame())).toMatch(/\n\/osd/);
  });

  test('the detection of a slow link can be overridden both ways', async () => {
    await using deck = await open();
    await deck.command('slow on');
    expect(await header(deck)).toMatch(/slow link /);
    await answers(deck, 500, 20);
    await deck.command('slow off');
    expect(await header(deck)).not.toMatch(/slow/);
    await deck.command('slow auto');
    expect(await header(deck)).toMatch(/slow link 500 ms/);
    await deck.command('slow');
    expect(plain(await deck.frame())).toMatch(/slow auto: updates are drawn every 3s; round trip .* 500 ms/);
    await deck.command('slow perhaps');
    expect(plain(await deck.frame())).toMatch(/Type on, off or auto after it, not perhaps/);
  });

  test('on a slow link a notice disappears at the usual time, even while the display is paused', async () => {
    await using deck = await open();
    await deck.command('slow on');
    await deck.clock.advance(10_000);
    await deck.press('=');
    say(deck.cockpit.view, 'info', 'This goes away.');
    await deck.clock.advance(12_000);
    expect(plain(await deck.frame())).not.toMatch(/This goes away/);
  });
});
