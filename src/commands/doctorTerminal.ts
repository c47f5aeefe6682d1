import { homedir } from 'node:os';
import type { ScreenOptions } from '../config/commandLine.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { slowSetting } from '../config/slow.ts';
import { multiplexer } from '../lib/clipboard.ts';
import { type Environment, isRemote } from '../lib/environment.ts';
import { detectColour, detectUnicode } from '../lib/look.ts';
import { SMALLEST } from '../lib/terminalSize.ts';
import type { TerminalState } from './io.ts';

/** The result of a check, with its reason. `bad` means that the program cannot work. */
export interface Finding {
  readonly about: string;
  readonly level: 'ok' | 'note' | 'bad';
  readonly text: string;
}

/** A text with the value of an environment variable, or saying that it is unset. */
const variableText = (env: Environment, name: string): string =>
  env[name] === undefined ? `${name} is not set` : `${name} is ${env[name] || 'empty'}`;

function colourFinding(env: Environment, screen: ScreenOptions, config: Config): Finding {
  const asked = screen.colour === false ? ('none' as const) : config.screen['colour-depth'];
  const depth = detectColour(env, asked === undefined ? {} : { colour: asked });
  const { NO_COLOR, TERM = '' } = env;
  const why =
    screen.colour === false
      ? '--no-colour'
      : asked !== undefined
        ? 'colour-depth in the configuration'
        : NO_COLOR
          ? variableText(env, 'NO_COLOR')
          : TERM === '' || TERM === 'dumb'
            ? variableText(env, 'TERM')
            : `${variableText(env, 'TERM')}, ${variableText(env, 'COLORTERM')}`;
  const names = { none: 'none', '16': '16 colours', '256': '256 colours', true: 'true colour' } as const;
  return { about: 'colour', level: depth === 'none' ? 'note' : 'ok', text: `${names[depth]}: ${why}` };
}

/** The locale variable that determines the character set, in POSIX order of precedence. */
const localeVariable = (env: Environment): string =>
  ['LC_ALL', 'LC_CTYPE', 'LANG'].find((name) => env[name]) ?? 'LANG';

function unicodeFinding(env: Environment, screen: ScreenOptions, config: Config): Finding {
  const characters = screen.characters ?? config.screen.characters;
  const flags = { ascii: characters === 'ascii', unicode: characters === 'unicode' };
  const on = detectUnicode(env, flags);
  const why =
    screen.characters !== undefined
      ? `--${screen.characters}`
      : characters !== undefined
        ? 'characters in the configuration'
        : !on && detectUnicode({ ...env, TERM: undefined }, flags)
          ? `${variableText(env, 'TERM')}: its font lacks the signs`
          : variableText(env, localeVariable(env));
  return { about: 'unicode', level: on ? 'ok' : 'note', text: `${on ? 'on' : 'off, ASCII signs'}: ${why}` };
}

function terminalFinding(env: Environment, terminal: TerminalState): Finding {
  const name = variableText(env, 'TERM');
  if (!terminal.stdin || !terminal.stdout) {
    const missing = [
      ...(terminal.stdin ? [] : ['standard input']),
      ...(terminal.stdout ? [] : ['standard output']),
    ];
    return {
      about: 'terminal',
      level: 'note',
      text: `no terminal at ${missing.join(' and ')}: the console needs one. ${name}`,
    };
  }
  const { columns = 0, rows = 0 } = terminal;
  const small = columns < SMALLEST.columns || rows < SMALLEST.rows;
  const text = `${columns}x${rows}, ${name}`;
  return {
    about: 'terminal',
    level: small ? 'note' : 'ok',
    text: small ? `${text}: smaller than ${SMALLEST.columns}x${SMALLEST.rows}, lines are cut` : text,
  };
}

const SLOW_TEXTS = {
  on: 'judged slow: updates are drawn every two seconds at the most, keys at once',
  off: 'judged fast: everything is drawn as it comes',
  auto: 'measured while the console runs: above 250 ms updates are drawn every two seconds at the most, keys at once',
} as const;

function linkFinding(env: Environment, { slow: asked }: ScreenOptions, config: Config): Finding {
  try {
    const { slow, origin } = slowSetting(asked, env, config);
    const plain = slow === 'auto' && (env['STOREDECK_OUTPUT'] || config.screen.output) === 'plain';
    return plain
      ? {
          about: 'link',
          level: 'note',
          text: 'not measured, as the output is plain: --slow says that it is slow',
        }
      : { about: 'link', level: 'ok', text: `${SLOW_TEXTS[slow]} (${origin})` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { about: 'link', level: 'bad', text: error.message };
  }
}

function multiplexerFinding(env: Environment): Finding {
  const around = multiplexer(env);
  const text =
    around === 'tmux'
      ? 'tmux: copying needs "set -g allow-passthrough on" or "set -g set-clipboard on"'
      : around === 'screen'
        ? 'screen: copying goes through it to the terminal'
        : 'none';
  return { about: 'multiplexer', level: 'ok', text };
}

/** Findings on the terminal: the detected abilities and the reasons for them. */
export function terminalFindings(
  env: Environment,
  terminal: TerminalState,
  screen: ScreenOptions,
  config: Config,
): Finding[] {
  return [
    terminalFinding(env, terminal),
    colourFinding(env, screen, config),
    unicodeFinding(env, screen, config),
    {
      about: 'theme',
      level: 'ok',
      text: screen.theme ?? config.screen.theme ?? 'terminal (the 16 colours of the terminal)',
    },
    {
      about: 'locale',
      level: 'ok',
      text: `${variableText(env, localeVariable(env))}, ${variableText(env, 'TZ')}`,
    },
    multiplexerFinding(env),
    linkFinding(env, screen, config),
    {
      about: 'session',
      level: 'ok',
      text: isRemote(env) ? 'over SSH: a lone Escape waits 100 ms for its sequence' : 'on this machine',
    },
    { about: 'home', level: 'ok', text: env['HOME'] ?? homedir() },
  ];
}
