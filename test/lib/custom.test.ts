import { expect, test } from 'vitest';
import { filledCommand } from '../../src/lib/custom.ts';

test('the fields of a row fill in the command of a custom action, and each argument stays one argument', () => {
  const filled = filledCommand(['ssh', '{host}', 'restart', 'osd@{osdId}'], {
    host: 'a b; rm -rf /',
    osdId: 3,
  });
  expect(filled).toEqual({ argv: ['ssh', 'a b; rm -rf /', 'restart', 'osd@3'] });
});

test('a custom command names the placeholder whose field is missing or not a plain value', () => {
  expect(filledCommand(['x', '{host}', '{stats}'], { stats: {} })).toEqual({
    problem: 'the selection has no host and no stats',
  });
  expect(filledCommand(['x', '{constructor}'], {})).toMatchObject({
    problem: expect.stringMatching(/constructor/),
  });
});

test('a name from the server cannot become an option of a custom command', () => {
  expect(filledCommand(['rm', '{name}'], { name: '--no-preserve-root' })).toEqual({
    problem: '{name} would begin with a dash',
  });
  expect(filledCommand(['{name}'], { name: '-x' })).toEqual({ problem: '{name} would begin with a dash' });
  expect(filledCommand(['rm', '--', '-{name}'], { name: 'x' })).toEqual({ argv: ['rm', '--', '-x'] });
});

test('numbers and flags fill in a custom command, and no field ends an argument before its end', () => {
  expect(filledCommand(['x', '{a}', '{b}'], { a: 0, b: false })).toEqual({ argv: ['x', '0', 'false'] });
  expect(filledCommand(['x', '{a}'], { a: 'one\0two' })).toEqual({
    problem: 'a field contains a NUL byte, which an argument cannot',
  });
});
