import { describe, expect, it } from 'vitest';
import { health, simulate, states, stepUntil } from '../support.ts';

const VICTIM = 7;

describe('cluster flags', () => {
  it('cluster flags are one check, in the order of the OSD map, counted as Ceph counts them', async () => {
    const { cluster, handlers } = simulate();
    cluster.setFlag('noscrub', true);
    cluster.setFlag('noout', true);
    const detail = await handlers.getClusterStatusDetail(
      {},
      { signal: new AbortController().signal, by: 'test' },
    );
    expect(detail.checks).toEqual({
      OSDMAP_FLAGS: {
        severity: 'HEALTH_WARN',
        summary: { message: 'noout,noscrub flag(s) set', count: 13 },
        detail: [],
        muted: false,
      },
    });
    cluster.setFlag('noscrub', false);
    cluster.setFlag('noout', false);
    expect(health(cluster)).toEqual({});
  });

  it('noout keeps a down OSD in, and the OSD is marked out once the flag is unset', () => {
    const { cluster } = simulate();
    cluster.setFlag('noout', true);
    cluster.killOsd(VICTIM);
    cluster.step(900);
    expect(cluster.osd(VICTIM).in).toBe(true);
    cluster.setFlag('noout', false);
    cluster.step(2);
    expect(cluster.osd(VICTIM).in).toBe(false);
  });

  it('nodown keeps an OSD up that does not answer', () => {
    const { cluster } = simulate();
    cluster.setFlag('nodown', true);
    cluster.killOsd(VICTIM);
    cluster.step(60);
    expect(cluster.osd(VICTIM).up).toBe(true);
    cluster.setFlag('nodown', false);
    cluster.step(2);
    expect(cluster.osd(VICTIM).up).toBe(false);
  });

  it('noup keeps a started OSD down', () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(5);
    cluster.setFlag('noup', true);
    cluster.startOsd(VICTIM);
    cluster.step(60);
    expect(cluster.osd(VICTIM).up).toBe(false);
    cluster.setFlag('noup', false);
    cluster.step(2);
    expect(cluster.osd(VICTIM).up).toBe(true);
  });

  it('noin keeps a returning OSD out', () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(620);
    cluster.setFlag('noin', true);
    cluster.startOsd(VICTIM);
    cluster.step(30);
    expect(cluster.osd(VICTIM)).toMatchObject({ up: true, in: false });
  });

  it.each(['nobackfill', 'norecover'] as const)(
    'the flag %s stops the copying of shards, even of those under way',
    (flag) => {
      const { cluster } = simulate();
      cluster.outOsd(VICTIM);
      cluster.step(30);
      expect(cluster.model.recovery.running.size).toBeGreaterThan(0);
      cluster.setFlag(flag, true);
      cluster.step(5);
      expect(cluster.model.recovery.running.size).toBe(0);
      expect(cluster.model.sums.recoveredObjects).toBe(0);
      const left = cluster.model.misplaced;
      cluster.step(60);
      expect(cluster.model.misplaced).toBe(left);
      cluster.setFlag(flag, false);
      cluster.step(5);
      expect(cluster.model.misplaced).toBeLessThan(left);
    },
  );

  it('norebalance stops moves, but not the recovery of lost copies', () => {
    const { cluster } = simulate();
    cluster.setFlag('norebalance', true);
    cluster.outOsd(VICTIM);
    cluster.step(30);
    expect(cluster.model.recovery.running.size).toBe(0);
    cluster.killOsd(VICTIM);
    cluster.step(30);
    expect(states(cluster)['active+undersized+degraded+remapped+backfilling']).toBeGreaterThan(0);
  });

  it('norecover keeps a returned OSD waiting for its recovery from logs', () => {
    const { cluster } = simulate();
    cluster.killOsd(VICTIM);
    cluster.step(60);
    cluster.setFlag('norecover', true);
    cluster.startOsd(VICTIM);
    cluster.step(60);
    expect(states(cluster)['active+recovery_wait+degraded']).toBeGreaterThan(0);
    cluster.setFlag('norecover', false);
    stepUntil(cluster, 300, () => cluster.model.degraded === 0);
  });
});
