import { describe, expect, test } from 'vitest';
import type { SimCluster } from '../../../../src/service/sim/cluster.ts';
import { daemonsOf, hasQuorum, quorumText } from '../../../../src/service/sim/monitors/quorum.ts';
import { health, logged, simulate, stepUntil } from '../support.ts';

const running = () => simulate({ scale: 60 }).cluster;
const active = ({ model }: SimCluster, kind: Parameters<typeof daemonsOf>[1]) =>
  daemonsOf(model, kind)
    .filter((daemon) => daemon.active)
    .map(({ name }) => name);
/** The number of seconds until the active daemons of a kind change. */
const untilChanged = (cluster: SimCluster, kind: Parameters<typeof daemonsOf>[1]) => {
  const before = active(cluster, kind).join();
  return stepUntil(cluster, 100, () => active(cluster, kind).join() !== before);
};

describe('monitors', () => {
  test('monitors elect a new leader when the old one is silent for long enough, and accept it again within seconds', () => {
    const cluster = running();
    cluster.killDaemon('mon', 'a');
    expect(untilChanged(cluster, 'mon')).toBe(cluster.model.settings.monGrace);
    expect(active(cluster, 'mon')).toEqual(['b', 'c']);
    expect(logged(cluster.model, 'is new leader')).toEqual([
      'cluster [INF] mon.b is new leader, mons b,c in quorum (ranks 1,2)',
    ]);
    expect(logged(cluster.model, 'calling monitor election')).toEqual([
      'mon.b calling monitor election',
      'mon.c calling monitor election',
    ]);
    cluster.startDaemon('mon', 'a');
    expect(untilChanged(cluster, 'mon')).toBe(5);
    expect(logged(cluster.model, 'is new leader').at(-1)).toContain(
      'mon.a is new leader, mons a,b,c in quorum (ranks 0,1,2)',
    );
  });

  test('monitors have no current data without a majority, from the moment it was lost', () => {
    const cluster = running();
    const { model } = cluster;
    cluster.killDaemon('mon', 'a');
    cluster.killDaemon('mon', 'b');
    expect(model.quorumLostAt).toBeUndefined();
    cluster.step(model.settings.monGrace);
    expect(hasQuorum(model)).toBe(false);
    const lostAt = model.quorumLostAt;
    expect(lostAt).toBe(model.tick);
    expect(quorumText(model)).toBe(
      'the cluster does not answer: 1 of 3 monitors is in quorum, and it takes more than half of them: start the others',
    );
    cluster.killDaemon('mon', 'c');
    cluster.step(model.settings.monGrace + 1);
    expect(quorumText(model)).toContain('0 of 3 monitors are in quorum');
    expect(model.quorumLostAt).toBe(lostAt);
    for (const name of ['a', 'b']) cluster.startDaemon('mon', name);
    cluster.step(5);
    expect([hasQuorum(model), model.quorumLostAt]).toEqual([true, undefined]);
  });

  test('an even number of monitors needs more than half of them', () => {
    const { model } = running();
    const mons = daemonsOf(model, 'mon');
    model.daemons.splice(model.daemons.indexOf(mons[2]!), 1);
    expect(hasQuorum(model)).toBe(true);
    mons[0]!.active = false;
    expect(hasQuorum(model)).toBe(false);
  });
});

describe('a manager', () => {
  test('a silent manager is replaced by a standby', () => {
    const cluster = running();
    const [name = ''] = active(cluster, 'mgr');
    cluster.killDaemon('mgr', name);
    expect(untilChanged(cluster, 'mgr')).toBe(cluster.model.settings.mgrGrace);
    const [next = ''] = active(cluster, 'mgr');
    expect(next).not.toBe(name);
    expect(logged(cluster.model, 'Manager daemon')).toEqual([
      `cluster [WRN] Manager daemon ${name} is unresponsive, replacing it with standby daemon ${next}`,
      `cluster [INF] Manager daemon ${next} is now available`,
    ]);
    // The one that returns becomes the standby.
    cluster.startDaemon('mgr', name);
    cluster.step(60);
    expect(active(cluster, 'mgr')).toEqual([next]);
  });

  test('without a standby there is no manager, and the first one to return takes over after some seconds', () => {
    const cluster = running();
    for (const { name } of daemonsOf(cluster.model, 'mgr')) cluster.killDaemon('mgr', name);
    untilChanged(cluster, 'mgr');
    expect(active(cluster, 'mgr')).toEqual([]);
    expect(logged(cluster.model, 'No standby daemons available.')).toHaveLength(1);
    expect(health(cluster)).toHaveProperty('MGR_DOWN');
    cluster.startDaemon('mgr', 'b');
    expect(untilChanged(cluster, 'mgr')).toBe(5);
    expect(active(cluster, 'mgr')).toEqual(['b']);
  });
});

describe('a metadata server', () => {
  test('a silent metadata server is replaced by a standby, which works once it has replayed the journal', () => {
    const cluster = running();
    const [name = ''] = active(cluster, 'mds');
    cluster.killDaemon('mds', name);
    expect(untilChanged(cluster, 'mds')).toBe(cluster.model.settings.mdsGrace);
    const [next = ''] = active(cluster, 'mds');
    const says = (text: string) => logged(cluster.model, text);
    expect(says(`mds.${name} `).slice(-2)).toEqual([
      `cluster [WRN] Replacing daemon mds.${name} as rank 0 with standby daemon mds.${next}`,
      `cluster [INF] MDS daemon mds.${name} is removed because it is dead or otherwise unavailable.`,
    ]);
    expect(says(`daemon mds.${next} assigned to filesystem storefs as rank 0`)).toHaveLength(1);
    expect(says('is now active in filesystem')).toEqual([]);
    cluster.step(8);
    expect(says(`daemon mds.${next} is now active in filesystem storefs as rank 0`)).toHaveLength(1);
  });

  test('a metadata server that ends while it takes over is not logged as active', () => {
    const cluster = running();
    const [name = ''] = active(cluster, 'mds');
    cluster.killDaemon('mds', name);
    untilChanged(cluster, 'mds');
    const [next = ''] = active(cluster, 'mds');
    cluster.killDaemon('mds', next);
    cluster.step(60);
    expect(logged(cluster.model, `daemon mds.${next} is now active`)).toEqual([]);
  });

  test('a metadata server without a standby keeps its rank', () => {
    const cluster = running();
    const before = active(cluster, 'mds');
    for (const { name } of daemonsOf(cluster.model, 'mds')) cluster.killDaemon('mds', name);
    cluster.step(120);
    expect(active(cluster, 'mds')).toEqual(before);
  });
});

test('a gateway leaves the service map a minute after it became silent, and returns at once', () => {
  const cluster = running();
  const [name = ''] = active(cluster, 'radosgw');
  cluster.killDaemon('radosgw', name);
  expect(untilChanged(cluster, 'radosgw')).toBe(60);
  cluster.startDaemon('radosgw', name);
  expect(untilChanged(cluster, 'radosgw')).toBe(1);
});
