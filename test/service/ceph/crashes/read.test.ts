import { expect, test } from 'vitest';
import {
  crashDetail,
  crashReport,
  type CrashDump,
  type CrashInfoDump,
} from '../../../../src/service/ceph/crashes/read.ts';
import { sample } from '../samples.ts';

const [recorded] = sample('crashLs') as CrashInfoDump[];
const bare = { crash_id: 'x', timestamp: '2026-11-20T16:09:08.000000Z' };

test('a recorded report tells who crashed, where, when and why', () => {
  expect(crashReport(recorded!)).toEqual({
    id: '2026-11-20T16:09:08.000000Z_11111111-2222-3333-4444-555555555555',
    entity: 'osd.3',
    timestamp: Date.UTC(2026, 10, 20, 16, 9, 8) / 1000,
    hostname: 'host2',
    process: 'ceph-osd',
    version: '16.2.15',
    archived: false,
    reason: 'abort',
  });
});

test('the whole report has the assertion, the stack and the system', () => {
  expect(crashDetail(recorded!)).toMatchObject({
    assertion: { condition: 'abort' },
    backtrace: ['a', 'b'],
    os: 'Debian 12',
    kernel: '6.1',
  });
});

test.each<[string, Partial<CrashDump>, string | undefined]>([
  ['an error of the disk', { io_error: true, io_error_devname: 'sdb' }, 'I/O error on sdb'],
  [
    'an exception of a manager module',
    { mgr_module: 'devicehealth', mgr_python_exception: 'KeyError' },
    'KeyError in the module devicehealth',
  ],
  [
    'a failed assertion',
    { assert_condition: 'r == 0', assert_msg: './a.cc: 7: FAILED ceph_assert(r == 0)' },
    'r == 0',
  ],
  [
    'an abort with words',
    { assert_condition: 'abort', assert_msg: './a.cc: 7: ceph_abort_msg("Unexpected IO error.")\n' },
    'Unexpected IO error.',
  ],
  ['nothing that is told', {}, undefined],
])('the reason of a crash by %s stands in a line', (_, dump, reason) => {
  expect(crashReport({ ...bare, ...dump }).reason).toBe(reason);
});

test('a report that is archived says so, and one without a stack has none', () => {
  expect(crashDetail({ ...bare, archived: '2026-11-21 10:00:00' })).toEqual({
    id: 'x',
    timestamp: Date.UTC(2026, 10, 20, 16, 9, 8) / 1000,
    archived: true,
    backtrace: [],
  });
});
