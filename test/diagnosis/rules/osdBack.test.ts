import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/api/contract/logs.ts';
import { causeKinds, causes, check, failed, line, REFUSED, shutDown } from '../support.ts';

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

test('while the monitors count an OSD as down, neither one that is back nor a change explains missing copies', () => {
  // The CRUSH map, which is read less often, still shows all as up.
  const command = line(
    200,
    'mon',
    `audit [INF] from='client.1 ' entity='client.admin' cmd='[{"prefix": "osd out", "ids": ["5"]}]': finished`,
  );
  const PG_DEGRADED = check('Degraded data redundancy: 5/9 objects degraded');
  const kinds = (checks: object) =>
    causeKinds({ checks: { PG_DEGRADED, ...checks }, log: [command, shutDown(3, 300), booted(3, 60)] });
  expect(kinds({})).not.toEqual(['unknown']);
  expect(kinds({ OSD_DOWN: check('1 osds down') })).toEqual(['unknown']);
});

test('an OSD whose groups cannot serve I/O is to be started first, and its disk is to be replaced only after that', () => {
  const checks = {
    OSD_DOWN: check('1 osds down'),
    PG_AVAILABILITY: check('Reduced data availability: 3 pgs inactive'),
  };
  const next = (...log: readonly LogEvent[]) => causes({ down: [3], checks, log })[0]?.next;
  expect(next(failed(3, REFUSED))).toEqual([
    'start osd.3 on b: placement groups cannot serve I/O',
    'read the log of osd.3 for why it stopped',
    'replace its disk only once they serve again',
  ]);
  // The same if it had stopped before.
  expect(next(failed(3, REFUSED, 200), booted(3, 150), failed(3, REFUSED))).toEqual([
    'start osd.3 on b: placement groups cannot serve I/O',
    'read the log of osd.3 for why it stops',
  ]);
});

test('what the log says of an OSD is not said of another one that has got its number', () => {
  const command = (ago: number, json: string) =>
    line(ago, 'mon', `from='client.1' entity='client.admin' cmd='[${json}]': finished`);
  const purged = command(60, '{"prefix": "osd purge-actual", "id": 3, "yes_i_really_mean_it": true}');
  const made = command(30, '{"prefix": "osd new", "uuid": "0b9f"}');
  const log = [failed(3, REFUSED, 300), purged, made, booted(3, 20)];
  const checks = { PG_DEGRADED: check('Degraded data redundancy: 5/9 objects degraded') };
  expect(causes({ checks, log })).toMatchObject([
    { kind: 'data-moved', text: '2 changes move data or add copies, the last: osd new 0b9f' },
  ]);
  const stray = [{ id: 9, name: 'osd.9', type: 'OSD' as const, status: 'DOWN' as const, reweight: 1 }];
  const [since] = causes({ down: [3], log: log.slice(0, 3) }).map((one) => one.since);
  expect(since).toBeUndefined();
  expect(causes({ log: [], crush: (map) => ({ ...map, stray }) })).toEqual([]);
});

test('an end that monitors log again after an election is no flapping, unless the OSD has booted in between', () => {
  const checks = { SLOW_OPS: check('3 slow ops') };
  const kinds = (...between: readonly LogEvent[]) =>
    causeKinds({
      checks,
      log: [failed(3, REFUSED, 60), ...between, failed(3, REFUSED, 45), booted(3, 20)],
    });
  expect(kinds()).toEqual(['unknown']);
  expect(kinds(booted(3, 50))).toEqual(['osd-flap']);
});

test('the disk of an OSD is not called replaceable while there are stale placement groups, even before a check is raised', () => {
  const storeStatus = {
    health: { status: 'HEALTH_WARN' as const },
    pgmap: { pgs_by_state: [{ state_name: 'stale+active+clean', count: 1 }] },
  };
  const [found] = causes({ down: [3], log: [failed(3, REFUSED)], status: { storeStatus } });
  expect(found?.next).toEqual([
    'start osd.3 on b: placement groups cannot serve I/O',
    'read the log of osd.3 for why it stopped',
    'replace its disk only once they serve again',
  ]);
});
