import { expect, test } from 'vitest';
import { clampIndex, movementBindings, type MovementOptions } from '../../src/keys/movement.ts';

function moves(options: MovementOptions = {}): Record<string, number> {
  const found: Record<string, number> = {};
  let moved = 0;
  for (const { keys, run } of movementBindings((steps) => (moved = steps), 10, options)) {
    run();
    for (const key of keys) found[key] = moved;
  }
  return found;
}

const EVERYWHERE = { down: 1, up: -1, pagedown: 10, pageup: -10, home: -Infinity, end: Infinity };

test('movement keys move by a step, by a page or to an end; letters do where no text is typed', () => {
  const letters = { j: 1, k: -1, space: 10, 'ctrl-d': 10, b: -10, 'ctrl-u': -10, g: -Infinity, G: Infinity };
  expect(moves()).toEqual({ ...EVERYWHERE, ...letters });
});

test('beside a text input the cursor moves with the keys of a shell, and letters are typed', () => {
  expect(moves({ hasInput: true })).toEqual({ ...EVERYWHERE, 'ctrl-n': 1, 'ctrl-p': -1, 'ctrl-d': 10 });
});

test('a movement key that means something else in a view does not move there', () => {
  expect(moves({ without: ['space'] })).not.toHaveProperty('space');
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
