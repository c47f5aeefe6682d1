import { describe, expect, test } from 'vitest';
import { answers, causes, check, line, NOW } from '../support.ts';

describe('clock skew of a monitor', () => {
  const skewed = (...names: readonly string[]) => ({
    MON_CLOCK_SKEW: check('clock skew', ...names.map((name) => `mon.${name} clock skew 1.5s > max 0.05s`)),
  });
  const stamped = (ago: number) => line(ago, 'mon', 'message from mon.2 was stamped 1.49s in the future');
  const clocks = (b: number, c: number) => [
    { mon: 'b', skew: b },
    { mon: 'c', skew: c },
  ];

  test('a monitor with a wrong clock is named with the log lines about it and where to look', () => {
    const evidence = answers({ quorum: ['a', 'b', 'c'] });
    expect(causes({ checks: skewed('c'), evidence, log: [stamped(50), stamped(40)] })[0]).toMatchObject({
      confidence: 'certain',
      since: NOW - 50_000,
      text: 'the clock of mon.c is off',
      proofs: [{ source: 'health' }, { source: 'log' }],
      next: ['check the time service on the server of mon.c'],
    });
    expect(causes({ checks: skewed() })[0]).toMatchObject({
      text: 'the clock of a monitor is off',
      confidence: 'likely',
      next: ['check the time service on the server of the monitor'],
    });
  });

  test('a monitor with a wrong clock is named with at most three lines of the check', () => {
    expect(causes({ checks: skewed('a', 'b', 'c', 'd') })[0]?.proofs).toHaveLength(3);
  });

  test('the clock of the leader is wrong if it finds all others off by the same time, to a tenth of a second', () => {
    const objects = (b: number, c: number) =>
      causes({
        checks: skewed('b', 'c'),
        evidence: answers({ quorum: ['a', 'b', 'c'], clocks: clocks(b, c) }),
      })[0];
    expect(objects(1.5, 1.59)).toMatchObject({
      objects: ['mon.a'],
      text: 'the clock of mon.a is off: it leads, so all others seem wrong to it',
    });
    expect(objects(1.5, 1.61)?.objects).toEqual(['mon.b', 'mon.c']);
    expect(objects(0, 0.1)?.objects).toEqual(['mon.b', 'mon.c']);
  });

  test('of two monitors that disagree either clock can be wrong', () => {
    const evidence = answers({ quorum: ['a', 'b'], clocks: [{ mon: 'b', skew: 1 }] });
    expect(causes({ checks: skewed('b'), evidence })[0]).toMatchObject({
      objects: ['mon.a', 'mon.b'],
      confidence: 'likely',
      text: 'the clock of mon.a or mon.b is off',
      next: ['check the time service on the servers of mon.a and mon.b'],
    });
  });

  test('without a quorum, the monitors that the check names are to blame', () => {
    expect(causes({ checks: skewed('b') })[0]?.objects).toEqual(['mon.b']);
  });

  test('without answers of monitors, the leader is known from the last election in the log', () => {
    const elected = (ago: number, leader: string, members: string) =>
      line(ago, 'mon', `cluster [INF] mon.${leader} is new leader, mons ${members} in quorum (ranks 0,1,2)`);
    const found = (...names: string[]) =>
      causes({ checks: skewed(...names), log: [elected(90, 'b', 'a,b'), elected(60, 'a', 'a,b,c')] })[0];
    expect(found('b', 'c')).toMatchObject({ objects: ['mon.a'], confidence: 'likely' });
    expect(found('c')).toMatchObject({ objects: ['mon.c'], confidence: 'likely' });
  });

  test('without an election, the only monitor in the quorum whose clock is not blamed leads', () => {
    const found = (names: readonly string[], ...blamed: string[]) => {
      const checks = skewed(...blamed);
      const storeStatus = { health: { status: 'HEALTH_WARN', checks }, quorum_names: names };
      return causes({ checks, status: { storeStatus } })[0];
    };
    expect(found(['b', 'a', 'c'], 'b', 'c')?.objects).toEqual(['mon.a']);
    expect(found(['a', 'b'], 'b')?.objects).toEqual(['mon.a', 'mon.b']);
    expect(found(['a', 'b', 'c', 'd'], 'b', 'c')).toMatchObject({
      objects: ['mon.b', 'mon.c'],
      text: 'the clock of mon.b, mon.c is off',
      next: ['check the time service on the server of mon.b'],
    });
  });

  test('a clock is not certain to be wrong before the monitors were asked', () => {
    const quorum = ['a', 'b', 'c'];
    const asked = causes({ checks: skewed('c'), evidence: { quorum } })[0];
    expect(asked).toMatchObject({ objects: ['mon.c'], confidence: 'likely', since: undefined });
    expect(asked?.proofs).toHaveLength(1);
    const several = { checks: skewed('b', 'c'), evidence: answers({ quorum: [...quorum, 'd'] }) };
    expect(causes(several)[0]).toMatchObject({ objects: ['mon.b', 'mon.c'], confidence: 'likely' });
  });
});
