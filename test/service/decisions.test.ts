import { expect, test } from 'vitest';
import { requestsToDrop } from '../../src/service/decisions.ts';

const requests = (from: number, count: number, state: string) =>
  Array.from({ length: count }, (_, index) => [from + index, { state }] as const);

test('a hundred decided requests are kept, and every undecided one', () => {
  expect(requestsToDrop(requests(1, 100, 'DONE'))).toEqual([]);
  expect(requestsToDrop([...requests(1, 2, 'PENDING'), ...requests(3, 102, 'REJECTED')])).toEqual([3, 4]);
  expect(requestsToDrop(requests(1, 300, 'PENDING'))).toEqual([]);
});
