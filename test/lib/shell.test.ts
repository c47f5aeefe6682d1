import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandLine, splitWords } from '../../src/lib/shell.ts';

it('shell quoting leaves plain words alone and quotes what a shell would interpret', () => {
  expect(commandLine('rm', '-r', '/a/b-1.txt')).toBe('rm -r /a/b-1.txt');
  expect(commandLine('echo', 'a=b', '=ls', '')).toBe(`echo a=b '=ls' ''`);
  expect(commandLine('rm', '/a b', "it's", '$(reboot)')).toBe(`rm '/a b' 'it'\\''s' '$(reboot)'`);
});

/** The words that a shell makes of lines, one after the other. One shell reads all lines: to start one takes longest. */
const wordsOfShell = (lines: readonly string[]): readonly string[] => {
  const script = lines.map((line) => `printf '%s\\0' ${line}`).join('\n');
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
};

it('a shell reads quoted words back unchanged', () => {
  const words = fc.array(
    fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 10, maxLength: 20 }), (given) => {
      const said = wordsOfShell(given.map((line) => commandLine('x', ...line)));
      expect(said).toEqual(given.flatMap((line) => ['x', ...line]));
    }),
    { numRuns: 5 },
  );
});

it('a command is split into words as a shell would split it', () => {
  expect(splitWords('ssh mon1 sudo')).toEqual(['ssh', 'mon1', 'sudo']);
  expect(splitWords(`  kubectl\texec -i 'a b'"c d"e\\ f -- \n`)).toEqual([
    'kubectl',
    'exec',
    '-i',
    'a bc de f',
    '--',
  ]);
  expect(splitWords(`'' "" a`)).toEqual(['', '', 'a']);
  expect(splitWords('')).toEqual([]);
});

it('any mix of words, quotes and backslashes is split as a shell splits it, or refused', () => {
  const signs = fc.constantFrom('a', 'b', ' ', '\t', '\n', "'", '"', '\\', '$', '`', '|', ';', 'ä', '\r');
  const split = (line: string): readonly string[] | undefined => {
    try {
      return splitWords(line);
    } catch (refused) {
      expect(refused).toBeInstanceOf(RangeError);
      return undefined;
    }
  };
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: signs, maxLength: 12 }), { minLength: 20, maxLength: 40 }),
      (mixes) => {
        const taken = mixes
          .map((mix) => ({ line: `x ${mix}`, words: split(`x ${mix}`) }))
          // A line break outside of quotes would end the command.
          .filter(({ line, words }) => words !== undefined && !line.includes('\n'));
        expect(taken.flatMap(({ words }) => words)).toEqual(wordsOfShell(taken.map(({ line }) => line)));
      },
    ),
    { numRuns: 10 },
  );
});

it('between double quotes, a backslash escapes quotes, backslashes, signs of the shell and line breaks only', () => {
  const quoted = String.raw`"\"" "\\" "\$a" "\`b\`" "\n" `;
  expect(splitWords(`${quoted}"a\\\nb" "c\nd"`)).toEqual(['"', '\\', '$a', '`b`', '\\n', 'ab', 'c\nd']);
});

it('words that were quoted for a shell are split back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (given) => {
      expect(splitWords(commandLine(...given))).toEqual(given);
    }),
  );
});

it.each([
  [`ssh 'mon1`, /quote ' is not closed/],
  ['ssh "mon1', /quote " is not closed/],
  ['ssh mon1\\', /nothing follows/],
  ['ssh mon1 | cat', /^\| needs a shell/],
  ['ssh $HOST', /^\$ needs a shell/],
  ['ssh "$HOST"', /^\$ needs a shell/],
  ['ssh "`host`"', /^` needs a shell/],
])('%s is refused because it needs a shell', (line, reason) => {
  expect(() => splitWords(line)).toThrow(reason);
});
