/**
 * A value that is made when it is first asked for. V8 takes half a millisecond for the expressions below, and the first
 * lines of the program need none of them.
 */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/**
 * Text that must never reach the terminal as it came: controls (C0, DEL, C1), surrogates without a partner,
 * line and paragraph separators, everything invisible or direction-changing (format characters and
 * Unicode's default-ignorable set, which holds the bidirectional overrides, zero-width joiners, variation
 * selectors, fillers and tags), private-use and unassigned code points, whose width nobody knows, and the
 * few letters of Unicode's class Prepend, which would swallow the column after them.
 */
const unsafe = once(
  () =>
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u{d4e}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/gu,
);

/** Text from a keyboard or a paste without what `visible` would mark: control characters and what cannot be seen. */
export function typeable(text: string): string {
  return text.replace(unsafe(), '');
}

const PLAIN = /^[\x20-\x7e]*$/;
const NOT_PLAIN = /[^\x20-\x7e]/gu;

/** A mark at the start would join what stands before the text; a heap of them on one letter spills over other lines. */
const strayMark = once(() => /^\p{M}|(?<=\p{M}{8})\p{M}/gu);

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
 * Untrusted text made safe to show: whatever could move the cursor, change the terminal's state, hide or
 * reorder text becomes a visible mark. One line in, one line out; applying it again changes nothing.
 *
 * Without `unicode` everything outside printable ASCII is written out (`\u{e9}`), because on a terminal that
 * does not read UTF-8 the bytes of a harmless letter can be a control.
 */
export function visible(text: string, unicode = true): string {
  if (PLAIN.test(text)) return text;
  if (!unicode) return text.replace(NOT_PLAIN, asciiMark);
  return text.replace(unsafe(), unicodeMark).replace(strayMark(), UNKNOWN);
}

/** A line of common letters, signs and SGR sequences, none of which is unsafe. */
const SURELY_SAFE = /^(?:[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u2190-\u21ff\u2500-\u25ff]|\x1b\[[\d;]*m)*$/;
const SGR_OR_UNSAFE = once(
  () => new RegExp(`(\\x1b\\[[\\d;]*m)|${unsafe().source}|${strayMark().source}`, 'gu'),
);

/**
 * A painted line as it may reach the terminal: its SGR sequences stay, and what {@link visible} would have marked is a
 * question mark, which every terminal shows. The last guard, for text that came here without being made visible.
 */
export const painted = (line: string): string =>
  SURELY_SAFE.test(line)
    ? line
    : line.replace(SGR_OR_UNSAFE(), (_, style: string | undefined) => style ?? '?');
