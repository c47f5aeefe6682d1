import { expect, test } from 'vitest';
import { movementBindings, clampIndex } from '../../../src/app/keys/movement.ts';

function moves(letters: boolean): Record<string, number> {
  const found: Record<string, number> = {};
  let moved = 0;
  for (const { keys, run } of movementBindings((steps) => (moved = steps), 10, letters)) {
    run();
    for (const key of keys) found[key] = moved;
  }
  return found;
}

test('movement keys move by a step, by a page or to an end', () => {
  expect(moves(false)).toEqual({
    down: 1,
    up: -1,
    pagedown: 10,
    pageup: -10,
    home: -Infinity,
    end: Infinity,
  });
});

test('letters move the cursor where no text is typed', () => {
  expect(moves(true)).toEqual({
    ...moves(false),
    j: 1,
    k: -1,
    space: 10,
    b: -10,
    g: -Infinity,
    G: Infinity,
  });
});

test('the cursor stays within its list', () => {
  expect([
    clampIndex(-Infinity, 5),
    clampIndex(-1, 5),
    clampIndex(3, 5),
    clampIndex(9, 5),
    clampIndex(Infinity, 5),
  ]).toEqual([0, 0, 3, 4, 4]);
  expect(clampIndex(3, 0)).toBe(0);
});
