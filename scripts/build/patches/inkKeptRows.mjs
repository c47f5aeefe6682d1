import { edit } from '../patch.mjs';
import { cacheImport, rowsImport } from './imports.mjs';

const name = 'inkKeptRows';

/**
 * For each frame Ink splits every visible text into styled characters, splits it into lines, clips it at the edges of the
 * screen (which nothing here exceeds), puts the characters into cells and converts all cells to text again: 10,000 objects
 * per frame at 200x50, although only two or three rows have changed. With this patch each row first collects its writes. A
 * row seen before is reused; a new one is joined from its texts; only if those overlap or contain wide characters it is
 * built from cells, as before. Lines and widths of texts are cached between frames.
 *
 * Gain: docs/performance.md, "What keeps a frame short".
 *
 * The cache limits are in characters: two screens of 300x100 with their keys fit into 200,000.
 *
 * @type {import('../patch.mjs').Patch}
 */
export const inkKeptRows = {
  name,
  file: /node_modules[\\/]ink[\\/]build[\\/]output\.js$/,
  apply: (source) =>
    cacheImport +
    rowsImport(['columnsOf', 'isWhole', 'joined', 'keyOf']) +
    edit(edit(source, name, caches), name, rows),
};

/** Edits that cache the properties of texts. */
const caches = [
  {
    find: '    widths = new Map();',
    replace: `    widths = new GenerationCache(200_000);
    lines = new GenerationCache(200_000);
    slices = new GenerationCache(200_000);
    rows = new GenerationCache(200_000);`,
  },
  {
    find: '            cached = stringWidth(text);',
    replace: '            cached = columnsOf(text);\n            if (cached < 0) cached = stringWidth(text);',
  },
  { find: '    blockWidths = new Map();', replace: '    blockWidths = new GenerationCache(200_000);' },
  // Styled characters are objects of a hundred bytes each, and with this patch hardly any text is split twice.
  { find: '        let cached = this.styledChars.get(line);', replace: '        let cached;' },
  { find: '            this.styledChars.set(line, cached);\n', replace: '' },
  {
    find: 'export default class Output {',
    replace: 'const keptCaches = new OutputCaches();\nexport default class Output {',
  },
  { find: '    caches = new OutputCaches();', replace: '    caches = keptCaches;' },
  {
    find: `        // Preserve styles across explicit newlines before clipping individual rows.
        const characterLines = [[]];`,
    replace: `        let lines = this.caches.lines.getOrMake(text, () => {
        if (isWhole(text)) return [text];
        const characterLines = [[]];`,
  },
  {
    find: '        let lines = characterLines.map(line => styledCharsToString(line));',
    replace: `        return characterLines.map(line => styledCharsToString(line));
        });`,
  },
];

/** Edits that collect the writes of each row and build the row at the end. */
const rows = [
  {
    find: 'return this.sliceLineToColumns(line, from, to);',
    replace: `if (from === 0 && to === width && columnsOf(line) >= 0) return line;
                    return this.caches.slices.getOrMake(\`\${from} \${to} \${line}\`, () => this.sliceLineToColumns(line, from, to));`,
  },
  {
    find: `            for (const transformer of transformers) {
                line = transformer(line, index + y - operation.y);
            }
            const characters = this.caches.getStyledChars(line);`,
    replace: `            const before = line;
            for (const transformer of transformers) {
                line = transformer(line, index + y - operation.y);
            }
            currentLine.push({ x, line, raw: line !== before });
        }
    }
    writeCells(currentLine, x, line) {
        {
            const characters = this.caches.getStyledChars(line);`,
  },
  {
    find: `            if (characters.length === 0) {
                continue;
            }`,
    replace: '            if (characters.length === 0) return;',
  },
  {
    find: `            const row = [];
            for (let x = 0; x < this.width; x++) {
                row.push({
                    type: 'char',
                    value: ' ',
                    fullWidth: false,
                    styles: [],
                });
            }
            output.push(row);`,
    replace: '            output.push([]);',
  },
  {
    find: '            .map(line => {\n            // See',
    replace: `            .map(writes => this.caches.rows.getOrMake(keyOf(writes, this.width), () => {
            const row = joined(writes, this.width);
            if (row !== undefined) return row;
            const line = new Array(this.width).fill({ type: 'char', value: ' ', fullWidth: false, styles: [] });
            for (const write of writes) this.writeCells(line, write.x, write.line);
            // See`,
  },
  {
    find: `            return styledCharsToString(lineWithoutEmptyItems).trimEnd();
        })`,
    replace: `            return styledCharsToString(lineWithoutEmptyItems).trimEnd();
        }))`,
  },
];
