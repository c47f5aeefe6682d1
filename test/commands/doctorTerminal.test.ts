import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { terminalFindings } from '../../src/commands/doctorTerminal.ts';
import type { TerminalState } from '../../src/commands/io.ts';
import type { ScreenOptions } from '../../src/config/commandLine.ts';
import { type Config, emptyConfig } from '../../src/config/config.ts';

const WIDE: TerminalState = { stdin: true, stdout: true, columns: 120, rows: 36 };
const UTF8 = { TERM: 'xterm', LANG: 'C.UTF-8', HOME: '/home/a' };

interface Place {
  readonly env?: Record<string, string>;
  readonly terminal?: TerminalState;
  readonly screen?: ScreenOptions;
  readonly config?: Config['screen'];
}

/** A line for each finding: its subject, its level and its text. */
const findingLines = ({ env = {}, terminal = WIDE, screen = {}, config = {} }: Place = {}): string[] =>
  terminalFindings({ ...UTF8, ...env }, terminal, screen, { ...emptyConfig, screen: config }).map(
    ({ about, level, text }) => `${about} ${level} ${text}`,
  );
const toldOf = (about: string, place: Place) =>
  findingLines(place).find((line) => line.startsWith(`${about} `)) ?? '';

describe('what doctor finds out about a terminal', () => {
  test('the findings show what is assumed about the terminal if nothing is set', () => {
    expect(findingLines()).toEqual([
      'terminal ok 120x36, TERM is xterm',
      'colour ok 16 colours: TERM is xterm, COLORTERM is not set',
      'unicode ok on: LANG is C.UTF-8',
      'theme ok terminal (the 16 colours of the terminal)',
      'locale ok LANG is C.UTF-8, TZ is not set',
      'multiplexer ok none',
      'link ok measured while the console runs: above 250 ms updates are drawn every two seconds at the most, keys at once (the default)',
      'session ok on this machine',
      'home ok /home/a',
    ]);
    expect(terminalFindings({}, WIDE, {}, emptyConfig).at(-1)?.text).toBe(homedir());
  });

  const here = (more: Partial<TerminalState>): Place => ({ terminal: { ...WIDE, ...more } });
  const env = (values: Record<string, string>): Place => ({ env: values });
  test.each<[Place, string]>([
    [here({ columns: 60, rows: 16 }), 'terminal ok 60x16, TERM is xterm'],
    [
      here({ columns: 59, rows: 16 }),
      'terminal note 59x16, TERM is xterm: smaller than 60x16, lines are cut',
    ],
    [
      here({ columns: 60, rows: 15 }),
      'terminal note 60x15, TERM is xterm: smaller than 60x16, lines are cut',
    ],
    [
      { terminal: { stdin: true, stdout: true } },
      'terminal note 0x0, TERM is xterm: smaller than 60x16, lines are cut',
    ],
    [
      here({ stdin: false }),
      'terminal note no terminal at standard input: the console needs one. TERM is xterm',
    ],
    [
      here({ stdout: false }),
      'terminal note no terminal at standard output: the console needs one. TERM is xterm',
    ],
    [env({ TERM: '' }), 'colour note none: TERM is empty'],
    [env({ TERM: 'dumb' }), 'colour note none: TERM is dumb'],
    [env({ NO_COLOR: '1' }), 'colour note none: NO_COLOR is 1'],
    [
      env({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }),
      'colour ok true colour: TERM is xterm-256color, COLORTERM is truecolor',
    ],
    [
      env({ TERM: 'xterm-256color', NO_COLOR: '' }),
      'colour ok 256 colours: TERM is xterm-256color, COLORTERM is not set',
    ],
    [
      { config: { 'colour-depth': '256' }, ...env({ NO_COLOR: '1' }) },
      'colour ok 256 colours: colour-depth in the configuration',
    ],
    [{ screen: { colour: false }, config: { 'colour-depth': '256' } }, 'colour note none: --no-colour'],
    [env({ LANG: 'C' }), 'unicode note off, ASCII signs: LANG is C'],
    [env({ LANG: '' }), 'unicode note off, ASCII signs: LANG is empty'],
    [env({ LC_CTYPE: 'C' }), 'unicode note off, ASCII signs: LC_CTYPE is C'],
    [env({ LC_ALL: 'POSIX', LC_CTYPE: 'C.UTF-8' }), 'unicode note off, ASCII signs: LC_ALL is POSIX'],
    [env({ TERM: 'linux' }), 'unicode note off, ASCII signs: TERM is linux: its font lacks the signs'],
    [env({ TERM: 'linux', LANG: 'C' }), 'unicode note off, ASCII signs: LANG is C'],
    [{ screen: { characters: 'unicode' }, config: { characters: 'ascii' } }, 'unicode ok on: --unicode'],
    [{ screen: { characters: 'ascii' } }, 'unicode note off, ASCII signs: --ascii'],
    [{ config: { characters: 'ascii' } }, 'unicode note off, ASCII signs: characters in the configuration'],
    [{ config: { characters: 'unicode' } }, 'unicode ok on: characters in the configuration'],
    [{ config: { theme: 'mono' } }, 'theme ok mono'],
    [{ screen: { theme: 'plain' }, config: { theme: 'mono' } }, 'theme ok plain'],
    [env({ LC_ALL: 'de_DE.UTF-8', TZ: 'UTC' }), 'locale ok LC_ALL is de_DE.UTF-8, TZ is UTC'],
    [
      env({ TMUX: '/tmp/t' }),
      'multiplexer ok tmux: copying needs "set -g allow-passthrough on" or "set -g set-clipboard on"',
    ],
    [env({ STY: '1.a' }), 'multiplexer ok screen: copying goes through it to the terminal'],
    [env({ SSH_TTY: '/dev/pts/1' }), 'session ok over SSH: a lone Escape waits 100 ms for its sequence'],
    [env({ SSH_CONNECTION: 'a b' }), 'session ok over SSH: a lone Escape waits 100 ms for its sequence'],
  ])('the findings give the reason: %o', (place, line) => {
    expect(toldOf(line.split(' ')[0] ?? '', place)).toBe(line);
  });

  const SLOW = 'updates are drawn every two seconds at the most, keys at once';
  const FAST = 'everything is drawn as it comes';
  const PLAIN = 'link note not measured, as the output is plain: --slow says that it is slow';
  test.each<[Place, string]>([
    [env({ STOREDECK_SLOW: '1' }), `link ok judged slow: ${SLOW} (STOREDECK_SLOW)`],
    [
      { screen: { slow: false }, ...env({ STOREDECK_SLOW: '1' }) },
      `link ok judged fast: ${FAST} (--no-slow)`,
    ],
    [{ config: { slow: true } }, `link ok judged slow: ${SLOW} (slow in the configuration)`],
    [{ config: { output: 'plain' } }, PLAIN],
    [env({ STOREDECK_OUTPUT: 'plain' }), PLAIN],
    [{ screen: { slow: true }, config: { output: 'plain' } }, `link ok judged slow: ${SLOW} (--slow)`],
    [env({ STOREDECK_SLOW: 'rather' }), 'link bad STOREDECK_SLOW must be 1, 0 or auto; it is "rather"'],
  ])(
    'the speed of the link is not measured with plain output, and an invalid setting of it is an error: %o',
    (place, line) => {
      expect(toldOf('link', place)).toBe(line);
    },
  );
});
