import { expect, test } from 'vitest';
import {
  clockSkew,
  gatewayDown,
  mdsDown,
  mgrDown,
  monDown,
} from '../../../../src/service/sim/faults/daemons.ts';
import type { InjectFault } from '../../../../src/service/sim/faults/pick.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { daemonAnswers } from '../../../../src/service/sim/monitors/quorum.ts';
import { simulate } from '../support.ts';

test.each<[what: string, inject: InjectFault, kinds: string[], count: number]>([
  ['a monitor has stopped', monDown, ['mon'], 1],
  ['the managers have stopped', mgrDown, ['mgr'], 2],
  ['the active metadata server has stopped', mdsDown, ['mds'], 1],
  ['a gateway has stopped', gatewayDown, ['radosgw', 'iscsi', 'nfs'], 1],
])('the fault "%s" names its server and is over when it is healed', (what, inject, kinds, count) => {
  const hit = new Set<string>();
  const { cluster } = simulate({ scale: 60 });
  const { daemons } = cluster.model;
  const active = daemons.filter((daemon) => daemon.active);
  for (let seed = 0; seed < 60; seed++) {
    const { objects, summary, host, heal } = inject(cluster, new Dice(seed));
    const ended = daemons.filter((daemon) => !daemonAnswers(daemon));
    expect(ended.length).toBeGreaterThanOrEqual(count);
    if (count === 1) expect([ended.length, host]).toEqual([1, ended[0]!.host.name]);
    else expect(host).toBeUndefined();
    if (what.includes('active')) expect(active).toContain(ended[0]);
    expect(objects).toEqual(ended.map(({ kind, name }) => `${kind}.${name}`));
    expect(summary).toBe(
      `${what}: ${ended.map((daemon) => `${daemon.kind}.${daemon.name} on ${daemon.host.name}`).join(', ')}`,
    );
    for (const { kind } of ended) hit.add(kind);
    heal();
    expect(daemons.every(daemonAnswers)).toBe(true);
  }
  expect(hit).toEqual(new Set(kinds));
});

test('a wrong clock is that of a monitor, by a fifth of a second to two seconds, ahead or behind', () => {
  const { cluster } = simulate({ scale: 60 });
  const { hosts } = cluster.model;
  const skews = Array.from({ length: 100 }, (_, seed) => {
    const { objects, summary, host, heal } = clockSkew(cluster, new Dice(seed));
    const [wrong, ...others] = hosts.filter(({ clockOffset }) => clockOffset !== 0);
    expect([others, host]).toEqual([[], wrong!.name]);
    const { clockOffset } = wrong!;
    const way = clockOffset > 0 ? 'ahead' : 'behind';
    expect(summary).toBe(
      `the clock of ${objects[0]} on ${wrong!.name} is ${Math.abs(clockOffset).toFixed(2)} s ${way}`,
    );
    expect(objects[0]).toMatch(/^mon\./);
    heal();
    expect(wrong!.clockOffset).toBe(0);
    return clockOffset;
  });
  const sizes = skews.map(Math.abs);
  expect([Math.min(...sizes) >= 0.2, Math.min(...sizes) < 0.3]).toEqual([true, true]);
  expect([Math.max(...sizes) < 2, Math.max(...sizes) > 1.9]).toEqual([true, true]);
  const ahead = skews.filter((skew) => skew > 0).length;
  expect([ahead > 30, ahead < 70]).toEqual([true, true]);
});
