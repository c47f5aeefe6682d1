import { describe, expect, test } from 'vitest';
import { PRIORITY } from '../../../../src/lib/priority.ts';
import {
  clusterPriority,
  daemonLines,
  daemonOfFile,
  fromLogLast,
  gapLine,
  leftOutLine,
  isClusterLog,
  parseClusterLine,
  serviceOf,
  type LogLastEntry,
} from '../../../../src/service/ceph/log/lines.ts';
import { sample } from '../samples.ts';

const line = (level: string, message: string) =>
  `2026-11-21T01:13:30.483+0000 7f0abc6361c0 ${level} ${message}`;
const at = Date.UTC(2026, 10, 21, 1, 13, 30, 483) / 1000;

describe('line of a daemon', () => {
  test('a line of a daemon has its time, and a priority that follows from its level', () => {
    const lines = [
      line('-1', 'no keyring'),
      line(' 0', 'ceph version 16'),
      line(' 1', 'detail'),
      line('20', 'noise'),
    ];
    expect(daemonLines(lines)).toEqual([
      { t: at, p: 3, m: 'no keyring' },
      { t: at, p: 6, m: 'ceph version 16' },
      { t: at, p: 7, m: 'detail' },
      { t: at, p: 7, m: 'noise' },
    ]);
  });

  test('a line of a daemon is parsed in any time zone', () => {
    expect(daemonLines(['2026-11-21T03:13:30.483+0200 7f 0 x'])[0]?.t).toBe(at);
  });

  test('a line of a daemon without a time continues the previous line', () => {
    const lines = [line('-1', 'Traceback'), '  File "module.py", line 1', '', line(' 0', 'next')];
    expect(daemonLines(lines).map(({ p, m }) => [p, m])).toEqual([
      [3, 'Traceback'],
      [3, '  File "module.py", line 1'],
      [6, 'next'],
    ]);
  });

  test('a line of a daemon without a time is left out if there is no previous line', () => {
    expect(daemonLines(['the end of something', line(' 0', 'next')])).toHaveLength(1);
  });

  test('a line of a daemon that only repeats the cluster log or a monitor command is left out, with its continuation', () => {
    const echo = [
      line(' 0', 'log_channel(cluster) log [WRN] : Health check failed'),
      'its second line',
      line(' 0', 'mon.a@0(leader) e1 handle_command mon_command({"prefix": "status"} v 0) v1'),
    ];
    expect(daemonLines(echo)).toEqual([]);
  });
});

test('a line of the cluster log is parsed from its file', () => {
  const text =
    '2026-11-21T01:47:46.159838+0000 mon.a (mon.0) 134 : cluster [WRN] Health check failed: 1 osds down (OSD_DOWN)';
  expect(parseClusterLine(text)).toEqual({
    channel: 'cluster',
    name: 'mon.a',
    seconds: Date.UTC(2026, 10, 21, 1, 47, 46) / 1000,
    microseconds: 159838,
    seq: 134,
    level: '[WRN]',
    message: 'Health check failed: 1 osds down (OSD_DOWN)',
  });
  expect(parseClusterLine('something else')).toBeUndefined();
});

test('a line of the cluster log is the same from the file and from the memory of the monitors', () => {
  const entries = (sample('logLast') as LogLastEntry[]).map(fromLogLast);
  const text =
    '2026-11-21T01:47:46.159838+0000 mon.a (mon.0) 134 : cluster [WRN] Health check failed: 1 osds down (OSD_DOWN)';
  expect(entries).toContainEqual(parseClusterLine(text));
});

test('levels of the cluster log are mapped to syslog priorities', () => {
  expect(['[DBG]', '[INF]', '[SEC]', '[WRN]', '[ERR]', '[???]'].map(clusterPriority)).toEqual([
    7, 6, 5, 4, 3, 6,
  ]);
});

test.each([
  ['mon.a', 'mon'],
  ['mgr.x', 'mgr'],
  ['mds.storefs.host1', 'mds'],
  ['osd.12', 'osd.12'],
  ['client.rgw.a', 'radosgw'],
  ['client.admin', 'client'],
])('the lines of %s have the service name %s', (daemon, service) => expect(serviceOf(daemon)).toBe(service));

test.each([
  ['ceph-osd.3.log', 'osd.3'],
  ['osd.3.log', 'osd.3'],
  ['ceph-mon.host-1.log', 'mon.host-1'],
  ['ceph-client.rgw.host1.log', 'client.rgw.host1'],
  ['backup-ceph-mds.a.log', 'mds.a'],
  ['ceph-client.admin.log', undefined],
  ['ceph-osd.3.log.1.gz', undefined],
  ['ceph.audit.log', undefined],
])('the file %s is the log of %s', (file, daemon) => expect(daemonOfFile(file)).toBe(daemon));

test('the cluster log and its audit log are recognized by their file names', () => {
  expect(['ceph.log', 'cluster.log', 'ceph.audit.log', 'ceph-mon.a.log'].map(isClusterLog)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('what was skipped or dropped of a log is a warning with its size', () => {
  const warning = { t: 5, p: PRIORITY.warning };
  expect(gapLine(5, 2049)).toMatchObject({
    ...warning,
    m: expect.stringMatching(/^3 KiB of this log/) as string,
  });
  expect(leftOutLine(5, 7)).toMatchObject({
    ...warning,
    m: expect.stringMatching(/^7 earlier lines/) as string,
  });
});
