import { describe, expect, test } from 'vitest';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { setUsed } from '../../../../src/service/sim/osds/usage.ts';
import {
  allowed,
  enqueue,
  startWaiting,
  withdraw,
} from '../../../../src/service/sim/placementGroups/recoveryQueue.ts';
import { Pg } from '../../../../src/service/sim/placementGroups/states.ts';
import type { Copy } from '../../../../src/service/sim/placementGroups/unclean.ts';
import {
  acting,
  findPg,
  setState,
  uncleanPg,
} from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { calmModel } from '../support.ts';

const copy = (kind: Copy['kind'], target = 0) => ({ kind, target, slot: 0, left: 1 }) as unknown as Copy;

/** An active placement group that waits for the creation of some copies. */
function waiting(model: Model, number: number, ...copies: Copy[]) {
  const pg = uncleanPg(model, findPg(model, `2.${number.toString(16)}`)!);
  setState(model, pg, Pg.active | Pg.degraded);
  pg.copies.push(...copies);
  enqueue(model, pg);
  return pg;
}
const queues = (model: Model) => model.recovery.waiting.map((ids) => [...ids]);

test.each<[flags: string[], replay: boolean, restore: boolean, move: boolean]>([
  [[], true, true, true],
  [['norebalance'], true, true, false],
  [['nobackfill'], true, false, false],
  [['norecover'], false, false, false],
  [['noout'], true, true, true],
])('with the flags %j a replay is allowed: %s, the recovery of a copy: %s, a move: %s', (flags, ...may) => {
  const model = calmModel();
  for (const flag of flags) model.flags.add(flag as never);
  expect((['replay', 'restore', 'move'] as const).map((kind) => allowed(model, copy(kind)))).toEqual(may);
});

describe('placement groups that wait for recovery', () => {
  test('placement groups that wait for recovery have the priority of their most urgent copy', () => {
    const model = calmModel();
    const moved = waiting(model, 0, copy('move'));
    const restored = waiting(model, 1, copy('move'), copy('restore'));
    const replayed = waiting(model, 2, copy('restore'), copy('replay'));
    expect(queues(model)).toEqual([[replayed.id], [restored.id], [moved.id]]);
    const base = Pg.active | Pg.degraded;
    expect([moved.state, restored.state, replayed.state]).toEqual([
      base | Pg.backfillWait,
      base | Pg.backfillWait,
      base | Pg.recoveryWait,
    ]);
  });

  test('placement groups that wait for recovery start with a reservation on their primary and on all receiving OSDs', () => {
    const model = calmModel();
    const target = model.osds.find(({ shards }) => !shards.includes(findPg(model, '2.0')!));
    const pg = waiting(model, 0, copy('restore', target!.id));
    const [primary] = acting(model, pg.id);
    startWaiting(model);
    expect(new Set(pg.reserved)).toEqual(new Set([primary!.id, target!.id]));
    expect([primary!.backfills, target!.backfills]).toEqual([1, 1]);
    expect([queues(model), [...model.recovery.running]]).toEqual([[[], [], []], [pg.id]]);
    expect(pg.state).toBe(Pg.active | Pg.degraded | Pg.backfilling);
    pg.wanted = [target!.id];
    target!.incoming.add(pg.id);
    withdraw(model, pg);
    expect([primary!.backfills, target!.backfills, target!.incoming.size]).toEqual([0, 0, 0]);
    expect([pg.reserved, pg.wanted, model.recovery.running.size]).toEqual([[], [], 0]);
  });

  test('placement groups that wait for recovery may run three replays on an OSD that allows one backfill', () => {
    for (const [kind, times] of [
      ['replay', 3],
      ['restore', 1],
    ] as const) {
      const model = calmModel();
      model.recovery.speed = 1;
      const first = waiting(model, 0, copy(kind, 0));
      startWaiting(model);
      const one = model.osds[0]!.backfills;
      expect([one, first.state & (Pg.recovering | Pg.backfilling)]).toEqual([
        1,
        kind === 'replay' ? Pg.recovering : Pg.backfilling,
      ]);
      for (let number = 1; number < 40; number++) waiting(model, number, copy(kind, 0));
      startWaiting(model);
      expect(model.osds[0]!.reservations.receiving).toBe(times);
      expect(Math.max(...model.osds.map(({ reservations }) => reservations.sending))).toBe(times);
    }
  });

  test('a placement group keeps the reservation of its primary while it waits for an OSD that receives', () => {
    const model = calmModel();
    model.recovery.speed = 1;
    const [first, second] = [waiting(model, 0, copy('restore', 0)), waiting(model, 1, copy('restore', 0))];
    const [primary] = acting(model, second.id);
    startWaiting(model);
    expect([[...model.recovery.running], second.reserved]).toEqual([[first.id], [primary!.id]]);
    expect([primary!.backfills, primary!.reservations.sending]).toEqual([0, 1]);
    model.flags.add('nobackfill');
    startWaiting(model);
    expect([second.reserved, primary!.reservations.sending]).toEqual([[], 0]);
    model.flags.delete('nobackfill');
    withdraw(model, first);
    startWaiting(model);
    expect([[...model.recovery.running], second.reserved]).toEqual([[second.id], [primary!.id, 0]]);
  });

  test('placement groups that wait for recovery keep waiting while a flag holds them', () => {
    const model = calmModel();
    model.flags.add('norecover');
    const pg = waiting(model, 0, copy('restore'));
    startWaiting(model);
    expect([queues(model)[1], model.recovery.running.size]).toEqual([[pg.id], 0]);
  });

  test('a placement group whose copy would fill its OSD is retried every half a minute, unless it only needs a replay', () => {
    const model = calmModel();
    setUsed(model, model.osds[0]!, model.osds[0]!.capacity * model.settings.backfillfullRatio);
    const pg = waiting(model, 0, copy('restore', 0));
    startWaiting(model);
    expect([queues(model), model.recovery.running.size, pg.reserved]).toEqual([[[], [], []], 0, []]);
    expect(pg.state).toBe(Pg.active | Pg.degraded | Pg.backfillToofull);
    const { tick } = model;
    const after = (seconds: number) => {
      Object.assign(model, { tick: tick + seconds });
      model.agenda.run();
      return queues(model)[1];
    };
    expect([after(29), after(30)]).toEqual([[], [pg.id]]);
    expect(pg.state).toBe(Pg.active | Pg.degraded | Pg.backfillWait);
    const replay = waiting(model, 1, copy('replay', 0));
    startWaiting(model);
    expect([...model.recovery.running]).toEqual([replay.id]);
  });

  test('a placement group that is peering again is not queued when a full OSD is asked again', () => {
    const model = calmModel();
    setUsed(model, model.osds[0]!, model.osds[0]!.capacity * model.settings.backfillfullRatio);
    const pg = waiting(model, 0, copy('restore', 0));
    startWaiting(model);
    pg.peeredAt = model.tick + 60;
    Object.assign(model, { tick: model.tick + 30 });
    model.agenda.run();
    expect(queues(model)).toEqual([[], [], []]);
  });

  test('a placement group that no longer waits for a full OSD is not queued for it', () => {
    const model = calmModel();
    setUsed(model, model.osds[0]!, model.osds[0]!.capacity * model.settings.backfillfullRatio);
    const pg = waiting(model, 0, copy('restore', 0));
    startWaiting(model);
    setState(model, pg, Pg.active | Pg.degraded);
    Object.assign(model, { tick: model.tick + 30 });
    model.agenda.run();
    expect(queues(model)).toEqual([[], [], []]);
  });
});
