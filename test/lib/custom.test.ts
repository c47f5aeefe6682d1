import { expect, test } from 'vitest';
import { filledCommand } from '../../src/lib/custom.ts';

test('fields of a row fill the command of an action, each argument staying one', () => {
  const filled = filledCommand(['ssh', '{host}', 'restart', 'osd@{osdId}'], {
    host: 'a b; rm -rf /',
    osdId: 3,
  });
  expect(filled).toEqual({ argv: ['ssh', 'a b; rm -rf /', 'restart', 'osd@3'] });
});

test('a field of the command that is missing or not a plain value is named', () => {
  expect(filledCommand(['x', '{host}', '{stats}'], { stats: {} })).toEqual({
    problem: 'the selection has no host and no stats',
  });
  expect(filledCommand(['x', '{constructor}'], {})).toMatchObject({
    problem: expect.stringMatching(/constructor/),
  });
});

test('a name from the server does not become an option of the command', () => {
  expect(filledCommand(['rm', '{name}'], { name: '--no-preserve-root' })).toEqual({
    problem: '{name} would begin with a dash',
  });
  expect(filledCommand(['rm', '--', '-{name}'], { name: 'x' })).toEqual({ argv: ['rm', '--', '-x'] });
});
