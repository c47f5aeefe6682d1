import { expect, test } from 'vitest';
import { tellingLines } from '../../../src/diagnosis/evidence/tellingLines.ts';

const error = (t: number, device = 'sda', h = 1) => ({
  t,
  s: 'kernel',
  h,
  m: `I/O error, dev ${device}, sector ${t}`,
});
const shard = (t: number, osd: number) => ({ t, s: 'osd.1', m: `3.d shard ${osd} soid 3:b1::x:head : data` });

test('of lines that tell the same of one part the first and the last three are kept', () => {
  const lines = [1, 2, 3, 4, 5, 6].map((t) => error(t));
  expect(tellingLines(lines).map(({ t }) => t)).toEqual([1, 4, 5, 6]);
  const others = [error(7, 'sdb'), error(8, 'sda', 2)];
  expect(tellingLines([...lines, ...others]).map(({ t }) => t)).toEqual([1, 4, 5, 6, 7, 8]);
});

test('errors of a disk after a quarter of an hour without any are a new occasion', () => {
  expect(tellingLines([error(100), error(1000), error(1901)]).map(({ t }) => t)).toEqual([1901]);
});

test('what a scrub has found is kept although the next one comes days later', () => {
  expect(tellingLines([shard(1, 2), shard(2, 4), shard(9000, 2)]).map(({ t }) => t)).toEqual([1, 9000, 2]);
});

test('lines without meaning for a diagnosis are not kept', () => {
  expect(tellingLines([{ t: 1, s: 'osd.1', m: 'starting' }, {}])).toEqual([]);
});
