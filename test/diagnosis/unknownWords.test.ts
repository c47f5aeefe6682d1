import { describe, expect, test } from 'vitest';
import type { HealthCheck } from '../../src/api/contract/cluster.ts';
import { generalSteps, isFrozen, unknownWords } from '../../src/diagnosis/unknownWords.ts';
import { answers, check, evidenceOf, ping, type SnapshotChanges } from './support.ts';

/** The words for all checks of a cluster. */
const words = (checks: Readonly<Record<string, HealthCheck>>, more: SnapshotChanges = {}) =>
  unknownWords(Object.keys(checks), evidenceOf({ checks, ...more }));

describe('steps for checks that no cause explains', () => {
  test('the remedy of one check is a step, those of several name their checks, and one is always to read', () => {
    const [one = ''] = generalSteps(['PG_DEGRADED']);
    expect(one).toMatch(/^[a-z].*[^.]$/);
    const [first, second] = generalSteps(['PG_DEGRADED', 'SLOW_OPS']);
    expect(first?.toLowerCase()).toBe(`pg_degraded: ${one}`.toLowerCase());
    expect(second).toMatch(/^SLOW_OPS: [A-Z]/);
    expect(generalSteps(['NO_SUCH_CHECK'])).toEqual(['read the message and the details of the check']);
    expect(generalSteps(['NO_SUCH_CHECK', 'SLOW_OPS'])).toEqual([second]);
  });

  test('at most three checks are named in the sentence', () => {
    const text = (...codes: string[]) =>
      words(Object.fromEntries(codes.map((code) => [code, check('x')]))).text;
    expect(text('A_1', 'B_1', 'C_1')).toBe('no known cause explains A_1, B_1, C_1');
    expect(text('A_1', 'B_1', 'C_1', 'D_1', 'E_1')).toBe('no known cause explains A_1, B_1, C_1 and 2 more');
  });
});

describe('a cluster that does not answer', () => {
  const silent = (message: string, storeStatus: object = {}, more: SnapshotChanges = {}) =>
    words({ STORE_UNREACHABLE: check(message) }, { status: { storeStatus }, ...more });
  const quorum = (...quorum_names: string[]) => ({ quorum_names, monmap: { num_mons: 3 } });
  const since = (seconds: number) => `no answer since 12:00:00 (${seconds} s)`;

  test('a service without a connection does not blame the cluster', () => {
    expect(silent('no connection to the Ceph cluster: timeout', quorum('a'))).toEqual({
      text: 'this service has no connection to the cluster; the cluster itself may be healthy',
      next: ['restore the connection: timeout'],
    });
    const advice = (message: string) => silent(message, quorum('a')).next;
    expect(
      advice(
        'no answer since 12:00:00 (3 s): no connection to the Ceph cluster by `kubectl exec a --`: the pod does not run (error: a). See: kubectl exec a -- true. Retrying shortly',
      ),
    ).toEqual(['restore the connection: the pod does not run (error: a)']);
    expect(
      advice('no connection to the Ceph cluster by `ssh a`: ssh ended with status 1. Retrying shortly'),
    ).toEqual(['restore the connection: ssh ended with status 1']);
    expect(advice('no connection to the Ceph cluster: `ssh a` has not started yet')).toEqual([
      'restore the connection: `ssh a` has not started yet',
    ]);
    expect(words({ NO_CLUSTER: check('none') }).text).toBe('this service manages no cluster yet');
  });

  test('the last quorum tells that one more monitor is lost, unless monitors may still elect a leader', () => {
    expect(silent(since(20), quorum('a', 'b'))).toEqual({
      text: 'no majority of the 3 monitors answers: the last quorum was only mon.a, mon.b; at least one of them is lost, too',
      next: ['look at mon.a, mon.b, and at the monitors that were lost before'],
    });
    expect(silent(since(19), quorum('a', 'b'))).toEqual({
      text: 'no majority of the 3 monitors answers: the last quorum was only mon.a, mon.b; they are electing a leader, or one of them is lost, too',
      next: [
        'wait: after the end of a monitor they take up to 20 s to elect a leader',
        'look at mon.a, mon.b, and at the monitors that were lost before',
      ],
    });
  });

  test('after a full quorum, or without a known one, it is not known which monitors are lost', () => {
    const unknown = 'no majority of the monitors answers; which of them are lost is not known';
    for (const storeStatus of [quorum('a', 'b', 'c'), quorum(), { quorum_names: ['a'] }, {}])
      expect(silent(since(90), storeStatus).text).toBe(unknown);
    expect(silent(since(5), {}).next[0]).toMatch(/^wait: /);
    expect(silent(since(90), {}).next).toEqual(generalSteps(['STORE_UNREACHABLE']));
    const lostMonitors = [
      { mon: 'b', runs: false },
      { mon: 'c', runs: true },
    ];
    expect(silent(since(90), {}, { evidence: answers({ lostMonitors }) }).text).toBe(
      'no majority of the monitors answers; which besides mon.b are lost is not known',
    );
  });
});

describe('checks of which more is known', () => {
  test('checks of a manager may be outdated while none works, all of them or none', () => {
    const down = { MGR_DOWN: check('no active mgr') };
    const evidence = evidenceOf({ checks: { ...down, SLOW_OPS: check('9 slow ops') } });
    expect(isFrozen('SLOW_OPS', evidence)).toBe(true);
    expect(isFrozen('OSD_DOWN', evidence)).toBe(false);
    expect(isFrozen('SLOW_OPS', evidenceOf({}))).toBe(false);
    expect(unknownWords(['PG_DEGRADED', 'SLOW_OPS'], evidence)).toEqual({
      text: 'PG_DEGRADED, SLOW_OPS may be outdated: reported while a manager still worked',
      next: [
        'get a manager running first: it updates these checks',
        ...generalSteps(['PG_DEGRADED', 'SLOW_OPS']),
      ],
    });
    expect(unknownWords(['OSD_DOWN', 'SLOW_OPS'], evidence).text).toBe(
      'no known cause explains OSD_DOWN, SLOW_OPS',
    );
  });

  const slow = (who: string, count = 3) => `${count} slow ops, oldest one blocked for 45 sec, ${who}`;
  test.each([
    ['mon.a has slow ops', 'mon.a is slow: 3 requests waited for up to 45 s; why is not known', 'its server'],
    [
      'daemons [mon.a,mon.b] have slow ops.',
      'mon.a, mon.b are slow: 3 requests waited for up to 45 s; why is not known',
      'their servers',
    ],
  ])('slow requests of monitors only are told as such: %s', (who, text, where) => {
    expect(words({ SLOW_OPS: check(slow(who)) })).toEqual({
      text,
      next: [`look at load, disk and network of ${where}; \`ceph tell mon.a ops\` lists the requests`],
    });
  });

  test('slow requests of OSDs, or of daemons that are not all named, are not those of monitors', () => {
    const text = (checks: Readonly<Record<string, HealthCheck>>) => words(checks).text;
    expect(text({ SLOW_OPS: check(slow('daemons [mon.a,osd.3] have slow ops.')) })).not.toMatch(/^mon/);
    expect(text({ SLOW_OPS: check(slow('daemons [mon.a,mon.b]... have slow ops.')) })).not.toMatch(/^mon/);
    expect(text({ SLOW_OPS: check('9 slow ops') })).not.toMatch(/^mon/);
    expect(text({ SLOW_OPS: check(slow('mon.a has slow ops')), OTHER: check('x') })).not.toMatch(/^mon/);
    expect(text({ SLOW_OPS: check(slow('mon.a has slow ops', 1)) })).toMatch(/: 1 request waited/);
  });

  test('slow pings are past if none was slow in the last minute', () => {
    const checks = { OSD_SLOW_PING_TIME_BACK: check('slow pings') };
    const text = (more: SnapshotChanges) => words(checks, more).text;
    const past =
      'pings between OSDs were slow, and none was in the last minute: Ceph reports them for a quarter of an hour';
    expect(text({ evidence: answers({}) })).toBe(past);
    expect(words(checks, { evidence: answers({}) }).next).toEqual([
      'wait for the check to clear; if it comes back, look at the network of the OSDs in its details',
    ]);
    expect(text({ evidence: answers({ pings: [ping(1, 2, 3000)] }) })).not.toBe(past);
    expect(text({})).not.toBe(past);
    expect(words({ ...checks, OTHER: check('x') }, { evidence: answers({}) }).text).not.toBe(past);
  });

  test('data that lacks copies although all OSDs are up may have a reason that is older than the log', () => {
    const checks = { PG_DEGRADED: check('5/9 objects degraded') };
    const old =
      'no known cause explains PG_DEGRADED: all OSDs that are in are up, and what happened may be older than the log that was read';
    expect(words(checks)).toEqual({ text: old, next: generalSteps(['PG_DEGRADED']) });
    expect(words(checks, { down: [3], out: [3] }).text).toBe(old);
    expect(words(checks, { down: [3] }).text).toBe('no known cause explains PG_DEGRADED');
    expect(words({ ...checks, OTHER: check('x') }).text).toBe('no known cause explains PG_DEGRADED, OTHER');
  });
});
