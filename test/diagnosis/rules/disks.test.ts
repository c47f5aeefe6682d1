import { describe, expect, test } from 'vitest';
import { about3, answers, causes, check, failed, line, NOW, REFUSED, causeKinds, wait } from '../support.ts';

describe('failing disks', () => {
  test('a missing disk is named by what is known of it, since its server reported it', () => {
    const gone = (ago: number, server = 2) =>
      line(ago, 'kernel', 'sd 0:0:0:0: rejecting I/O to offline device', server);
    const log = [gone(90, 1), gone(70), gone(60)];
    expect(causes({ down: [3], disks: about3({ missing: true }), log })).toMatchObject([
      {
        kind: 'disk-missing',
        host: 'b',
        since: NOW - 70_000,
        confidence: 'certain',
        text: 'disk sdb of osd.3 is gone from b',
        proofs: [{ text: 'disk sdb is missing', source: 'disks' }, { source: 'log' }],
        next: ['reseat or replace the disk of osd.3'],
      },
    ]);
    const nameless = about3({ missing: true, name: '' });
    expect(causes({ down: [3], disks: nameless, log: [failed(3, REFUSED)] })[0]).toMatchObject({
      since: NOW - 30_000,
      text: 'disk of osd.3 is gone from b',
      proofs: [{ text: 'disk of osd.3 is missing' }],
    });
    expect(causeKinds({ disks: about3({ missing: true }) })).toEqual([]);
  });

  test('a disk with errors under a running OSD should be replaced first, and is certain from two log lines or a check on', () => {
    const error = (ago: number) =>
      line(ago, 'osd.3', '3.a missing primary copy of 3:1:::x:head, will try copies on 2');
    const checks = {
      OSD_TOO_MANY_REPAIRS: check('1 OSD(s) with too many repairs', 'osd.3 had 12 reads repaired'),
    };
    expect(causes({ log: [error(20)] })[0]).toMatchObject({
      kind: 'disk-error',
      confidence: 'likely',
      text: 'disk sdb of osd.3 on b reports errors',
      next: ['replace the disk of osd.3: mark it out first, while it still answers'],
    });
    expect(causes({ log: [error(30), error(20)] })[0]?.confidence).toBe('certain');
    expect(causes({ log: [error(20)], checks })[0]).toMatchObject({
      confidence: 'certain',
      explains: ['OSD_TOO_MANY_REPAIRS'],
      proofs: [{ source: 'log' }, { text: 'osd.3 had 12 reads repaired', source: 'health' }],
    });
    expect(causes({ checks })[0]?.confidence).toBe('likely');
  });

  test('a check that names other disks is not due to the disk of an OSD that is down, which is gone', () => {
    const error = (id: number) =>
      line(20, `osd.${id}`, `3.a missing primary copy of 3:1:::x:head, will try copies on 2`);
    const gone = line(70, 'kernel', 'sd 0:0:0:0: rejecting I/O to offline device', 2);
    const checks = {
      OSD_TOO_MANY_REPAIRS: check('1 OSD(s) with too many repairs', 'osd.5 had 12 reads repaired'),
    };
    const log = [gone, failed(3, REFUSED), error(5), error(3)];
    const found = causes({ down: [3], disks: about3({ missing: true }), log, checks });
    expect(found.map(({ kind, objects, explains }) => [kind, objects, explains])).toEqual([
      ['disk-missing', ['osd.3'], []],
      ['disk-error', ['osd.5'], ['OSD_TOO_MANY_REPAIRS']],
    ]);
  });

  test('a disk with errors does not explain a crash while its OSD is running', () => {
    const error = line(20, 'osd.3', '3.a missing primary copy of 3:1:::x:head, will try copies on 2');
    const checks = { RECENT_CRASH: check('1 daemons have recently crashed', 'osd.3 crashed on host b') };
    expect(causeKinds({ log: [error], checks })).toEqual(['disk-error', 'daemon-crash']);
    expect(causeKinds({ down: [3], log: [error, failed(3, REFUSED)], checks })).toEqual(['disk-error']);
  });

  test('a disk with errors, or one that is gone, does not explain the crash of another daemon', () => {
    const checks = { RECENT_CRASH: check('1 daemons have recently crashed', 'osd.6 crashed on host d') };
    const error = line(20, 'osd.3', '3.a missing primary copy of 3:1:::x:head, will try copies on 2');
    const both = ['disk-error', 'daemon-crash'];
    expect(causeKinds({ down: [3], log: [error, failed(3, REFUSED)], checks })).toEqual(both);
    expect(causeKinds({ down: [3], disks: about3({ missing: true }), checks })).toEqual([
      'disk-missing',
      'daemon-crash',
    ]);
  });

  test('a slow disk that was not measured is shown with the log line of its OSD', () => {
    const own = (ago: number) =>
      line(ago, 'osd.3', 'bluestore slow operation observed for kv_sync, latency = 6s');
    const [found] = causes({ log: [own(40), own(20)] });
    expect(found).toMatchObject({
      kind: 'disk-slow',
      confidence: 'likely',
      since: NOW - 40_000,
      text: 'disk sdb of osd.3 on b is slow',
      proofs: [{ source: 'log' }, { source: 'log' }],
      next: ['look at load and SMART of the disk of osd.3', 'mark osd.3 out if it stays slow'],
    });
    expect(causeKinds({ down: [3], out: [3], log: [own(20)] })).not.toContain('disk-slow');
  });

  test('disks that were slow within the last day are named by the check about them, beside what happens now', () => {
    const line = (id: number) => `osd.${id} observed slow operation indications in BlueStore`;
    const alert = (...ids: number[]) => ({
      BLUESTORE_SLOW_OP_ALERT: check('OSD(s) experiencing slow operations in BlueStore', ...ids.map(line)),
    });
    expect(causes({ checks: alert(2) })).toMatchObject([
      {
        kind: 'disk-slow',
        objects: ['osd.2'],
        isOver: true,
        text: 'the disk of osd.2 was slow at times within the last day',
        next: ['look at latency and SMART of this disk; replace it if it stays slow'],
      },
    ]);
    const log = [failed(5, REFUSED, 40)];
    const found = causes({ checks: { ...alert(2, 3), OSD_DOWN: check('1 osds down') }, down: [5], log });
    expect(found.map(({ kind, objects, explains }) => [kind, objects, explains])).toEqual([
      ['osd-down', ['osd.5'], ['OSD_DOWN']],
      ['disk-slow', ['osd.2', 'osd.3'], ['BLUESTORE_SLOW_OP_ALERT']],
    ]);
    const slow = (...ids: number[]) =>
      answers({
        latencies: [0, 1, 2, 3, 4, 5].map((osd) => ({ osd, commitMs: ids.includes(osd) ? 180 : 9 })),
      });
    const kindsOf = (checks: ReturnType<typeof alert>, ...ids: number[]) =>
      causes({ checks, evidence: slow(...ids) }).map(({ kind, objects }) => [kind, objects[0]]);
    expect(kindsOf(alert(2), 2)).toEqual([['disk-slow', 'osd.2']]);
    expect(kindsOf(alert(2, 3), 2, 3)).toEqual([['controller', 'b']]);
    expect(kindsOf(alert(2), 5)).toEqual([
      ['disk-slow', 'osd.5'],
      ['disk-slow', 'osd.2'],
    ]);
  });

  test('a disk is not blamed for requests that wait for an OSD that does not answer at all', () => {
    const latencies = [
      { osd: 3, commitMs: 180 },
      { osd: 1, commitMs: 9 },
    ];
    const found = causes({ evidence: answers({ latencies, silent: [3] }) });
    expect(found.map(({ kind, against }) => [kind, against])).toEqual([['osd-hang', []]]);
  });

  test('a slow disk is certain if requests of two OSDs wait for it and a commit takes more than 100 ms', () => {
    const found = (commitMs: number, ...waiting: number[]) => {
      const latencies = [0, 1, 2].map((osd) => ({ osd, commitMs: 9 + osd })).concat({ osd: 3, commitMs });
      const waits = waiting.map((osd) => wait(osd, 3, 5));
      return causes({ evidence: answers({ latencies, waits }) })[0];
    };
    expect(found(101, 0, 5)).toMatchObject({
      confidence: 'certain',
      text: 'disk sdb of osd.3 on b is slow: 101 ms a commit',
      proofs: [
        { text: 'osd.3 commits in 101 ms, the slowest of 3 others in 11 ms', source: 'daemons' },
        { text: 'requests of 2 OSDs wait for it', source: 'daemons' },
      ],
    });
    expect(found(100, 0, 5)).toMatchObject({ kind: 'disk-slow', confidence: 'likely' });
    expect(found(180, 0)).toMatchObject({ kind: 'disk-slow', confidence: 'likely' });
    expect(found(180)?.proofs).toHaveLength(1);
  });

  test('a disk whose OSD still works on the requests of a busy client is slow only if others wait for it, and never certainly', () => {
    const latencies = [0, 1, 2].map((osd) => ({ osd, commitMs: 9 })).concat({ osd: 3, commitMs: 130 });
    const found = (ms: number, ...waiting: number[]) => {
      const waits = waiting.map((osd) => wait(osd, 3, 5));
      const named = causes({ evidence: answers({ latencies, waits, queues: [{ osd: 3, ms }] }) });
      return named.map(({ kind, confidence, against }) => [kind, confidence, against.length]);
    };
    expect(found(199, 0, 5)).toEqual([['disk-slow', 'certain', 0]]);
    expect(found(200, 0, 5)).toEqual([['disk-slow', 'likely', 1]]);
    expect([found(199), found(200)]).toEqual([[['disk-slow', 'likely', 0]], []]);
  });

  test('a disk may have been slow for longer than its first line that was read, if so many lines arrive that older ones were not', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => line(40 - index / 100, 'osd.5', 'something else'));
    const slow = [30, 20, 10].map((ago) =>
      line(ago, 'osd.3', 'bluestore slow operation observed for kv_sync, latency = 6s'),
    );
    const found = (count: number) => causes({ log: [...others(count), ...slow] })[0];
    expect(found(1000)).toMatchObject({ since: NOW - 30_000 });
    expect(found(1000)?.mayBeOlder).toBeUndefined();
    expect(found(1500)).toMatchObject({ since: NOW - 30_000, mayBeOlder: true, before: [] });
  });

  test('a slow disk is shown with the last two log lines of its OSD', () => {
    const slow = (ago: number, id = 3) => line(ago, `osd.${id}`, `slow operation observed in ${ago} s`);
    const [found] = causes({ log: [slow(25), slow(20), slow(15), slow(10, 4)] });
    expect(found).toMatchObject({ objects: ['osd.3'], since: NOW - 25_000 });
    expect(found?.proofs.map(({ text }) => text)).toEqual([
      expect.stringContaining('in 20 s'),
      expect.stringContaining('in 15 s'),
    ]);
  });

  test('several disks that were slow within the last day are named together', () => {
    const checks = {
      BLUESTORE_SLOW_OP_ALERT: check(
        '2 OSD(s) experiencing slow operations in BlueStore',
        'osd.2 observed slow operation indications in BlueStore',
        'osd.3 observed slow operation indications in BlueStore',
      ),
    };
    expect(causes({ checks })).toMatchObject([
      {
        text: 'the disks of osd.2, osd.3 were slow at times within the last day',
        next: ['look at latency and SMART of these disks; replace those that stay slow'],
      },
    ]);
  });
});
