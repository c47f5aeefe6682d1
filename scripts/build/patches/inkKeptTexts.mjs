import { edit } from '../patch.mjs';
import { cacheImport, rowsImport } from './imports.mjs';

const name = 'inkKeptTexts';

/**
 * For each frame Ink cleans every visible text of control sequences, token by token, whether it has changed or not.
 * One that holds nothing but styles and signs of one cell each is clean.
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
