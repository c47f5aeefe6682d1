import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { contract, type Input, type OperationId, type Output } from '../../../src/api/contract/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { createSimEngine, type SimEngine } from '../../../src/service/sim/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { simulate } from './support.ts';

const context = { signal: new AbortController().signal, by: 'operator' };

/** Calls an operation and checks its answer against the contract. */
async function call<Id extends OperationId>(
  { handlers }: SimEngine,
  id: Id,
  input: Input<Id>,
): Promise<Output<Id>> {
  const answer = await handlers[id](input, context);
  const { reply }: Operation = contract[id];
  if (reply !== undefined) expect([...Value.Errors(reply, answer)]).toEqual([]);
  return answer;
}

const refused = async (promise: Promise<unknown>, status: number, words: RegExp): Promise<void> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ status, message: expect.stringMatching(words) });
};

describe('simulated time', () => {
  it('simulated time advances by one step per second of the clock, and stops once closed', async () => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario: 'calm' });
    const { model } = engine.cluster;
    const before = model.tick;
    await clock.advance(10_000);
    expect(model.tick - before).toBe(10);
    expect(model.timeOf(model.tick)).toBe(clock.now());
    await engine.close();
    expect(clock.pending()).toBe(0);
  });

  it('simulated time advances by as many seconds in a second as the speed says, with dates from the clock', async () => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario: 'calm', speed: 20 });
    const { model } = engine.cluster;
    const before = model.tick;
    await clock.advance(10_000);
    expect(model.tick - before).toBe(200);
    expect(model.timeOf(model.tick)).toBeCloseTo(clock.now(), 3);
    await engine.close();
  });

  it('simulated time skips what was missed in a long pause', () => {
    let now = 0;
    let wake = () => {};
    const clock = {
      now: () => now,
      elapsed: () => now,
      random: () => 0,
      after: (_ms: number, run: () => void) => {
        wake = run;
        return { [Symbol.dispose]() {} };
      },
    };
    const { model } = createSimEngine({ clock, scenario: 'calm' }).cluster;
    const before = model.tick;
    now = 24 * 3_600_000;
    wake();
    expect(model.tick - before).toBe(300);
    expect(model.timeOf(model.tick)).toBe(now);
  });

  it('a simulated cluster develops in the same way for the same seed, and differently for another', () => {
    const story = (seed: number) => {
      const { cluster } = simulate({ scenario: 'failing-disk', seed });
      cluster.step(900);
      const { log } = cluster.model;
      return Array.from({ length: log.end - log.first }, (_, index) => log.at(log.first + index));
    };
    expect(story(1)).toEqual(story(1));
    expect(story(1)).not.toEqual(story(2));
  });
});

it.each([
  [{ scale: 2 }, /scale must be between 3 and 20000/],
  [{ scale: 20_001 }, /scale must be between/],
  [{ scale: 7.5 }, /whole number/],
  [{ speed: 0 }, /speed must be between/],
  [{ scenario: 'nonsense' }, /no scenario "nonsense": choose one of demo, calm/],
  [{ scenario: 'constructor' }, /no scenario/],
])('the simulated cluster refuses invalid options: %o', (options, words) => {
  expect(() => simulate(options)).toThrow(words);
});

describe('answers', () => {
  it.each(['calm', 'demo', 'host-down', 'rack-partition', 'failing-disk'])(
    'answers satisfy the contract in %s',
    async (scenario) => {
      const engine = simulate({ scenario });
      for (const id of [
        'getClusterStatus',
        'getClusterStatusDetail',
        'listDisks',
        'getCrushMap',
        'listCrushRules',
        'listDeviceClasses',
        'getErasureProfiles',
        'listDestroyedOsds',
        'listPools',
        'listFlags',
        'getRecoverySpeed',
        'listMigrations',
        'getConfigBackups',
        'listTasks',
        'readLogs',
        'listServerNames',
        'listPoolNames',
      ] as const) {
        await call(engine, id, {});
      }
      await call(engine, 'getPoolDetails', { params: { name: 'volumes' } });
    },
  );

  it('answers refer to each other correctly: disks, servers and the CRUSH map', async () => {
    const engine = simulate();
    const disks = await call(engine, 'listDisks', {});
    const servers = await call(engine, 'listServerNames', {});
    const { nodes = [] } = await call(engine, 'getCrushMap', {});
    const osds = nodes.filter(({ type }) => type === 'OSD');
    expect(osds).toHaveLength(60);
    for (const osd of osds) {
      const disk = disks.find(({ id }) => id === osd.diskId);
      expect(disk).toMatchObject({
        osdId: osd.id,
        server: osd.serverId,
        deviceClass: osd.deviceClass,
        role: 'osd',
      });
      expect(servers).toContainEqual({ id: disk?.server, hostname: disk?.hostname });
    }
    expect(new Set(disks.map(({ id }) => id)).size).toBe(disks.length);
    expect(disks.filter(({ role }) => role === 'mon')).toHaveLength(3);
  });

  it('answers place pools by existing rules', async () => {
    const engine = simulate();
    const rules = await call(engine, 'listCrushRules', {});
    const pools = await call(engine, 'listPools', {});
    const profiles = await call(engine, 'getErasureProfiles', {});
    for (const pool of pools) {
      const rule = rules.find(({ id }) => id === pool.crushRule);
      expect(rule?.type).toBe(pool.erasureCoding ? 'ERASURE' : 'REPLICATED');
    }
    expect(pools.find(({ erasureCoding }) => erasureCoding)).toMatchObject({
      dataChunks: 4,
      parityChunks: 2,
      minSize: 5,
    });
    expect(profiles['ec-4-2']).toMatchObject({ k: 4, m: 2 });
  });

  it('answers list a destroyed OSD, whose data is recovered elsewhere', async () => {
    const engine = simulate();
    engine.cluster.destroyOsd(7);
    engine.cluster.step(20);
    expect(await call(engine, 'listDestroyedOsds', {})).toEqual({
      destroyedOsds: [{ id: 7, host: 'stor-02' }],
    });
    const { nodes = [] } = await call(engine, 'getCrushMap', {});
    expect(nodes.find(({ id }) => id === 7)).toMatchObject({ status: 'DESTROYED', reweight: 0 });
    expect(engine.cluster.model.recovery.running.size).toBeGreaterThan(0);
  });

  it('answers count the servers and gateways that are online', async () => {
    const engine = simulate();
    engine.cluster.killHost(engine.cluster.daemon('radosgw', 'a').host.name);
    const status = await call(engine, 'getClusterStatus', {});
    expect(status.servers).toEqual({ online: 11, total: 12 });
    expect(status.radosgws).toMatchObject({ online: 1, total: 2 });
  });
});

describe('maintenance', () => {
  it('maintenance sets and unsets flags', async () => {
    const engine = simulate();
    await call(engine, 'setFlag', { params: { flag: 'noout' } });
    const flags = await call(engine, 'listFlags', {});
    expect(flags.filter(({ currentState }) => currentState).map(({ name }) => name)).toEqual(['noout']);
    await call(engine, 'unsetFlag', { params: { flag: 'noout' } });
    expect(engine.cluster.model.flags.size).toBe(0);
  });

  it('maintenance sets the recovery speed, and restores the default with 0', async () => {
    const engine = simulate();
    await call(engine, 'setRecoverySpeed', { body: { speed: 9 } });
    expect(await call(engine, 'getRecoverySpeed', {})).toEqual({ speed: 9 });
    await call(engine, 'setRecoverySpeed', { body: { speed: 0 } });
    expect(await call(engine, 'getRecoverySpeed', {})).toEqual({ speed: 3 });
  });

  it('maintenance scrubs an OSD on request, even under flags that hold scheduled scrubs', async () => {
    const engine = simulate();
    await call(engine, 'scrubOsd', { params: { osdId: 4 } });
    expect(engine.cluster.model.scrubs.queue.size).toBeGreaterThan(10);
    await refused(
      call(engine, 'deepScrubOsd', { params: { osdId: 60 } }),
      404,
      /no osd\.60: see the CRUSH map/,
    );
    engine.cluster.setFlag('nodeep-scrub', true);
    await call(engine, 'deepScrubOsd', { params: { osdId: 4 } });
    engine.cluster.killOsd(4);
    engine.cluster.step(3);
    await refused(call(engine, 'scrubOsd', { params: { osdId: 4 } }), 409, /osd\.4 is down/);
  });

  it('maintenance refuses unknown objects and invalid values', async () => {
    const engine = simulate();
    await refused(call(engine, 'migrateToMimic', {}), 409, /no upgrade/);
    await refused(call(engine, 'benchmarkDisk', { params: { diskId: 9999 } }), 404, /no disk 9999/);
    await refused(call(engine, 'getPoolDetails', { params: { name: 'nope' } }), 404, /no pool "nope"/);
    await refused(call(engine, 'getTask', { params: { id: 77 } }), 404, /no task 77/);
  });
});
