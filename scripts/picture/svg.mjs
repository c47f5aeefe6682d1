import { rgb, THEMES } from './palette.mjs';
import { rectangle, shape } from './shapes.mjs';

/** @typedef {import('../../test/support/cell.ts').Cell} Cell */
/** @typedef {import('./palette.mjs').Theme} Theme */

const CELL = { width: 9, height: 18 };
/** The size at which a letter of DejaVu Sans Mono is as wide as a cell. */
const FONT_SIZE = 14.95;
/** The distance from the top of a line to its baseline. */
const BASELINE = 13.75;
const MARGIN = 14;
const TITLE_BAR = 34;

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The visible foreground and background of a cell. @param {Cell} cell @param {Theme} theme */
function coloursOf({ fg, bg, inverse }, { foreground, background }) {
  const [front, back] = [rgb(fg, foreground), rgb(bg, background)];
  return inverse ? { front: back, back: front } : { front, back };
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(before: Item, item: Item) => boolean} belong true if an item belongs to the run of the previous one
 * @returns {Item[][]}
 */
function runs(items, belong) {
  /** @type {Item[][]} */
  const found = [];
  for (const item of items) {
    const run = found.at(-1);
    const before = run?.at(-1);
    if (run && before !== undefined && belong(before, item)) run.push(item);
    else found.push([item]);
  }
  return found;
}

/** @param {Cell} cell */
function weight({ bold, dim, italic, underline }) {
  return [
    bold ? ' font-weight="bold"' : '',
    dim ? ' opacity="0.62"' : '',
    italic ? ' font-style="italic"' : '',
    underline ? ' text-decoration="underline"' : '',
  ].join('');
}

/** ASCII characters, which are written together; any other is written alone, so that no font can shift its neighbours. */
const plain = /^[ -~]$/;

/** Characters that fill their cell from side to side; a run of them is drawn as one shape. */
const ROWED = /^[─━▀-█░▒▓▔]$/;

/** @typedef {{ cell: Cell, column: number }} Placed */

/** @param {Placed[]} run @param {number} top */
const areaOf = (run, top) => ({
  x: MARGIN + (run[0]?.column ?? 0) * CELL.width,
  y: top,
  width: run.length * CELL.width,
  height: CELL.height,
});

/** @param {Placed[]} cells @param {number} top @param {Theme} theme */
function letters(cells, top, theme) {
  const isWritten = (/** @type {Placed} */ { cell }) => shape(cell.char, areaOf([], 0), '') === undefined;
  const together = runs(
    cells.filter(isWritten),
    (before, { cell, column }) =>
      column === before.column + 1 &&
      plain.test(before.cell.char) &&
      plain.test(cell.char) &&
      coloursOf(cell, theme).front === coloursOf(before.cell, theme).front &&
      weight(cell) === weight(before.cell),
  );
  const texts = together.map((run) => {
    const start = run.findIndex(({ cell }) => cell.char.trim() !== '');
    const end = run.findLastIndex(({ cell }) => cell.char.trim() !== '');
    const seen = run.slice(Math.max(0, start), end + 1);
    const [first] = seen;
    if (!first) return '';
    const width = seen.reduce((sum, { cell }) => sum + cell.width, 0) * CELL.width;
    const { front } = coloursOf(first.cell, theme);
    const fill = front === theme.foreground ? '' : ` fill="${front}"`;
    const text = escaped(seen.map(({ cell }) => cell.char).join(''));
    return `<text x="${first.column * CELL.width}" textLength="${width}"${fill}${weight(first.cell)}>${text}</text>`;
  });
  const all = texts.join('');
  return all === '' ? '' : `<g transform="translate(${MARGIN} ${top + BASELINE})">${all}</g>`;
}

/** @param {Placed[]} cells @param {number} top @param {Theme} theme */
function backgrounds(cells, top, theme) {
  return runs(
    cells,
    (before, { cell }) => coloursOf(before.cell, theme).back === coloursOf(cell, theme).back,
  ).map((run) => {
    const back = run[0] ? coloursOf(run[0].cell, theme).back : theme.background;
    return back === theme.background ? '' : rectangle(areaOf(run, top), back);
  });
}

/** @param {Placed[]} cells @param {number} top @param {Theme} theme */
function shapes(cells, top, theme) {
  const alike = runs(
    cells,
    (before, { cell }) =>
      ROWED.test(cell.char) &&
      cell.char === before.cell.char &&
      cell.dim === before.cell.dim &&
      coloursOf(cell, theme).front === coloursOf(before.cell, theme).front,
  );
  return alike.map((run) => {
    const [first] = run;
    const drawn = first && shape(first.cell.char, areaOf(run, top), coloursOf(first.cell, theme).front);
    return drawn && first.cell.dim ? `<g opacity="0.62">${drawn}</g>` : (drawn ?? '');
  });
}

/** @param {Cell[]} row @param {number} index @param {Theme} theme */
function line(row, index, theme) {
  const top = TITLE_BAR + MARGIN / 2 + index * CELL.height;
  const cells = row.map((cell, column) => ({ cell, column }));
  return [...backgrounds(cells, top, theme), ...shapes(cells, top, theme), letters(cells, top, theme)]
    .filter(Boolean)
    .join('');
}

/** @param {number} width @param {number} height @param {string} title @param {Theme} theme */
function frame(width, height, title, { background, bar, title: ink, edge }) {
  const lights = ['#ec6a5e', '#f4bf4f', '#61c554'].map(
    (fill, index) => `<circle cx="${20 + index * 20}" cy="${TITLE_BAR / 2}" r="6" fill="${fill}"/>`,
  );
  return `<rect width="${width}" height="${height}" rx="9" fill="${background}"/>
<path d="M0 ${TITLE_BAR}V9a9 9 0 0 1 9-9H${width - 9}a9 9 0 0 1 9 9V${TITLE_BAR}z" fill="${bar}"/>
${lights.join('')}
<text x="${width / 2}" y="${TITLE_BAR / 2 + 5}" text-anchor="middle" fill="${ink}" font-size="13">${escaped(title)}</text>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8.5" fill="none" stroke="${edge}"/>`;
}

/**
 * A screen as a picture: a window with the terminal's cells in it.
 *
 * @param {Cell[][]} rows
 * @param {string} title
 * @param {Theme} [theme]
 */
export function svg(rows, title, theme = THEMES.dark) {
  const width = 2 * MARGIN + (rows[0]?.length ?? 0) * CELL.width;
  const height = TITLE_BAR + 1.5 * MARGIN + rows.length * CELL.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${FONT_SIZE}">
<title>${escaped(title)}</title>
${frame(width, height, title, theme)}
<g shape-rendering="crispEdges" fill="${theme.foreground}" xml:space="preserve">
${rows
  .map((row, index) => line(row, index, theme))
  .filter(Boolean)
  .join('\n')}
</g>
</svg>
`;
}
