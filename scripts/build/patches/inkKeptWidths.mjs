import { edit } from '../patch.mjs';
import { cacheImport, rowsImport } from './imports.mjs';

const name = 'inkKeptWidths';

/**
 * For each frame Ink measures the widest line of every visible text, even if it has not changed. This patch caches it.
 *
 * Gain: see inkKeptTexts.
 *
 * @type {import('../patch.mjs').Patch}
 */
export const inkKeptWidths = {
  name,
  file: /node_modules[\\/]widest-line[\\/]index\.js$/,
  apply: (source) =>
    cacheImport +
    rowsImport(['columnsOf']) +
    edit(source, name, [
      {
        find: 'export default function widestLine(string) {',
        replace: `const kept = new GenerationCache(200_000);
export default (text) => {
    const columns = columnsOf(text);
    return columns >= 0 ? columns : kept.getOrMake(text, widestLine);
};
function widestLine(string) {`,
      },
    ]),
};
