import { describe, expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import { judgeHealing } from '../../../src/diagnosis/healing/healing.ts';
import { addSample } from '../../../src/diagnosis/healing/samples.ts';
import { check, withChecks, withPlacement } from '../../store/answers/shapes.ts';
import { SHORT } from '../support.ts';
import { DOWN_AND_IN, degraded, MINUTE, NOBODY, watch } from './watch.ts';

describe('healing of the cluster', () => {
  test('placement groups that only OSDs that are down can complete are counted, and block once nothing else moves', () => {
    const { storeStatus } = withChecks('HEALTH_ERR', {
      PG_AVAILABILITY: check('WARN', 'Reduced data availability: 3 pgs inactive, 2 pgs down'),
      PG_DAMAGED: check('ERR', 'Possible data damage: 1 pg recovery_unfound'),
    });
    const stuck = { ...degraded(400).storeStatus, ...storeStatus };
    expect(watch(3, () => ({ ...degraded(400), storeStatus: stuck }))).toMatchObject({
      state: 'blocked',
      lacking: 3,
    });
    expect(watch(3, () => degraded(400))).toMatchObject({ state: 'stalled', lacking: 0 });
  });

  test('if only placement groups are counted, healing counts as unknown for ten minutes without progress, then as stalled', () => {
    const look = (at: number) => withPlacement(Math.min(60, 50 + Math.floor(at * 5)), 100);
    expect(watch(2.5, look).state).toBe('healing');
    expect(watch(8, look)).toMatchObject({ state: 'measuring', left: undefined });
    expect(watch(14, look)).toMatchObject({ state: 'stalled', stalledFor: 12 * MINUTE });
  });

  test('if objects are counted, healing is stalled after a minute without progress', () => {
    const look = (at: number) => degraded(9000 - Math.round(Math.min(2, at) * 1000));
    expect(watch(3, look).state).toBe('healing');
    expect(watch(3.2, look)).toMatchObject({
      state: 'stalled',
      left: undefined,
    });
  });

  test('a recovery rate reported by the cluster counts as progress', () => {
    expect(watch(3, () => degraded(9000, { recovering_objects_per_sec: 12 })).state).toBe('stalled');
    expect(watch(0.9, () => degraded(9000, { recovering_objects_per_sec: 12 })).state).toBe('healing');
    expect(watch(0.9, () => degraded(9000)).state).toBe('measuring');
  });

  test('copies on a down OSD wait until it is back or marked out', () => {
    const look = () => degraded(9000, {}, { recoveryTimeRemaining: 600 });
    expect(watch(0.2, look, [], DOWN_AND_IN).state).toBe('measuring');
    expect(watch(0.5, look, [], DOWN_AND_IN)).toMatchObject({
      state: 'waiting',
      waitsFor: { osds: [{ name: 'osd.7' }] },
      left: undefined,
    });
    expect(watch(5, look, [], NOBODY)).toMatchObject({
      state: 'stalled',
    });
  });

  test('a down OSD kept in by noout holds healing, and noout alone does not', () => {
    expect(watch(3, () => degraded(9000), ['noout'], DOWN_AND_IN)).toMatchObject({
      state: 'held',
      heldBy: ['noout'],
    });
    expect(watch(3, () => degraded(9000), ['noout'])).toMatchObject({ state: 'stalled', heldBy: [] });
  });

  test('after a down OSD is marked out, healing has a minute to begin before it counts as stalled', () => {
    const look = (at: number) =>
      degraded(
        9000,
        {},
        at < 10 ? withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') }) : {},
      );
    const merged = (at: number): ClusterStatus => ({
      ...look(at),
      storeStatus: { ...degraded(9000).storeStatus, ...look(at).storeStatus },
    });
    expect(watch(10.5, merged).state).toBe('measuring');
    expect(watch(9.5, merged).state).toBe('stalled');
    expect(watch(12, merged).state).toBe('stalled');
  });

  test('inconsistent copies need a repair, unless data also has to be recovered', () => {
    const damaged = { PG_DAMAGED: check('ERR', 'Possible data damage: 1 pg inconsistent') };
    const look = (checks: object) => () =>
      withPlacement(99, 100, withChecks('HEALTH_ERR', { ...damaged, ...checks }));
    expect(watch(5, look({})).state).toBe('repair');
    expect(watch(0, look({})).state).toBe('repair');
    expect(watch(5, look({ PG_DEGRADED: check('WARN', '1/100 objects degraded') })).state).toBe('stalled');
  });

  test('placement group counts that are more than a minute old are not used for healing', () => {
    const old = (at: number) => degraded(9000, {}, { placementGroupsLastUpdated: Math.max(0, at - 2) * 60 });
    expect(watch(3, old, [], DOWN_AND_IN)).toMatchObject({ state: 'waiting', countedAgo: undefined });
    expect(watch(3.2, old, [], DOWN_AND_IN)).toMatchObject({
      state: 'unknown',
      countedAgo: expect.closeTo(72),
    });
  });

  test('a shrinking number of placement groups is no progress', () => {
    expect(watch(4, (at) => withPlacement(at < 2 ? 90 : 50, 100)).state).toBe('measuring');
  });

  test('healing makes no progress if only its remaining time grows', () => {
    expect(watch(14, (at) => withPlacement(50, 100, { recoveryTimeRemaining: 100 + at })).state).toBe(
      'stalled',
    );
  });

  test('healing has an estimate from the fifth sample on', () => {
    const look = (at: number) => withPlacement(50 + Math.floor(at * 12), 100);
    expect(watch(4 / 6, look).state).toBe('healing');
    expect(watch(3 / 6, look).state).toBe('measuring');
  });

  test('healing does not mention a lack of progress that its state explains', () => {
    const look = () => withPlacement(60, 100);
    expect(watch(5, look, [], DOWN_AND_IN)).toMatchObject({ state: 'waiting', stalledFor: undefined });
    expect(watch(5, look, ['norecover'])).toMatchObject({ state: 'held', stalledFor: undefined });
    expect(watch(5, look)).toMatchObject({ state: 'measuring', stalledFor: 5 * MINUTE });
  });

  test('healing that stops for a minute shows since when, and counts as stalled after ten minutes', () => {
    const look = (at: number) => withPlacement(at < 1 ? 50 : 60, 100);
    expect(watch(2, look).stalledFor).toBeUndefined();
    expect(watch(2.2, look).stalledFor).toBe(70_000);
    expect(watch(11, look).state).toBe('measuring');
    expect(watch(11.2, look).state).toBe('stalled');
  });

  test('a flag holds healing that has not begun at once, and healing under way after a minute if its status does not tell of the flag', () => {
    const look = (at: number) => withPlacement(at < 2 ? 50 + Math.floor(at * 6) : 70, 100);
    expect(watch(0, look, ['nobackfill']).state).toBe('held');
    expect(watch(2, look, ['nobackfill']).state).toBe('healing');
    expect(watch(3, look, ['nobackfill']).state).toBe('healing');
    expect(watch(3.5, look, ['nobackfill']).state).toBe('held');
    expect(watch(3.5, look, ['noout'])).toMatchObject({ state: 'measuring', heldBy: [] });
  });

  test('after a setback healing is measured by the later samples only', () => {
    const look = (at: number) =>
      withPlacement(at < 5 ? 50 + Math.floor(at * 6) : 40 + Math.floor((at - 5) * 2), 100);
    const { perMinute = 0, left } = watch(12, look);
    expect(perMinute).toBeCloseTo(2, 0);
    // 46 of a hundred are left, at two per minute.
    expect(left?.from).toBeGreaterThan(20 * 60);
    expect(left?.from).toBeLessThan(26 * 60);
  });

  test('healing is held while flags prevent it', () => {
    expect(watch(3, () => withPlacement(50, 100), ['nobackfill', 'noout'])).toMatchObject({
      state: 'held',
      heldBy: ['nobackfill'],
    });
  });

  test('healing is held while the pools that need it lack failure domains, even before OSDs are marked out', () => {
    const status: ClusterStatus = { placementGroups: [{ poolName: 'rbd', okay: 0, warn: 8, error: 0 }] };
    const history = [0, 60_000, 120_000].map((at) => addSample([], status, at)[0]!);
    const flags = [{ name: 'noout', currentState: true }];
    const input = { status, flags, waitsFor: DOWN_AND_IN, history };
    const held = { state: 'held', heldBy: ['rbd needs 3 hosts (2 left)'], shortages: [SHORT] };
    expect(judgeHealing({ ...input, shortages: [SHORT] })).toMatchObject(held);
    // Copies of another pool can be restored once the OSD is marked out.
    const shortages = [{ ...SHORT, pools: ['vms'] }];
    expect(judgeHealing({ ...input, shortages })).toMatchObject({ heldBy: ['noout'] });
    expect(judgeHealing({ ...input, flags: [], shortages })).toMatchObject({ state: 'waiting', heldBy: [] });
  });

  test('healing that progresses despite a flag is not held', () => {
    const healing = watch(3, (at) => withPlacement(50 + Math.floor(at * 6), 100), ['norebalance']);
    expect(healing).toMatchObject({ state: 'healing', heldBy: ['norebalance'] });
  });

  test('healing is worsening while the number of clean placement groups falls', () => {
    expect(watch(5, (at) => withPlacement(90 - Math.floor(at * 5), 100)).state).toBe('worsening');
  });

  test('healing is no longer worsening a minute after the last fall, or once more placement groups are okay again', () => {
    const falls = (at: number) => withPlacement(at < 2 ? 100 : 40, 100);
    expect(watch(2.8, falls).state).toBe('worsening');
    expect(watch(3.2, falls).state).toBe('measuring');
    const returns = (at: number) => withPlacement(at < 2 ? 100 : at < 2.4 ? 40 : 90, 100);
    expect(watch(2.3, returns).state).toBe('worsening');
    expect(watch(2.5, returns).state).toBe('healing');
  });

  test('half a minute after an OSD failed, healing waits for it to be marked out instead of worsening', () => {
    const down = withChecks('HEALTH_WARN', { OSD_DOWN: check('WARN', '1 osds down') });
    const look = (at: number) => (at < 2 ? withPlacement(100, 100) : { ...down, ...withPlacement(40, 100) });
    expect(watch(2.3, look, [], DOWN_AND_IN).state).toBe('worsening');
    expect(watch(2.5, look, [], DOWN_AND_IN).state).toBe('waiting');
  });

  test('the pace of a recovery that was complete is not that of the next one, nor shown while all is okay', () => {
    const look = (at: number) => withPlacement(at < 2 ? 10 + 45 * at : at < 4 ? 100 : 60, 100);
    expect(watch(3, look)).toMatchObject({ state: 'healthy', perMinute: undefined });
    expect(watch(4.5, look)).toMatchObject({ state: 'worsening', perMinute: undefined });
    expect(watch(8, look).perMinute ?? 0).toBe(0);
  });

  test('healing is done when all placement groups are clean', () => {
    expect(watch(5, () => withPlacement(100, 100))).toMatchObject({
      state: 'healthy',
      left: undefined,
      stalledFor: undefined,
    });
  });

  test('healing is unknown while nothing is known', () => {
    expect(judgeHealing({ history: [], waitsFor: NOBODY })).toMatchObject({ state: 'unknown', missing: 0 });
  });

  test('healing is unknown while the cluster does not answer, whatever its last counts were', () => {
    const last = withPlacement(100, 100, {
      storeStatus: { health: { status: 'HEALTH_UNKNOWN' } },
      storeLastUpdated: 20,
    });
    expect(watch(1, () => last)).toMatchObject({ state: 'unknown', countedAgo: 20 });
  });
});
