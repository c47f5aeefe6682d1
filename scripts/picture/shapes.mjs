// Box lines and block elements are drawn as shapes instead of text, because fonts leave gaps between cells.

/** The edges of a cell (left, right, up, down) that a line runs to from its middle. */
const LINES = new Map(
  Object.entries({
    '─': 'lr',
    '│': 'ud',
    '┌': 'rd',
    '┐': 'ld',
    '└': 'ur',
    '┘': 'ul',
    '├': 'udr',
    '┤': 'udl',
    '┬': 'lrd',
    '┴': 'lru',
    '┼': 'lrud',
    '╭': 'rd',
    '╮': 'ld',
    '╰': 'ur',
    '╯': 'ul',
    '╴': 'l',
    '╶': 'r',
    '╵': 'u',
    '╷': 'd',
    '━': 'lr',
    '┃': 'ud',
  }),
);
const ROUNDED = '╭╮╰╯';
const HEAVY = '━┃';

/** The filled quarters of a cell, in the order upper left, upper right, lower left, lower right. */
const QUADRANTS = ['0010', '0001', '1000', '1011', '1001', '1110', '1101', '0100', '0110', '0111'];

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Area a rectangle in units of the picture
 */

/** @param {number} value */
const short = (value) => Number(value.toFixed(2));

/** @param {Area} area @param {string} fill @param {number} [opacity] */
export function rectangle({ x, y, width, height }, fill, opacity = 1) {
  const faint = opacity === 1 ? '' : ` opacity="${opacity}"`;
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"${faint}/>`;
}

/** @param {string} char @param {Area} area @param {string} stroke */
function line(char, { x, y, width, height }, stroke) {
  const [middle, centre] = [short(x + width / 2), short(y + height / 2)];
  /** @type {Record<string, string>} */
  const ends = {
    l: `${short(x)} ${centre}`,
    r: `${short(x + width)} ${centre}`,
    u: `${middle} ${short(y)}`,
    d: `${middle} ${short(y + height)}`,
  };
  const arms = Array.from(LINES.get(char) ?? '', (edge) => ends[edge]);
  const path = ROUNDED.includes(char)
    ? `M${arms[0]}Q${middle} ${centre} ${arms[1]}`
    : arms.map((end) => `M${middle} ${centre}L${end}`).join('');
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${HEAVY.includes(char) ? 2.2 : 1.2}" stroke-linecap="square"/>`;
}

/** @param {number} code @param {Area} area @param {string} fill */
function block(code, { x, y, width, height }, fill) {
  const eighth = { width: width / 8, height: height / 8 };
  if (code === 0x2580) return rectangle({ x, y, width, height: height / 2 }, fill);
  if (code <= 0x2588) {
    const filled = eighth.height * (code - 0x2580);
    return rectangle({ x, y: y + height - filled, width, height: filled }, fill);
  }
  if (code <= 0x258f) return rectangle({ x, y, width: eighth.width * (0x2590 - code), height }, fill);
  if (code === 0x2590) return rectangle({ x: x + width / 2, y, width: width / 2, height }, fill);
  if (code <= 0x2593) return rectangle({ x, y, width, height }, fill, (code - 0x2590) / 4);
  if (code === 0x2594) return rectangle({ x, y, width, height: eighth.height }, fill);
  if (code === 0x2595)
    return rectangle({ x: x + width - eighth.width, y, width: eighth.width, height }, fill);
  return Array.from(QUADRANTS[code - 0x2596] ?? '')
    .map((filled, index) => {
      const quarter = { width: width / 2, height: height / 2 };
      const corner = { x: x + (index % 2) * quarter.width, y: y + Math.floor(index / 2) * quarter.height };
      return filled === '1' ? rectangle({ ...corner, ...quarter }, fill) : '';
    })
    .join('');
}

/**
 * @param {string} char
 * @param {Area} area
 * @param {string} colour
 * @returns {string | undefined} the drawn character; undefined for one to be written as text
 */
export function shape(char, area, colour) {
  if (LINES.has(char)) return line(char, area, colour);
  const code = char.codePointAt(0) ?? 0;
  return code >= 0x2580 && code <= 0x259f ? block(code, area, colour) : undefined;
}
