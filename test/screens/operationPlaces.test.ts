import { expect, test } from 'vitest';
import { unreached } from '../../src/screens/operationPlaces.ts';

test('every operation of the interface is available on a screen, not only in the explorer', () => {
  expect(unreached()).toEqual([]);
});
