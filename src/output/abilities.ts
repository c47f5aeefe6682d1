import type { Environment } from '../lib/environment.ts';

/** The abilities of a terminal beyond moving the cursor, erasing a line and SGR. */
export interface Abilities {
  /** Can move to a column of the same line (CHA) and end single attributes (SGR 22 to 29). */
  readonly modern: boolean;
  /** Can scroll a part of the screen by several lines (DECSTBM with SU and SD). */
  readonly scrolls: boolean;
  /** Ignores unknown OSC strings instead of printing them. */
  readonly strings: boolean;
}

/** Values of TERM for terminals that only have the abilities of a VT100. */
const OLD = /^(?:vt\d|ansi|cons\d|dumb)/;
/** The Linux console supports neither SU nor SD, and only its own OSC strings (console_codes(4)). */
const LINUX_CONSOLE = /^linux/;

/** The abilities to expect for a value of TERM. */
export function abilitiesOf(term: string | undefined): Abilities {
  if (!term || OLD.test(term)) return { modern: false, scrolls: false, strings: false };
  const more = !LINUX_CONSOLE.test(term);
  return { modern: true, scrolls: more, strings: more };
}

/** Values of TERM, and of TERM_PROGRAM, of terminals that take links (OSC 8): github.com/Alhadis/OSC8-Adoption. */
const LINKING_TERM = /^(?:xterm-kitty|xterm-ghostty|foot|alacritty|wezterm)/;
const LINKING_PROGRAM = /^(?:iTerm\.app|WezTerm|ghostty|vscode)$/;
/** Other terminals based on VTE are known by its version; 0.50 takes links without crashing. */
const MIN_VTE = 5000;
/** The first version of tmux that takes links. */
const MIN_TMUX = 3.4;

/** True if links may be written: always by `on` if the terminal takes OSC strings, else if it is known to take links. */
export function takesLinks(env: Environment, setting: 'auto' | 'on' | 'off'): boolean {
  const { TERM = '', TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '', TMUX, STY, VTE_VERSION } = env;
  if (setting === 'off' || !abilitiesOf(TERM).strings) return false;
  if (setting === 'on') return true;
  if (STY) return false;
  if (TMUX || TERM_PROGRAM === 'tmux')
    return TERM_PROGRAM === 'tmux' && Number(/\d+\.\d+/.exec(TERM_PROGRAM_VERSION)?.[0] ?? 0) >= MIN_TMUX;
  // Inside GNU screen or tmux on another machine, the other variables are those of the terminal around it.
  if (/^(?:screen|tmux)/.test(TERM)) return false;
  return (
    LINKING_TERM.test(TERM) ||
    LINKING_PROGRAM.test(TERM_PROGRAM) ||
    Number(VTE_VERSION ?? 0) >= MIN_VTE ||
    Boolean(env['WT_SESSION'] || env['KITTY_WINDOW_ID'])
  );
}
