import { edit } from '../patch.mjs';
import { cacheImport, rowsImport } from './imports.mjs';

const name = 'inkKeptTexts';

/**
 * For each frame Ink removes control sequences from every visible text, token by token, even if it has not changed. A text
 * with only styles and one-cell characters needs no cleaning, and other results are cached.
 *
 * Gain (with inkKeptWidths): docs/performance.md, "What keeps a frame short".
 *
 * @type {import('../patch.mjs').Patch}
 */
export const inkKeptTexts = {
  name,
  file: /node_modules[\\/]ink[\\/]build[\\/]sanitize-ansi\.js$/,
  apply: (source) =>
    cacheImport +
    rowsImport(['columnsOf']) +
    edit(source, name, [
      {
        find: 'export default sanitizeAnsi;',
        replace: `const kept = new GenerationCache(200_000);
export default (text) => columnsOf(text) >= 0 ? text : kept.getOrMake(text, sanitizeAnsi);`,
      },
    ]),
};
