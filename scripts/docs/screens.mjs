import { contract, sections } from '../../src/api/contract/index.ts';
import { screens } from '../../src/screens/screens.ts';
import { placesOf } from './operationPlaces.mjs';

/** @import { OperationId } from '../../src/api/contract/index.ts' */

const screenRows = screens
  .filter(({ names }) => names.length > 0)
  .map(({ names, needs, group, title, help }) => {
    const usage = [`:${names[0]}`, ...needs.map((need) => need.toUpperCase())].join(' ');
    return `| ${group} | ${title} | \`${usage}\` | ${help} |`;
  });

/** @param {string} section @param {readonly string[]} ids */
const sectionTable = (section, ids) => [
  '',
  `### ${section}`,
  '',
  '| operation | request | where |',
  '|---|---|---|',
  ...ids.map((name) => {
    const id = /** @type {OperationId} */ (name);
    const { method, path } = contract[id];
    return `| \`${id}\` | \`${method} ${path}\` | ${placesOf(id).join(', ')} |`;
  }),
];

/** @returns {string} docs/screens.md: the screens, and the place of each operation of the interface */
export function screensDocument() {
  return [
    '# Screens',
    '',
    '<!-- Made by `npm run docs` from src/screens and src/api/contract. -->',
    '',
    'Key `0` lists the screens; a word behind `:` opens one. Enter goes into what the cursor is on, Esc comes back.',
    '',
    '| group | screen | command | what for |',
    '|---|---|---|---|',
    ...screenRows,
    '',
    '## Where each operation is',
    ...Object.entries(sections).flatMap(([section, operations]) =>
      sectionTable(section, Object.keys(operations)),
    ),
    '',
  ].join('\n');
}
