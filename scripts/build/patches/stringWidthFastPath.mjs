import { edit } from '../patch.mjs';
import { oneColumnImport } from './imports.mjs';

const name = 'stringWidthFastPath';

/** A character of every emoji sequence that is two cells wide: a keycap, a variation selector, a joiner or a pictograph. */
const maybeEmoji = String.raw`/[\u20E3\uFE0F\u200D\u231A-\u3299\u{1F000}-\u{1FFFF}]/u`;

/**
 * string-width answers at once for printable ASCII only. A console also draws other letters, arrows and lines, and the
 * width of texts with such signs is counted grapheme by grapheme, with a regular expression for emoji that takes 13 ms to
 * make, a segmenter that takes 9, and two more that take a fifth of one: they are made when a text first needs them.
 *
 * Gain: those 22 ms at the start, and two fifths of a frame's time.
 *
 * @type {import('../patch.mjs').Patch}
 */
export const stringWidthFastPath = {
  name,
  file: /node_modules[\\/]string-width[\\/]index\.js$/,
  apply: (source) =>
    oneColumnImport +
    edit(source, name, [
      {
        find: 'const segmenter = new Intl.Segmenter();',
        replace: `const maybeEmoji = ${maybeEmoji};
let segmenter;`,
      },
      {
        find: 'of segmenter.segment(string)) {',
        replace: 'of (segmenter ??= new Intl.Segmenter()).segment(string)) {',
      },
      {
        find: String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
        replace: String.raw`let rgiEmoji;
const rgiEmojiRegex = { test: (segment) => (rgiEmoji ??= /^\p{RGI_Emoji}$/v).test(segment) };`,
      },
      {
        find: String.raw`if (/^[\u0020-\u007E]*$/.test(string)) {`,
        replace: String.raw`if (ambiguousIsNarrow ? isOneColumnEach(string) : /^[\u0020-\u007E]*$/.test(string)) {`,
      },
      {
        find: 'const visibleCharacterRegex = /',
        replace: 'let visibleCharacter;\nconst visibleCharacterRegex = () => visibleCharacter ??= /',
      },
      { find: 'segment.search(visibleCharacterRegex)', replace: 'segment.search(visibleCharacterRegex())' },
      { find: 'visibleCharacterRegex.test(', replace: 'visibleCharacterRegex().test(' },
      {
        find: 'const spacingMarkRegex = /',
        replace: 'let spacingMark;\nconst spacingMarkRegex = () => spacingMark ??= /',
      },
      { find: 'spacingMarkRegex.test(', replace: 'spacingMarkRegex().test(' },
      {
        find: 'if (rgiEmojiRegex.test(segment) ||',
        replace: 'if ((maybeEmoji.test(segment) && rgiEmojiRegex.test(segment)) ||',
      },
    ]),
};
