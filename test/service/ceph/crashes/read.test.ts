import { expect, test } from 'vitest';
import {
  crashDetail,
  crashReport,
  type CrashDump,
  type CrashInfoDump,
} from '../../../../src/service/ceph/crashes/read.ts';
import { RELEASES, sample } from '../samples.ts';

const bare = { crash_id: 'x', timestamp: '2026-11-20T16:09:08.000000Z' };

test.each(RELEASES)('a crash report of %s says which daemon crashed, where, when and why', (release) => {
  const [listed] = sample('crashLs', release) as CrashDump[];
  expect(crashReport(listed!)).toEqual({
    id: '2026-11-24T23:40:05.678901Z_3f2b8f0e-6c1f-4c39-9d59-0a4bb6e0a001',
    entity: 'osd.2',
    timestamp: Date.UTC(2026, 10, 24, 23, 40, 5, 678) / 1000,
    hostname: 'node3',
    process: 'ceph-osd',
    version: '16.2.15',
    archived: false,
    reason: 'I/O error on dm-3',
  });
});

test.each(RELEASES)('the full crash report of %s has the assertion, the stack and the system', (release) => {
  const detail = crashDetail(sample('crashInfo', release) as CrashInfoDump);
  expect(detail).toMatchObject({
    entity: 'osd.2',
    assertion: {
      condition: 'abort',
      function: 'void KernelDevice::_aio_thread()',
      file: './src/blk/kernel/KernelDevice.cc',
      line: 600,
      thread: 'bstore_aio',
    },
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.1.0',
  });
  expect(detail.backtrace).toHaveLength(5);
  expect(crashDetail({ ...bare, os_name: 'Debian', os_version: '12' }).os).toBe('Debian 12');
});

test.each<[string, Partial<CrashDump>, string | undefined]>([
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
    'an abort with a message',
    { assert_condition: 'abort', assert_msg: './a.cc: 7: ceph_abort_msg("Unexpected IO error.")\n' },
    'Unexpected IO error.',
  ],
  ['an unknown reason', {}, undefined],
])('the reason of a crash by %s fits in one line', (_, dump, reason) => {
  expect(crashReport({ ...bare, ...dump }).reason).toBe(reason);
});

test('an archived crash report says so, and one without a stack has none', () => {
  expect(crashDetail({ ...bare, archived: '2026-11-21 10:00:00' })).toEqual({
    id: 'x',
    timestamp: Date.UTC(2026, 10, 20, 16, 9, 8) / 1000,
    archived: true,
    backtrace: [],
  });
});

test.each([
  [{ os_name: 'Debian GNU/Linux 12', os_version: '12' }, 'Debian GNU/Linux 12'],
  [{ os_name: 'Ubuntu', os_version: '24.04' }, 'Ubuntu 24.04'],
  [{ os_version: '9' }, '9'],
  [{ os_name: 'Fedora' }, 'Fedora'],
])('the system in %j is %s', (dump, os) => expect(crashDetail({ ...bare, ...dump }).os).toBe(os));

test('the message of an assertion has no space around it', () =>
  expect(crashDetail({ ...bare, assert_msg: ' failed\n' }).assertion).toEqual({ message: 'failed' }));
