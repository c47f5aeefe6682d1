import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { program } from '../../scripts/lib/project.mjs';
import { Screen } from '../support/screen.ts';
import { Home, startStoredeck } from '../support/storedeck.ts';
import { openDemo, type Session } from './steps.ts';

const ASK = '\u001B[5n';
const SLOW = { bytesPerSecond: 8000, roundTripMs: 300 };
const KEYS = 60;

/** Opens the disk table over the whole screen and sends a key repeatedly, as a keyboard does. */
async function holdDown(deck: Session): Promise<void> {
  await deck.see(/▶ 1 Health/);
  deck.press('3', 'Enter');
  await deck.see(/▌.*osd\.0/);
  for (let key = 0; key < KEYS; key++) {
    deck.press('Down');
    await sleep(20);
  }
}

/** The disk under the cursor. */
const selected = (deck: Session) => /stor-\d+ \w+(?:\.\d+)?/.exec(deck.lines(/^▌/).join(''))?.[0];

describe('thin link', () => {
  test('a thin link skips to the latest frame instead of drawing each one', async () => {
    await using near = await openDemo('calm');
    await holdDown(near);
    await near.screen.quiet(300);
    const disk = selected(near);
    await using far = await openDemo('calm', { link: SLOW });
    const before = far.screen.raw().split(ASK).length;
    await holdDown(far);
    await far.see(() => selected(far) === disk);
    expect(far.screen.raw().split(ASK).length - before).toBeLessThan(KEYS / 2);
  });
});

describe('answers of the terminal', () => {
  test.each([undefined, SLOW])(
    'the answers of the terminal are not left to the shell as input, over %j',
    async (link) => {
      await using deck = await openDemo('calm', { inShell: true, ...(link && { link }) });
      expect(deck.screen.raw()).toContain(ASK);
      // Frames are still being written when the program ends.
      deck.press('2', '3', ':', 'q', 'Enter');
      await deck.see(/AFTER/);
      // Any other input would be echoed before it.
      deck.type('typed');
      expect(await deck.see(/typed/)).toMatch(/AFTER\ntyped/);
    },
  );

  test('the answers of the terminal are not left to the shell as input after Ctrl-Z', async () => {
    using home = new Home();
    await using shell = Screen.start('bash', ['--norc', '--noprofile', '-i'], {
      cwd: home.folder,
      env: { ...home.env, PS1: 'shell> ' },
      link: SLOW,
    });
    await shell.until(/shell> /);
    shell.type(`'${process.execPath}' '${program}' --demo=calm --utc\r`);
    await shell.until(/HEALTH_OK/, 30_000);
    shell.press('2', 'ctrl-z');
    await shell.until(/Stopped/, 30_000);
    shell.type('printf "[%s]" typed\r');
    const text = await shell.until(/\[typed\]/, 30_000);
    expect(text).toMatch(/shell> printf/);
    expect(text).not.toContain('[0n');
    shell.type('fg\r');
    await shell.until((shown) => /▶ 2 Placement/.test(shown) && /\? help/.test(shown), 30_000);
  });
});

describe('plain output', () => {
  test('with STOREDECK_OUTPUT=plain no question is sent to the terminal', async () => {
    await using deck = await openDemo('calm', { env: { STOREDECK_OUTPUT: 'plain' } });
    deck.press('2');
    await deck.see(/▶ 2 Placement/);
    expect(deck.screen.raw()).not.toContain(ASK);
  });

  test('with plain output in the configuration no question is sent to the terminal, unless the variable says otherwise', async () => {
    using home = new Home();
    const folder = join(home.env.XDG_CONFIG_HOME, 'storedeck');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.toml'), '[screen]\noutput = "plain"\n', { mode: 0o600 });
    for (const [env, asks] of [
      [{}, false],
      [{ STOREDECK_OUTPUT: 'cells' }, true],
    ] as const) {
      await using screen = startStoredeck(home, ['--demo=calm'], { env });
      await screen.until(/HEALTH_OK/, 30_000);
      expect(screen.raw().includes(ASK)).toBe(asks);
    }
  });

  test.each(['linux', 'vt100'])('with TERM=%s no part of the screen is scrolled', async (TERM) => {
    await using deck = await openDemo('calm', { env: { TERM } });
    deck.press('4', 'Enter');
    await deck.see(/4 Log/);
    for (let count = 0; count < 3; count++) deck.press('PageUp');
    await deck.see(/4 Log/);
    expect(deck.screen.raw()).not.toMatch(/\u001B\[\d+;\d+r/);
  });
});

test.each(['cells', 'plain'])(
  'Ctrl-R repairs a screen that other programs have written on (%s)',
  async (output) => {
    await using deck = await openDemo('calm', { env: { STOREDECK_OUTPUT: output } });
    await deck.see(/▶ 1 Health/);
    deck.screen.overwrite('\u001B[3;1HBroadcast message\r\nfrom root\u001B[24;1H\n');
    await deck.see(/Broadcast|from root/);
    deck.press('ctrl-r');
    const text = await deck.see(/^ demo +DEMO/);
    expect(text).not.toMatch(/Broadcast|from root/);
    expect(text.match(/▶ 1 Health/g)).toHaveLength(1);
  },
);
