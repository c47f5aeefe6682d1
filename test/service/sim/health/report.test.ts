import { describe, expect, test } from 'vitest';
import { stepHealth } from '../../../../src/service/sim/health/report.ts';
import { logged, simulate } from '../support.ts';

/** A calm cluster that does not advance, at a given second. */
function cluster() {
  const { model } = simulate({ scale: 15 }).cluster;
  const at = (tick: number, act: () => void = () => undefined) => {
    Object.assign(model, { tick });
    act();
    stepHealth(model);
  };
  return { model, at, lines: (text: string) => logged(model, text) };
}

describe('health in the cluster log', () => {
  test('the monitors log a new check at once, and when it clears, that the cluster is healthy again', () => {
    const { model, at, lines } = cluster();
    at(1, () => void model.flags.add('noout'));
    expect(lines('Health check failed')).toEqual([
      'cluster [WRN] Health check failed: noout flag(s) set (OSDMAP_FLAGS)',
    ]);
    at(2, () => void model.flags.delete('noout'));
    expect(lines('Health check cleared')).toEqual([
      'cluster [INF] Health check cleared: OSDMAP_FLAGS (was: noout flag(s) set)',
    ]);
    expect(lines('Cluster is now healthy')).toHaveLength(1);
    at(3);
    expect(lines('Cluster is now healthy')).toHaveLength(1);
  });

  test('the monitors log a changed message every five seconds, and only then', () => {
    const { model, at, lines } = cluster();
    at(1, () => void model.flags.add('noout'));
    at(2, () => void model.flags.add('norebalance'));
    at(4);
    expect(lines('Health check update')).toEqual([]);
    at(5);
    expect(lines('Health check update')).toEqual([expect.stringContaining('norebalance')]);
    at(10);
    expect(lines('Health check update')).toHaveLength(1);
  });

  test('the monitors log the whole health every ten minutes', () => {
    const { model, at, lines } = cluster();
    at(600);
    expect(lines('overall HEALTH_OK')).toHaveLength(1);
    at(601, () => void model.flags.add('noout'));
    at(1199);
    expect(lines('Health detail')).toEqual([]);
    at(1200);
    expect(lines('Health detail')).toEqual(['cluster [WRN] Health detail: HEALTH_WARN noout flag(s) set']);
    expect(lines('[WRN] OSDMAP')).toEqual(['cluster [WRN] [WRN] OSDMAP_FLAGS: noout flag(s) set']);
  });

  test('the monitors log nothing before there is a cluster', () => {
    const { model, at, lines } = cluster();
    at(1, () => Object.assign(model, { created: false, flags: new Set(['noout']) }));
    expect(lines('Health check')).toEqual([]);
  });
});
