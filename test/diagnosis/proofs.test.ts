import { expect, test } from 'vitest';
import { distinctProofs } from '../../src/diagnosis/proofs.ts';

test('proofs of one source that differ only in numbers are one proof with their number', () => {
  const proofs = [
    { text: 'osd.1 commits in 108 ms', source: 'disks' },
    { text: 'osd.2 commits in 91.5 ms', source: 'disks' },
    { text: 'osd.2 commits in 90 ms', source: 'log' },
    { text: 'osd.3 commits in 1 ms', source: 'disks' },
    { text: 'osd.4 is down', source: 'crush' },
  ] as const;
  expect(distinctProofs(proofs)).toEqual([
    { text: 'osd.1 commits in 108 ms (and 2 more like it)', source: 'disks' },
    proofs[2],
    proofs[4],
  ]);
});

test('of log lines, which are in the order of time, the last is kept', () => {
  const proofs = [
    { text: 'client.admin: osd crush reweight osd.6 0.001', source: 'log' },
    { text: 'client.admin: osd crush reweight osd.6 0.0029', source: 'log' },
  ] as const;
  expect(distinctProofs(proofs)).toEqual([
    { text: 'client.admin: osd crush reweight osd.6 0.0029 (and 1 more like it)', source: 'log' },
  ]);
});
