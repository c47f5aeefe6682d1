import { describe, expect, test } from 'vitest';
import {
  booted,
  about3,
  answers,
  causes,
  check,
  failed,
  line,
  NOW,
  UNHEARD,
  wait,
  causeKinds,
} from '../support.ts';

describe('an OSD that hangs', () => {
  const missed = (ago: number, by: number) =>
    line(
      ago,
      `osd.${by}`,
      'heartbeat_check: no reply from 10.0.0.1:6800 osd.3 since back 2026-11-20T11:59:20.5+0000 front 2026-11-20T11:59:20.5+0000 (oldest deadline 2026-11-20T11:59:42.1+0000)',
    );

  test('an OSD that hangs has done so since its peers last heard from it, even if they report it late', () => {
    const since = (ago: number) => causes({ log: [missed(ago, 0), missed(ago, 5)] })[0];
    expect(since(15)).toMatchObject({ kind: 'osd-hang', since: NOW - 39_500 });
    expect(since(1)).toMatchObject({
      since: NOW - 39_500,
      text: 'osd.3 on b answers nobody, though its daemon has not stopped',
      next: ['look at osd.3 on b: its process, its disk, its link', 'restart osd.3'],
    });
  });

  test('an OSD that hangs and was marked out is said to be out', () => {
    const checks = { PG_DEGRADED: check('Degraded data redundancy: 3 pgs degraded') };
    expect(causes({ down: [3], out: [3], checks, log: [failed(3, UNHEARD, 900)] })[0]?.text).toBe(
      'osd.3 on b answers nobody, though its daemon has not stopped; it is out',
    );
  });

  test('an OSD that hangs is still the cause after it is marked down, before the log line that says why was read', () => {
    expect(causes({ down: [3], log: [missed(3, 0), missed(2, 5)] })[0]).toMatchObject({
      kind: 'osd-hang',
      since: NOW - 39_500,
    });
    // A later boot invalidates what peers said before.
    expect(causeKinds({ down: [3], log: [missed(30, 0), missed(29, 5), booted(3, 10)] })).toEqual([
      'osd-down',
    ]);
  });

  test('an OSD that hangs has done so since its oldest request, or since its peers missed it, whichever is earlier', () => {
    const evidence = answers({ silent: [3], waits: [wait(0, 3, 1), wait(5, 3, 0.9), wait(1, 6, 90)] });
    const [found] = causes({ evidence });
    expect(found?.since).toBe(NOW - 1000);
    expect(found?.proofs.at(-1)?.text).toBe('requests of 1 OSD wait for osd.3, the oldest for 1 s');
    expect(causes({ down: [3], log: [failed(3, UNHEARD)], evidence })[0]?.since).toBe(NOW - 55_000);
  });

  test('an OSD does not hang if its server reports that its daemon does not run', () => {
    expect(
      causeKinds({ evidence: answers({ silent: [3] }), disks: about3({ daemonRunning: false }) }),
    ).toEqual([]);
  });
});
