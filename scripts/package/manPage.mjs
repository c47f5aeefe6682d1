import { configHelp } from '../../src/commands/help.ts';
import { spelling } from '../../src/commands/options.ts';
import { commandTable } from '../../src/commands/table.ts';

/** Text escaped for roff: no request at the start of a line, no unintended escape. @param {string} text */
const plain = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

/** @param {import('../../src/commands/options.ts').Options} options */
const optionParts = (options) =>
  Object.entries(options).flatMap(([name, option]) => [
    '.TP',
    `.B ${plain((option.short === undefined ? '' : `-${option.short}, `) + spelling(name, option))}`,
    plain(option.help),
  ]);

/** @param {string} name @param {import('../../src/commands/table.ts').CommandEntry} entry */
function commandPart(name, { summary, operands, options, notes }) {
  return [
    `.SS storedeck ${name} ${plain(operands)}`.trimEnd(),
    plain(summary),
    ...optionParts(options),
    ...(notes === undefined ? [] : ['.PP', plain(notes)]),
  ];
}

/**
 * The manual page storedeck(1), made from the same table as the program's help.
 *
 * @param {string} version
 */
export function manPage(version) {
  const { console: deck, ...commands } = commandTable;
  const lines = [
    `.TH STOREDECK 1 "" "storedeck ${plain(version)}" "User Commands"`,
    '.SH NAME',
    'storedeck \\- the console of a distributed storage cluster',
    '.SH SYNOPSIS',
    '.B storedeck',
    '[OPTIONS]',
    '.br',
    '.B storedeck',
    'COMMAND [OPTIONS]',
    '.SH DESCRIPTION',
    'A full\\-screen console for the people on call, over a management service that storedeck brings along.',
    'Press ? in the console for all keys.',
    '.SH OPTIONS',
    ...optionParts(deck.options),
    '.PP',
    plain(deck.notes),
    '.SH COMMANDS',
    ...Object.entries(commands).flatMap(([name, entry]) => commandPart(name, entry)),
    '.SH CONFIGURATION',
    '.nf',
    plain(configHelp().trimEnd()),
    '.fi',
  ];
  return `${lines.join('\n')}\n`;
}
