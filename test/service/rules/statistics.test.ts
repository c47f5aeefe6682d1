import { expect, test } from 'vitest';
import {
  noGraph,
  refuseRemoval,
  refuseWindow,
  subjectMissing,
} from '../../../src/service/rules/statistics.ts';

test('an unknown graph is refused with the names of the known ones', () => {
  expect(noGraph('nix', ['osds', 'recovery'])).toEqual({
    status: 404,
    message: 'there is no graph "nix": choose one of osds, recovery',
  });
});

test('a graph of a single object requires the parameter that names it', () => {
  expect(subjectMissing('pool-iops', 'template-pool-name')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^the graph pool-iops needs template-pool-name/) as string,
  });
});

test('a time range of the history ends after its start', () => {
  expect(refuseWindow(1, 2)).toBeUndefined();
  expect([refuseWindow(2, 2)?.status, refuseWindow(3, 2)?.status]).toEqual([400, 400]);
});

test('only monitored directories can be removed from monitoring', () => {
  expect(refuseRemoval(['/a'], ['/a', '/b'])).toBeUndefined();
  expect(refuseRemoval(['/a', '/x'], ['/a', '/b'])).toEqual({
    status: 404,
    message: '"/x" is not monitored; monitored directories: /a, /b',
  });
  expect(refuseRemoval(['/x'], [])?.message).toMatch(/monitored directories: none$/);
});
