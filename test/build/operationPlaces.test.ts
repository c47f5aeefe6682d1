import { expect, test } from 'vitest';
import { placesOf } from '../../scripts/docs/operationPlaces.mjs';
import { contract, type OperationId } from '../../src/api/contract/index.ts';

test('every operation of the interface is available on a screen, not only in the explorer', () => {
  const ids = Object.keys(contract) as OperationId[];
  expect(ids.filter((id) => placesOf(id).length === 0)).toEqual([]);
});
