import { expect, test } from 'vitest';
import { FairShare } from '../../../../src/service/ceph/log/collector.ts';

const lines = (count: number, t = 0) =>
  Array.from({ length: count }, (_, n) => ({ t, p: 7, m: `line ${n}` }));

test('a daemon that writes little has all its lines kept', () => {
  const share = new FairShare();
  expect(share.admit('osd.1', lines(2000), 0)).toHaveLength(2000);
});

test('a daemon that writes without end is limited to its share, and the dropped lines are counted', () => {
  const share = new FairShare();
  expect(share.admit('osd.1', lines(5000), 0)).toHaveLength(2000);
  const [first, ...rest] = share.admit('osd.1', lines(50, 9), 10);
  expect(first).toMatchObject({ t: 9, p: 4, m: expect.stringContaining('3000 earlier lines') as string });
  expect(rest).toHaveLength(10);
  expect(share.admit('osd.1', lines(50), 15)).toHaveLength(1 + 5);
  expect(share.admit('osd.1', lines(50), 15.5)).toEqual([]);
});

test('a daemon that writes without end takes nothing from the share of another', () => {
  const share = new FairShare();
  share.admit('osd.1', lines(5000), 0);
  expect(share.admit('osd.2', lines(100), 0)).toHaveLength(100);
});

test('a daemon that was quiet has its full share again', () => {
  const share = new FairShare();
  share.admit('osd.1', lines(2000), 0);
  expect(share.admit('osd.1', lines(3000), 86_400)).toHaveLength(2000);
});
