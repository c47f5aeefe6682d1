import { typeable } from '../lib/text.ts';

/**
 * A key press, independent of the terminal's encoding. `name` is a printable character or one of the names below. `alone`
 * is false if the key arrived in a chunk of several characters, as in a paste or over a slow link; only a key that arrived
 * alone may confirm anything.
 */
export interface Press {
  readonly name: string;
  readonly alone: boolean;
}

/** The parts of Ink's `useInput` key that are used here. */
export interface InkKey {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageDown: boolean;
  readonly pageUp: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly meta: boolean;
}

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const satisfies readonly (readonly [keyof InkKey, string])[];

/** The key for a character of a chunk; undefined for a control character that no key sends. */
function character(text: string): string | undefined {
  if (text === ' ') return 'space';
  if (text === '\r' || text === '\n') return 'enter';
  if (text === '\t') return 'tab';
  if (text === '\u007F' || text === '\b') return 'backspace';
  if (text >= ' ') return text;
  const letter = String.fromCodePoint((text.codePointAt(0) ?? 0) + 0x60);
  return /[a-z]/.test(letter) ? `ctrl-${letter}` : undefined;
}

/**
 * The presses in one event of Ink's `useInput`. A chunk of several characters ("jjj" on a slow link, or a paste without
 * bracketed paste mode) becomes one press per character.
 */
export function pressesOf(input: string, key: InkKey): Press[] {
  for (const [flag, name] of NAMED) if (key[flag]) return [{ name, alone: true }];
  if (key.tab) return [{ name: key.shift ? 'shift-tab' : 'tab', alone: true }];
  if (key.escape) return [{ name: 'esc', alone: true }];
  if (key.ctrl) return input === '' ? [] : [{ name: `ctrl-${input.toLowerCase()}`, alone: true }];
  // Alt with a letter belongs to the terminal or window manager: no binding uses it.
  if (key.meta) return [];
  const characters = Array.from(input);
  return characters.flatMap((text) => {
    const name = character(text);
    return name === undefined ? [] : [{ name, alone: characters.length === 1 }];
  });
}

/** The character that a press types; undefined for keys that type nothing or an invisible character. */
export function printed(press: Press): string | undefined {
  if (press.name === 'space') return ' ';
  return Array.from(press.name).length === 1 ? typeable(press.name) || undefined : undefined;
}
