import { expect, test } from 'vitest';
import { causes, check, failed, line, UNHEARD } from '../support.ts';

test('managers and metadata servers that were lost before a server was are not blamed on it', () => {
  const checks = {
    MGR_DOWN: check('no active mgr'),
    MDS_INSUFFICIENT_STANDBY: check('insufficient standby MDS daemons available'),
  };
  const lost = (ago: number) => [
    line(ago, 'mon', 'Manager daemon x is unresponsive.  No standby daemons available.'),
    line(ago, 'mon', 'MDS daemon mds.x is removed because it is dead or otherwise unavailable.'),
  ];
  const found = (ago: number) =>
    causes({ down: [2, 3], checks, log: [...lost(ago), failed(2, UNHEARD), failed(3, UNHEARD)] }).map(
      ({ kind, explains }) => [kind, ...explains],
    );
  expect(found(20)).toEqual([['host-down', 'MGR_DOWN', 'MDS_INSUFFICIENT_STANDBY']]);
  // The server went silent 55 s ago.
  expect(found(1200)).toEqual([
    ['mgr-down', 'MGR_DOWN'],
    ['mds-down', 'MDS_INSUFFICIENT_STANDBY'],
    ['host-down'],
  ]);
});
