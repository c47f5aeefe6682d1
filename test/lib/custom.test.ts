import { expect, test } from 'vitest';
import { filledCommand } from '../../src/lib/custom.ts';

test('fields of the row are put in, each argument staying one', () => {
  const filled = filledCommand(['ssh', '{host}', 'restart', 'osd@{osdId}'], {
    host: 'a b; rm -rf /',
    osdId: 3,
  });
  expect(filled).toEqual({ argv: ['ssh', 'a b; rm -rf /', 'restart', 'osd@3'] });
});

test('a field that is missing, or is none that can be told in a word, is named', () => {
  expect(filledCommand(['x', '{host}', '{stats}'], { stats: {} })).toEqual({
    problem: 'the selection has no host and no stats',
  });
  expect(filledCommand(['x', '{constructor}'], {})).toMatchObject({
    problem: expect.stringMatching(/constructor/),
  });
});

test('what a server called something does not become an option', () => {
  expect(filledCommand(['rm', '{name}'], { name: '--no-preserve-root' })).toEqual({
    problem: '{name} would begin with a dash',
  });
  expect(filledCommand(['rm', '--', '-{name}'], { name: 'x' })).toEqual({ argv: ['rm', '--', '-x'] });
});
