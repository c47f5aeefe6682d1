import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { UsageError, type Options } from '../../src/commands/options.ts';
import { readOptions } from '../../src/commands/readOptions.ts';

const OPTIONS = {
  follow: { short: 'f', help: '' },
  ascii: { short: 'U', help: '' },
  service: { value: 'NAME', short: 's', multiple: true, help: '' },
  lines: { value: 'N', short: 'n', multiple: true, help: '' },
} as const satisfies Options;

/** The result of Node's own parser for a command line, or undefined if it refuses the line. */
function reference(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        follow: { type: 'boolean', short: 'f' },
        ascii: { type: 'boolean', short: 'U' },
        service: { type: 'string', short: 's', multiple: true },
        lines: { type: 'string', short: 'n', multiple: true },
      },
      allowPositionals: true,
    });
    return { values: { ...values }, operands: positionals, parameters: [] };
  } catch {
    return undefined;
  }
}

function ours(argv: string[]) {
  try {
    return readOptions(argv, OPTIONS, 'help');
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return undefined;
  }
}

const argument = fc.oneof(
  fc.constantFrom('--', '-', '', '--follow', '--service', '--lines', '--nix', 'a=b', '-5'),
  fc.stringMatching(/^--(follow|service|lines|nix)=[a=-]{0,3}$/),
  fc.stringMatching(/^-[fUsnx=]{1,4}$/),
  // Node takes a dash among letters for the end of the options.
  fc.string({ maxLength: 5 }).filter((text) => !/^-[^-]+-/.test(text)),
);

test('command lines are parsed as by the parser of Node', () => {
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (argv) => {
      const expected = reference(argv);
      const read = ours(argv);
      // Node refuses a value that looks like an option. Here -5 is a number, and an empty value counts as none.
      const isPlain = !argv.some((one, index) => index > 0 && /^-[^-]/.test(one));
      const hasEmptyValue = Object.values(expected?.values ?? {})
        .flat()
        .includes('');
      if (expected !== undefined && !hasEmptyValue) expect(read).toEqual(expected);
      if (expected === undefined && isPlain) expect(read).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test('unknown options become parameters, each with its value, if the command accepts them', () => {
  const { parameters, operands, values } = readOptions(
    ['getPool', '--pool', 'rbd', '--size=-1', '-f', '--order', '-5'],
    OPTIONS,
    'help',
    true,
  );
  expect(parameters).toEqual([
    ['pool', 'rbd'],
    ['size', '-1'],
    ['order', '-5'],
  ]);
  expect({ operands, values }).toEqual({ operands: ['getPool'], values: { follow: true } });
});
