import { typeable } from '../lib/text.ts';

/**
 * One key press, whatever the terminal sent for it. `name` is a printable character or one of the names
 * below; `alone` tells that it arrived by itself and not inside a chunk of several characters, which is
 * what a paste or a lagging link looks like: only a lone key may confirm anything.
 */
export interface Press {
  readonly name: string;
  readonly alone: boolean;
}

/** A key as Ink's useInput hands it over, as far as it is read here. */
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

/** The key of one character inside a chunk; a control character that no key sends stands for none. */
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
 * The presses in one event of Ink's useInput. A chunk of several characters ("jjj" on a slow link, or an
 * unbracketed paste) becomes one press for each character.
 */
export function pressesOf(input: string, key: InkKey): Press[] {
  for (const [flag, name] of NAMED) if (key[flag]) return [{ name, alone: true }];
  if (key.tab) return [{ name: key.shift ? 'shift-tab' : 'tab', alone: true }];
  if (key.escape) return [{ name: 'esc', alone: true }];
  if (key.ctrl) return input === '' ? [] : [{ name: `ctrl-${input.toLowerCase()}`, alone: true }];
  // Alt with a letter is the terminal's own business (menus, window managers): no binding uses it.
  if (key.meta) return [];
  const characters = Array.from(input);
  return characters.flatMap((text) => {
    const name = character(text);
    return name === undefined ? [] : [{ name, alone: characters.length === 1 }];
  });
}

/** The character that a press writes into a text, or nothing for a key that writes none or one that cannot be seen. */
export function printed(press: Press): string | undefined {
  if (press.name === 'space') return ' ';
  return Array.from(press.name).length === 1 ? typeable(press.name) || undefined : undefined;
}
