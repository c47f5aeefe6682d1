import { expect, test } from 'vitest';
import { causes, check, failed, REFUSED, UNHEARD } from '../support.ts';

/** The named causes, with the checks that each explains. */
const explained = (changes: Parameters<typeof causes>[0]) =>
  causes(changes).map(({ kind, explains }) => [kind, ...explains]);
const raised = (code: string) => ({ [code]: check('it is raised') });

test.each([
  'OSD_DOWN',
  'PG_AVAILABILITY',
  'PG_DEGRADED',
  'SLOW_OPS',
  'OSD_SLOW_PING_TIME_BACK',
  'OSD_SLOW_PING_TIME_FRONT',
  'OBJECT_MISPLACED',
  'MDS_SLOW_METADATA_IO',
  'MDS_SLOW_REQUEST',
])('%s follows from an OSD that is not working', (code) => {
  expect(explained({ down: [3], log: [failed(3, REFUSED)], checks: raised(code) })).toEqual([
    ['osd-down', code],
  ]);
});

test.each([
  'OSD_HOST_DOWN',
  'OSD_CHASSIS_DOWN',
  'OSD_RACK_DOWN',
  'OSD_ROW_DOWN',
  'OSD_ROOM_DOWN',
  'OSD_DATACENTER_DOWN',
])('%s follows from a server that does not answer', (code) => {
  const log = [failed(2, UNHEARD), failed(3, UNHEARD)];
  expect(explained({ down: [2, 3], log, checks: raised(code) })).toEqual([['host-down', code]]);
});

test.each(['FS_DEGRADED', 'MDS_ALL_DOWN', 'MDS_UP_LESS_THAN_MAX', 'MDS_INSUFFICIENT_STANDBY'])(
  '%s means that a metadata server has stopped',
  (code) => {
    expect(explained({ checks: raised(code) })).toEqual([['mds-down', code]]);
  },
);

test.each([
  'OSD_TOO_MANY_REPAIRS',
  'BLUESTORE_SPURIOUS_READ_ERRORS',
  'BLUESTORE_READ_ERROR_FIXED',
  'DEVICE_HEALTH',
  'DEVICE_HEALTH_IN_USE',
])('%s that names an OSD is about its disk', (code) => {
  const checks = {
    [code]: check('it is raised', 'osd.3 has a bad disk', 'a second line of osd.3', 'osd.3, a third'),
  };
  expect(causes({ checks })).toMatchObject([
    { kind: 'disk-error', objects: ['osd.3'], explains: [code], proofs: [{}, {}] },
  ]);
});

test.each(['MDS_SLOW_REQUEST', 'MDS_CLIENT_LATE_RELEASE', 'MDS_CLIENT_RECALL', 'MDS_CLIENT_OLDEST_TID'])(
  '%s alone means that a client blocks others',
  (code) => {
    expect(explained({ checks: raised(code) })).toEqual([['client-hung', code]]);
  },
);
