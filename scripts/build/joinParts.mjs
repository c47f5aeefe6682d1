/**
 * A part as it is written.
 *
 * @typedef {{ name: string, code: string, map: string }} Part
 */

/** Name of the function by which the joined file gives out its parts; other parts put it before `require`. */
const ASK = 'ask';

/**
 * Begins a part that stands outside the joined file and needs parts inside it. A line of its own, so that the source
 * map of what follows only moves by one.
 *
 * @param {string} first the joined file
 */
export const asksFor = (first) => `require = require("./${first}").${ASK};`;

/** Comes before the parts; they follow as the fields of `parts`. */
const HEAD = `var made = {};
exports.${ASK} = path => Object.hasOwn(parts, path) ? made[path]?.exports ?? make(path) : require(path);
function make(path) {
var module = made[path] = { exports: {} };
parts[path](module, module.exports, exports.${ASK});
return module.exports;
}
var parts = {
`;

/** @param {string} text */
const linesOf = (text) => text.split('\n').length - 1;

/**
 * Joins parts into one file that runs the first of them when it is loaded, and the others when they are asked for. To
 * find, read and check the compiled code of a file takes Node a quarter of a millisecond, and before the first line is
 * on the screen it would be twenty files.
 *
 * @param {Part[]} parts CommonJS; the first one gives the file its name
 * @returns {Part}
 */
export function joinParts(parts) {
  let code = HEAD;
  const sections = [];
  for (const part of parts) {
    code += `"./${part.name}"(module, exports, require) {\n`;
    sections.push({ offset: { line: linesOf(code), column: 0 }, map: JSON.parse(part.map) });
    code += `${part.code}\n},\n`;
  }
  const name = parts[0]?.name ?? '';
  return {
    name,
    code: `${code}};\nmake("./${name}");\n`,
    map: JSON.stringify({ version: 3, file: name, sections }),
  };
}
