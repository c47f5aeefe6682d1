/**
 * A value that is created on first use. V8 takes half a millisecond to compile the regular expressions below, and the
 * start of the program needs none of them.
 */
function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/**
 * Characters that must never reach the terminal unchanged: control characters (C0, DEL, C1), lone surrogates, line and
 * paragraph separators, everything invisible or direction-changing (format characters and Unicode's default-ignorable
 * set, which contains the bidirectional overrides, zero-width joiners, variation selectors, fillers and tags),
 * private-use and unassigned code points, whose width is unknown, and the few letters of Unicode's class Prepend, which
 * would merge with the next column.
 */
const unsafe = lazy(
  () =>
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u{d4e}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/gu,
);

/** Removes from typed or pasted text everything that `visible` would mark: control and invisible characters. */
export function typeable(text: string): string {
  return text.replace(unsafe(), '');
}

const PLAIN = /^[\x20-\x7e]*$/;
const NOT_PLAIN = /[^\x20-\x7e]/gu;

/**
 * Matches combining marks that would be drawn outside their own place: one at the start of a text would combine with
 * the character before it, and many on one letter spill over neighbouring lines.
 */
const strayMark = lazy(() => /^\p{M}|(?<=\p{M}{8})\p{M}/gu);

const UNKNOWN = '⍰';

function unicodeMark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a) return '␤';
  if (code === 0x09) return '⇥';
  if (code <= 0x1f) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : UNKNOWN;
}

function asciiMark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a) return '\\n';
  if (code === 0x09) return '\\t';
  if (code === 0x0d) return '\\r';
  if (code <= 0x1f) return `^${String.fromCharCode(code + 0x40)}`;
  return code === 0x7f ? '^?' : `\\u{${code.toString(16)}}`;
}

/**
 * Makes untrusted text safe to show: every character that could move the cursor, change the terminal's state, or hide
 * or reorder text is replaced by a visible mark. The result is a single line, and the function is idempotent.
 *
 * Without `unicode` everything outside printable ASCII is escaped (`\u{e9}`), because a terminal that does not use
 * UTF-8 may take the bytes of a harmless letter for a control sequence.
 */
export function visible(text: string, unicode = true): string {
  if (PLAIN.test(text)) return text;
  if (!unicode) return text.replace(NOT_PLAIN, asciiMark);
  return text.replace(unsafe(), unicodeMark).replace(strayMark(), UNKNOWN);
}

/** Matches a line of common letters, symbols and SGR sequences, none of which is unsafe: the fast path of `painted`. */
const SURELY_SAFE = /^(?:[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u2190-\u21ff\u2500-\u25ff]|\x1b\[[\d;]*m)*$/;
const SGR_OR_UNSAFE = lazy(
  () => new RegExp(`(\\x1b\\[[\\d;]*m)|${unsafe().source}|${strayMark().source}`, 'gu'),
);

/**
 * A painted line made safe for the terminal: its SGR sequences stay, and characters that {@link visible} would have
 * marked become question marks. This is the last line of defence, for text that was painted without being made visible.
 */
export const painted = (line: string): string =>
  SURELY_SAFE.test(line)
    ? line
    : line.replace(SGR_OR_UNSAFE(), (_, style: string | undefined) => style ?? '?');
