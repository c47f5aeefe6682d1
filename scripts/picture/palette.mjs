/** The sixteen terminal colours in pictures. */
const SIXTEEN = [
  '#1b1e27',
  '#e8646f',
  '#8fc978',
  '#e6c06a',
  '#62a8ee',
  '#c383e0',
  '#55b8c4',
  '#c9ced8',
  '#6b7385',
  '#ff7d86',
  '#aee58c',
  '#ffd884',
  '#86c3ff',
  '#dea2f6',
  '#78d9e2',
  '#ffffff',
];

/** @typedef {{ foreground: string, background: string, bar: string, title: string, edge: string }} Theme the terminal's own colours, and those of its window */

/** @satisfies {Record<string, Theme>} */
export const THEMES = {
  dark: { foreground: '#d6dae3', background: '#12141b', bar: '#262a35', title: '#9aa1b1', edge: '#3a3f4d' },
  light: { foreground: '#24292f', background: '#fdfdfb', bar: '#e8eaee', title: '#5b6270', edge: '#c6cad2' },
};

/** @param {number} value @returns {string} two hexadecimal digits */
const hex = (value) => value.toString(16).padStart(2, '0');

/** @param {number} step one of the six steps of a channel in the 256-colour cube */
const channel = (step) => hex(step === 0 ? 0 : 55 + step * 40);

/**
 * @param {undefined | number | string} colour as in test/support/cell.ts
 * @param {string} standard the terminal's default colour
 * @returns {string} #rrggbb
 */
export function rgb(colour, standard) {
  if (colour === undefined) return standard;
  if (typeof colour === 'string') return colour;
  if (colour < 16) return SIXTEEN[colour] ?? standard;
  if (colour >= 232) return `#${hex(8 + (colour - 232) * 10).repeat(3)}`;
  const index = colour - 16;
  return `#${channel(Math.floor(index / 36))}${channel(Math.floor(index / 6) % 6)}${channel(index % 6)}`;
}
