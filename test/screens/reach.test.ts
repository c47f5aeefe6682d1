import { expect, test } from 'vitest';
import { unreached } from '../../src/screens/reach.ts';

test('every operation of the interface is where a person would look for it, not only in the list of all', () => {
  expect(unreached()).toEqual([]);
});
