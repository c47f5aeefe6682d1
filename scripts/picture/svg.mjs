import { BACKGROUND, FOREGROUND, rgb } from './palette.mjs';
import { rectangle, shape } from './shapes.mjs';

/** @typedef {import('../../test/support/cell.ts').Cell} Cell */

/** A cell as DejaVu Sans Mono fills it at 15 units, rounded so that neighbouring cells meet. */
const CELL = { width: 9, height: 18 };
const FONT_SIZE = 15;
/** From the top of a line to the foot of its letters. */
const BASELINE = 13.75;
const MARGIN = 14;
const TITLE_BAR = 34;

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param {Cell} cell the two colours as they are seen */
function coloursOf({ fg, bg, inverse }) {
  const [front, back] = [rgb(fg, FOREGROUND), rgb(bg, BACKGROUND)];
  return inverse ? { front: back, back: front } : { front, back };
}

/**
 * @template Item
 * @param {Item[]} items
 * @param {(before: Item, item: Item) => boolean} belong whether an item goes on where the one before it stood
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

/** Letters of plain ASCII keep together; any other sign is set alone, so that no font can move its neighbours. */
const plain = /^[!-~]$/;

/** @typedef {{ cell: Cell, column: number }} Placed */

/** @param {Placed[]} cells @param {number} top */
function letters(cells, top) {
  const written = cells.filter(({ cell, column }) => {
    const area = { x: MARGIN + column * CELL.width, y: top, ...CELL };
    return cell.char.trim() !== '' && shape(cell.char, area, '') === undefined;
  });
  const together = runs(
    written,
    (before, { cell, column }) =>
      column === before.column + 1 &&
      plain.test(before.cell.char) &&
      plain.test(cell.char) &&
      coloursOf(cell).front === coloursOf(before.cell).front &&
      weight(cell) === weight(before.cell),
  );
  return together.map((run) => {
    const [first] = run;
    if (!first) return '';
    const width = run.reduce((sum, { cell }) => sum + cell.width, 0) * CELL.width;
    const text = escaped(run.map(({ cell }) => cell.char).join(''));
    const place = `x="${MARGIN + first.column * CELL.width}" y="${top + BASELINE}" textLength="${width}"`;
    return `<text ${place} fill="${coloursOf(first.cell).front}"${weight(first.cell)}>${text}</text>`;
  });
}

/** @param {Placed[]} cells @param {number} top */
function backgrounds(cells, top) {
  return runs(cells, (before, { cell }) => coloursOf(before.cell).back === coloursOf(cell).back).map(
    (run) => {
      const [first] = run;
      const back = first ? coloursOf(first.cell).back : BACKGROUND;
      if (!first || back === BACKGROUND) return '';
      const area = {
        x: MARGIN + first.column * CELL.width,
        y: top,
        width: run.length * CELL.width,
        height: CELL.height,
      };
      return rectangle(area, back);
    },
  );
}

/** @param {Placed[]} cells @param {number} top */
function shapes(cells, top) {
  return cells.map(({ cell, column }) => {
    const area = { x: MARGIN + column * CELL.width, y: top, ...CELL };
    const drawn = shape(cell.char, area, coloursOf(cell).front) ?? '';
    return drawn && cell.dim ? `<g opacity="0.62">${drawn}</g>` : drawn;
  });
}

/** @param {Cell[]} row @param {number} index */
function line(row, index) {
  const top = TITLE_BAR + MARGIN / 2 + index * CELL.height;
  const cells = row.map((cell, column) => ({ cell, column }));
  return [...backgrounds(cells, top), ...shapes(cells, top), ...letters(cells, top)].filter(Boolean).join('');
}

/** @param {number} width @param {number} height @param {string} title */
function frame(width, height, title) {
  const lights = ['#ec6a5e', '#f4bf4f', '#61c554'].map(
    (fill, index) => `<circle cx="${20 + index * 20}" cy="${TITLE_BAR / 2}" r="6" fill="${fill}"/>`,
  );
  return `<rect width="${width}" height="${height}" rx="9" fill="${BACKGROUND}"/>
<path d="M0 ${TITLE_BAR}V9a9 9 0 0 1 9-9H${width - 9}a9 9 0 0 1 9 9V${TITLE_BAR}z" fill="#262a35"/>
${lights.join('')}
<text x="${width / 2}" y="${TITLE_BAR / 2 + 5}" text-anchor="middle" fill="#9aa1b1" font-size="13">${escaped(title)}</text>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8.5" fill="none" stroke="#3a3f4d"/>`;
}

/**
 * A screen as a picture: a window with the terminal's cells in it.
 *
 * @param {Cell[][]} rows
 * @param {string} title
 */
export function svg(rows, title) {
  const width = 2 * MARGIN + (rows[0]?.length ?? 0) * CELL.width;
  const height = TITLE_BAR + 1.5 * MARGIN + rows.length * CELL.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${FONT_SIZE}">
<title>${escaped(title)}</title>
${frame(width, height, title)}
<g shape-rendering="crispEdges">
${rows.map(line).filter(Boolean).join('\n')}
</g>
</svg>
`;
}
