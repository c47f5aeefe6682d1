import { expect, test } from 'vitest';
import { processTreeOf, type ProcessRow } from '../../../src/service/hooks/processTree.ts';

const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: pid,
  session: pid,
  mark: undefined,
  ...more,
});

test('a run consists of its leader, its children, its group, its session and the processes with its mark', () => {
  const machine = [
    row(1, 0),
    row(100, 1, { mark: 'other' }),
    row(200, 100, { mark: 'own' }),
    // Listed before its parent, and with a different environment.
    row(50, 201),
    row(201, 200),
    row(202, 1, { group: 200, session: 200 }),
    row(203, 1, { mark: 'own' }),
    row(204, 1, { session: 203, group: 203 }),
    row(300, 100, { mark: 'other' }),
    row(301, 1),
  ];
  expect(processTreeOf(machine, [200], 'own').toSorted((a, b) => a - b)).toEqual([
    50, 200, 201, 202, 203, 204,
  ]);
});

test('the rest of a run is found after its leader has exited', () => {
  expect(processTreeOf([row(1, 0), row(7, 1, { mark: 'own' }), row(8, 1)], [200], 'own')).toEqual([7]);
});
