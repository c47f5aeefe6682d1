/** The time after a lone Escape in which the rest of a sequence may follow, in milliseconds, as Ink waits. */
export const ESCAPE_MS = 20;
/** The same over SSH, where the two may arrive in packets of their own. */
export const REMOTE_ESCAPE_MS = 100;
/**
 * The time to wait for the rest of a sequence that is certain, in milliseconds: a lost packet is sent again within it (the
 * least wait of Linux is 200 ms). No key waits for it, as none sends such a start alone.
 */
const SEQUENCE_MS = 500;

/** Escape as the kitty keyboard protocol sends it: Ink takes it at once, while it holds back a lone Escape byte. */
export const ESCAPE_KEY = '\x1b[27u';

/** A sequence with its end; a second Escape before it is Alt. The one with `$` is from rxvt, `[[` from the Linux console. */
const SEQUENCE = String.raw`\x1b{1,2}(?:\[(?:[235-8]\$|\[?(?!\[)[0-?]{0,32}[ -/]{0,4}[@-~])|O[\d;]{0,32}[@-~])`;
/** A sequence without its end. */
const START = String.raw`\x1b{1,2}(?:\[\[?[0-?]{0,32}[ -#%-/]{0,4}|O[\d;]{0,32})`;
/**
 * An Escape before a letter is Alt; two are two presses of Escape, and the letter is a key of its own. Nobody presses Alt with
 * `:`, `/`, `?` or a digit, but many press these soon after Escape, and a slow link delivers both in one chunk.
 */
const PIECES = new RegExp(
  String.raw`${SEQUENCE}|${START}|(?<!\x1b)\x1b[^\x1b[O:/?\d]|[\x1b\x03\x08\x7f]|[^\x1b\x03\x08\x7f]+`,
  'gu',
);
const ONLY_START = new RegExp(`^${START}$`);
const BEGUN = new RegExp(String.raw`(?:${START}|\x1b{1,2})$`);
const ONLY_ESCAPES = /^\x1b+$/;

/**
 * Splits terminal input into the pieces from which Ink makes key events: each escape sequence, Backspace and Ctrl-C alone,
 * and any other run of characters as one piece, so that a paste is not split. A sequence may arrive in several chunks.
 */
export class KeySplitter {
  readonly #escapeMs: number;
  #held = '';

  /** @param escapeMs the time that an Escape at the end of a chunk is held back, in milliseconds */
  constructor(escapeMs: number) {
    this.#escapeMs = escapeMs;
  }

  /** The time after which held-back input is to be released, in milliseconds; undefined if nothing is held back. */
  get waitMs(): number | undefined {
    if (this.#held === '') return undefined;
    return ONLY_ESCAPES.test(this.#held) ? this.#escapeMs : SEQUENCE_MS;
  }

  /** The complete pieces of a chunk, together with input held back before. */
  take(chunk: string): string[] {
    if (chunk === '') return [];
    // A letter after a held-back Escape is a key of its own; in one chunk with it, the two are Alt and the letter.
    const before = ONLY_ESCAPES.test(this.#held) && !/^[\x1b[O]/.test(chunk) ? this.release() : [];
    const text = this.#held + chunk;
    this.#held = BEGUN.exec(text)?.[0] ?? '';
    const complete = text.slice(0, text.length - this.#held.length).match(PIECES) ?? [];
    const keys = complete.filter((piece) => !ONLY_START.test(piece));
    return [...before, ...keys.map((piece) => (piece === '\x1b' ? ESCAPE_KEY : piece))];
  }

  /** Returns a held-back Escape after nothing has followed it. The start of a sequence is no key and is discarded. */
  release(): string[] {
    const held = this.#held;
    this.#held = '';
    return ONLY_ESCAPES.test(held) ? Array.from(held, () => ESCAPE_KEY) : [];
  }
}
