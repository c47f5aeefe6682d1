/** The sequences that a terminal sends for keys that are not characters. */
const SEQUENCES: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\u001B',
  Tab: '\t',
  'Shift-Tab': '\u001B[Z',
  Backspace: '\u007F',
  Space: ' ',
  Up: '\u001B[A',
  Down: '\u001B[B',
  Right: '\u001B[C',
  Left: '\u001B[D',
  Home: '\u001B[H',
  End: '\u001B[F',
  Insert: '\u001B[2~',
  Delete: '\u001B[3~',
  PageUp: '\u001B[5~',
  PageDown: '\u001B[6~',
  F1: '\u001BOP',
  F2: '\u001BOQ',
  F3: '\u001BOR',
  F4: '\u001BOS',
};

/** Keys for which a terminal sends SS3 instead of CSI while the program has requested application cursor keys. */
const CURSOR_KEYS = new Set(['Up', 'Down', 'Right', 'Left', 'Home', 'End']);

/** Texts that can only be meant as the name of a key. */
const NAME = /^(?:[A-Z][A-Za-z]+(?:-.+)?|F\d+|(?:ctrl|shift|alt)-.+)$/;

/**
 * The bytes of a key press. `key` is a name (`Enter`, `Shift-Tab`, `PageDown`, `F1`), a control key (`ctrl-c`),
 * or the text itself.
 * @throws RangeError for the name of an unknown key, whose letters would otherwise be typed as keys
 */
export function keyBytes(key: string, applicationCursorKeys = false): string {
  const control = /^ctrl-([a-z\\\]^_[])$/.exec(key)?.[1];
  if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  if (!Object.hasOwn(SEQUENCES, key) && NAME.test(key)) throw new RangeError(`there is no key ${key}`);
  const bytes = SEQUENCES[key] ?? key;
  return applicationCursorKeys && CURSOR_KEYS.has(key) ? bytes.replace('[', 'O') : bytes;
}
