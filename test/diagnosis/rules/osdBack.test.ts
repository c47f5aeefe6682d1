import { expect, test } from 'vitest';
import { causeKinds, check, line, shutDown } from '../support.ts';

const booted = (id: number, ago: number) => line(ago, 'mon', `cluster [INF] osd.${id} [v2:10.0.0.1] boot`);

test('placement groups that no OSD ever had are not explained by an OSD that was down', () => {
  const log = [shutDown(3, 300), booted(3, 60)];
  const about = (detail: string) =>
    causeKinds({
      checks: { PG_AVAILABILITY: check('Reduced data availability: 1 pg inactive', detail) },
      log,
    });
  expect(about('pg 12.0 is stuck inactive for 60s, current state unknown, last acting []')).toEqual([
    'unknown',
  ]);
  expect(about('pg 2.0 is stuck peering for 60s, current state peering, last acting [3,1]')).toEqual([
    'osd-down',
  ]);
});
