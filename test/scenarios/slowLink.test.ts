import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createSimEngine } from '../../src/service/sim/engine.ts';
import type { Cell } from '../support/cell.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { FaultyProxy } from './faultyProxy.ts';
import { openDemo, opened, openUrl, Session, type SessionOptions } from './steps.ts';

const ASK = '\u001B[5n';
/** 64 kbit/s with a round trip time of 300 ms. */
const SLOW = { bytesPerSecond: 8000, roundTripMs: 300 };
const SIZE = { cols: 160, rows: 48 };
/** The number of key presses, which leads past the visible rows of the 60 OSDs. */
const KEYS = 55;

const HEADER_WITHOUT_SECONDS = / \d\d:\d\dZ\s*\n/;

/** A service whose simulated cluster does not advance, so that two consoles see the same at any time. */
const openFrozen = () =>
  FaultyProxy.open({ engine: () => createSimEngine({ clock: fakeClock(), scenario: 'calm', seed: 1 }) });

/** The disk table over the whole screen, with only OSDs. */
async function openDisks(proxy: FaultyProxy, options: SessionOptions): Promise<Session> {
  const deck = await opened(openUrl(proxy.url, proxy.tokenFile, { ...SIZE, ...options }), (text) =>
    /HEALTH_OK[^]*▶ 1 Health/.test(text),
  );
  deck.press('3', 'Enter');
  await deck.see(/▌.*osd\.0 /);
  await deck.filter('osd.');
  await deck.see((text) => text.includes('osd.8 ') && !text.includes('unassigned'));
  // The page beside the list shows since when each console has been watching.
  deck.press('_');
  await deck.seeNo(/ on stor-/);
  return deck;
}

const openSlow = (proxy: FaultyProxy) =>
  openDisks(proxy, { link: SLOW, env: { STOREDECK_SLOW: 'auto', SSH_TTY: '/dev/pts/7' } });

/** Sends a key repeatedly, as a keyboard does while it is held. */
async function hold(deck: Session, key: string, count: number): Promise<void> {
  for (let pressed = 0; pressed < count; pressed++) {
    deck.press(key);
    await sleep(20);
  }
}

/** The OSD under the cursor. */
const selected = (deck: Session) => /osd\.\d+/.exec(deck.lines(/^▌/).join(''))?.[0];

/** The visible properties of a cell. The colour of a blank is invisible. */
function seen(cell: Cell): string {
  const { char, bg, inverse, underline, fg, bold, dim, italic } = cell;
  const letter = char === ' ' && !inverse ? '' : [fg, bold, dim, italic].map(String).join();
  return `${char}{${[bg, inverse, underline].map(String).join()} ${letter}}`;
}

/** Every cell below the header and the title of the table, which show times, one row per line. */
const cells = ({ screen }: Session): string[] =>
  Array.from({ length: SIZE.rows - 2 }, (_, y) =>
    Array.from({ length: SIZE.cols }, (__, x) => seen(screen.cell(x, y + 2))).join(''),
  );

const framesOf = (deck: Session) => deck.screen.raw().split(ASK).length - 1;

describe('thin link', () => {
  test('a thin link finally shows the same cells as a fast one after the same keys', async () => {
    await using proxy = await openFrozen();
    await using near = await openDisks(proxy, {});
    await hold(near, 'Down', KEYS);
    await near.see(() => selected(near) === `osd.${KEYS}`);

    await using far = await openSlow(proxy);
    await far.see(/slow link \d+ ms/);
    const before = framesOf(far);
    await hold(far, 'Down', KEYS);
    await far.see(() => selected(far) === `osd.${KEYS}`);
    expect(framesOf(far) - before).toBeLessThan(KEYS / 2);
    await far.seeNo(/Slow link: updates/);
    expect(cells(far)).toEqual(cells(near));

    // The way back: no key is lost in either direction, and none is handled twice.
    for (const deck of [near, far]) {
      await hold(deck, 'Up', KEYS - 3);
      await deck.see(() => selected(deck) === 'osd.3');
    }
    expect(cells(far)).toEqual(cells(near));
  }, 120_000);

  test('a dialog on a thin link opens for the row that the keys lead to, even if another row was still on the screen', async () => {
    await using proxy = await openFrozen();
    await using deck = await openSlow(proxy);
    const before = framesOf(deck);
    await hold(deck, 'Down', KEYS);
    deck.press('S');
    await deck.see(new RegExp(`Scrub osd\\.${KEYS}\\b`));
    expect(framesOf(deck) - before).toBeLessThan(KEYS / 2);
  });
});

describe('slow link set by the operator', () => {
  test.each([
    ['the option', ['--slow'], {}],
    ['the variable', [], { STOREDECK_SLOW: '1' }],
  ])('the operator sets the link to slow by %s, and back', async (_, args, env) => {
    await using deck = await openDemo('calm', { args, env });
    await deck.see((text) => /slow link/.test(text) && HEADER_WITHOUT_SECONDS.test(text));
    deck.press('3');
    await deck.see(/▶ 3 Disks/);
    await deck.command('slow off');
    await deck.see((text) => !/slow link/.test(text) && !HEADER_WITHOUT_SECONDS.test(text));
  });

  test('an invalid variable for slow links is reported before the screen is drawn', async () => {
    await using deck = new Session(['--demo'], { inShell: true, env: { STOREDECK_SLOW: 'rather' } });
    const text = await deck.see(/AFTER/);
    expect(text).toMatch(/STOREDECK_SLOW must be 1, 0 or auto[^]*EXIT 2/);
    expect(deck.screen.raw()).not.toContain('\u001B[?1049h');
  });
});
