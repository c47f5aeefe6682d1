import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandLine } from '../../src/lib/shell.ts';

it('shell quoting leaves plain words alone and quotes what a shell would interpret', () => {
  expect(commandLine('rm', '-r', '/a/b-1.txt')).toBe('rm -r /a/b-1.txt');
  expect(commandLine('rm', '/a b', "it's", '$(reboot)')).toBe(`rm '/a b' 'it'\\''s' '$(reboot)'`);
});

it('a shell reads quoted words back unchanged', () => {
  const words = fc.array(
    fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(words, (given) => {
      const line = commandLine('printf', '%s\\0', ...given);
      const said = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
      expect(said.split('\0').slice(0, -1)).toEqual(given.length === 0 ? [''] : given);
    }),
    { numRuns: 25 },
  );
});
