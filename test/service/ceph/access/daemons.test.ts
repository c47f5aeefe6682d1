import { expect, test } from 'vitest';
import {
  cancelDaemonStart,
  lastLine,
  scheduleDaemonStart,
  startMds,
  startOsd,
  stopMds,
  stopOsd,
} from '../../../../src/service/ceph/access/daemons.ts';
import type { ServerHelper } from '../../../../src/service/ceph/access/serverAccess.ts';
import type { CephCallOptions } from '../../../../src/service/ceph/client/storage.ts';

/** A server that answers every call in the same way. */
function server(answer: () => unknown = () => ({ status: 0, out: '', err: '' })) {
  const calls: unknown[] = [];
  const helper: ServerHelper = {
    kind: 'ssh',
    reboot: ['reboot'],
    call: async <T>(name: string, args?: unknown, { timeoutMs, called }: CephCallOptions = {}) => {
      calls.push([name, args, timeoutMs, called]);
      return answer() as T;
    },
    run: async () => ({ status: 0, out: '', err: '' }),
  };
  return { helper, calls };
}

test('a daemon has two minutes to start and to stop, and a stop is named by its daemon', async () => {
  const { helper, calls } = server();
  await startOsd(helper, 3);
  await startMds(helper, 'fs.a');
  await stopOsd(helper, 3, { data: '/osd', forever: true });
  await stopMds(helper, 'fs.a');
  await scheduleDaemonStart(helper, ['osd.3'], 600);
  await cancelDaemonStart(helper);
  expect(calls).toEqual([
    ['host.start_osd', { osd: 3 }, 120_000, undefined],
    ['host.start_mds', { name: 'fs.a' }, 120_000, undefined],
    ['host.stop_osd', { osd: 3, data: '/osd', forever: true }, 120_000, 'stop osd.3'],
    ['host.stop_mds', { name: 'fs.a' }, 120_000, 'stop mds.fs.a'],
    ['host.start_later', { daemons: ['osd.3'], seconds: 600 }, 120_000, 'start later'],
    ['host.start_later', { daemons: [], seconds: 0 }, 120_000, 'start later'],
  ]);
});

test('a daemon that does not start is named with the last line of the failed program', async () => {
  const { helper } = server(() => ({ status: 1, out: '', err: 'job failed\nsee the journal\n' }));
  await expect(startOsd(helper, 3)).rejects.toThrow('the daemon of osd.3 does not start: see the journal');
  await expect(startMds(helper, 'a')).rejects.toThrow('the daemon of mds.a does not start: see the journal');
});

test('a planned start that cannot be cancelled does no harm, but one that cannot be planned is told', async () => {
  const { helper } = server(() => {
    throw new Error('no bus');
  });
  await cancelDaemonStart(helper);
  await expect(scheduleDaemonStart(helper, ['osd.3'], 600)).rejects.toThrow('no bus');
});

test.each([
  [{ status: 1, out: 'out', err: 'one\n two \n' }, 'two'],
  [{ status: 1, out: 'one\n two \n', err: ' \n' }, 'two'],
  [{ status: 7, out: '\n', err: '' }, 'status 7'],
])('of a program that ended with %o the operator reads: %s', (ran, line) => {
  expect(lastLine(ran)).toBe(line);
});
