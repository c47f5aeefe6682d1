import { describe, expect, it } from 'vitest';
import type { SimCluster } from '../../../../src/service/sim/cluster.ts';
import type { SimEngine } from '../../../../src/service/sim/engine.ts';
import { drain } from '../../../../src/service/sim/tasks/jobs.ts';
import { isHealthy, simulate, stepUntil } from '../support.ts';

const context = { signal: new AbortController().signal, by: 'operator' };

const benchmark = async (engine: SimEngine) =>
  engine.handlers.benchmarkDisk({ params: { diskId: 1 } }, context);
const read = async (engine: SimEngine, id = 1) => engine.handlers.getTask({ params: { id } }, context);

const drainJob = (cluster: SimCluster, id: number) => ({
  name: 'Drain',
  object: `osd.${id}`,
  startedBy: 'operator',
  run: () => drain(cluster, cluster.osd(id)),
});

describe('a task', () => {
  it('a task waits, runs with output that grows line by line, and finishes', async () => {
    const engine = simulate();
    expect(await benchmark(engine)).toMatchObject({
      id: 1,
      state: 'WAITING',
      done: false,
      startedBy: 'operator',
      output: '',
    });
    engine.cluster.step(5);
    const early = await read(engine);
    expect(early.state).toBe('RUNNING');
    engine.cluster.step(10);
    const later = await read(engine);
    expect(later.output!.startsWith(early.output!)).toBe(true);
    expect(later.output!.length).toBeGreaterThan(early.output!.length);
    engine.cluster.step(30);
    expect(await read(engine)).toMatchObject({
      state: 'FINISHED',
      done: true,
      statusCode: 0,
      output: expect.stringMatching(/random read 4k 100%: \d+ IOPS\ndone\n$/),
    });
  });

  it('a task is cancelled at its next step, not at once', async () => {
    const engine = simulate();
    await benchmark(engine);
    engine.cluster.step(5);
    await engine.handlers.cancelTask({ params: { id: 1 } }, context);
    expect((await read(engine)).state).toBe('RUNNING');
    engine.cluster.step();
    expect(await read(engine)).toMatchObject({ state: 'CANCELED', done: true, statusCode: -256 });
    expect(() => engine.cluster.model.tasks.cancel(1)).toThrow(/has already ended \(CANCELED\)/);
  });

  it('a task waits for another one of the same kind', async () => {
    const engine = simulate();
    await benchmark(engine);
    await benchmark(engine);
    engine.cluster.step(10);
    expect((await read(engine, 2)).state).toBe('WAITING');
    engine.cluster.step(30);
    expect((await read(engine, 2)).state).toBe('RUNNING');
  });

  it('a task fails with the reason as its last line', async () => {
    const { cluster, handlers } = simulate();
    cluster.model.tasks.start({
      name: 'Doomed',
      object: 'nothing',
      startedBy: 'operator',
      *run() {
        yield 'trying';
        throw new Error('the disk does not answer');
      },
    });
    cluster.step(4);
    expect(await handlers.getTask({ params: { id: 1 } }, context)).toMatchObject({
      state: 'FAILED',
      done: true,
      statusCode: 1,
      output: 'trying\nthe disk does not answer\n',
    });
  });
});

describe('the list of tasks', () => {
  it('the list of tasks keeps a thousand, and forgets the oldest ones that have ended, but no open one', () => {
    const { tasks } = simulate().cluster.model;
    const waiting = { name: 'Wait', object: 'it', startedBy: 'operator', queue: 'one' };
    const endless = function* (): Generator<undefined> {
      for (;;) yield undefined;
    };
    const first = tasks.start({ ...waiting, run: endless });
    const second = tasks.start({ ...waiting, queue: 'two', run: endless });
    tasks.step();
    tasks.cancel(second.id!);
    tasks.step();
    tasks.step();
    expect(tasks.get(second.id!).done).toBe(true);
    for (let count = 2; count < 1000; count++) tasks.start({ ...waiting, run: endless });
    expect(
      tasks
        .list()
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([first.id, second.id]);
    tasks.start({ ...waiting, run: endless });
    expect(tasks.list()).toHaveLength(1000);
    expect(tasks.get(first.id!).done).toBe(false);
    expect(() => tasks.get(second.id!)).toThrow(String(second.id));
    tasks.start({ ...waiting, run: endless });
    expect(tasks.list()).toHaveLength(1001);
  });

  it('the list of tasks is sorted newest first, in pages, with the number of tasks in the time range', async () => {
    const engine = simulate();
    for (let minute = 0; minute < 5; minute++) {
      await benchmark(engine);
      engine.cluster.step(60);
    }
    const list = async (query = {}) => engine.handlers.listTasks({ query }, context);
    const all = await list();
    expect(all.data!.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
    expect(await list({ order: 'ASC', limit: 2, offset: 1 })).toMatchObject({
      data: [{ id: 2 }, { id: 3 }],
      totalElements: 5,
    });
    const third = all.data![2]!.startedAt!;
    expect((await list({ after: third })).data!.map(({ id }) => id)).toEqual([5, 4, 3]);
    expect((await list({ before: third })).data!.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(await list({ after: third, before: third })).toMatchObject({ totalElements: 1 });
  });

  it('the list of tasks has a page of a hundred by default', async () => {
    const engine = simulate();
    for (let task = 0; task < 120; task++) await benchmark(engine);
    const { data, totalElements } = await engine.handlers.listTasks({}, context);
    expect([data!.length, totalElements]).toEqual([100, 120]);
  });
});

describe('kinds of tasks', () => {
  it('a configuration backup appears in the backup status', async () => {
    const engine = simulate();
    const status = async () => engine.handlers.getConfigBackups({}, context);
    expect(await status()).not.toHaveProperty('lastBackupTimestamp');
    await engine.handlers.createConfigBackup({}, context);
    engine.cluster.step(15);
    expect(await status()).toMatchObject({
      lastBackupSize: expect.any(Number),
      lastBackupChecksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('a configuration backup has the size and the checksum of its content', async () => {
    const size = async (engine: SimEngine) => {
      await engine.handlers.createConfigBackup({}, context);
      engine.cluster.step(15);
      const status = await engine.handlers.getConfigBackups({}, context);
      return [status.lastBackupSize!, status.lastBackupChecksum] as const;
    };
    const [small, first] = await size(simulate({ scale: 12 }));
    const [large] = await size(simulate({ scale: 60 }));
    expect(large).toBeGreaterThan(2 * small);
    // The same cluster backed up in the same second has the same content, under the same key.
    expect(await size(simulate({ scale: 12 }))).toEqual([small, first]);
    const changed = simulate({ scale: 12 });
    changed.cluster.model.rules.pop();
    expect((await size(changed))[0]).toBeLessThan(small);
  });

  it('a configuration backup is made every day, while backups are on', async () => {
    const engine = simulate({ scale: 3 });
    const { model } = engine.cluster;
    const made = () => model.tasks.list().filter(({ name }) => name === 'Configuration backup');
    // Of two days only what is scheduled happens.
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        model.tick++;
        model.agenda.run();
        model.tasks.step();
      }
    };
    pass(86_400 - 700);
    expect(made()).toEqual([]);
    pass(1400);
    expect(made()).toMatchObject([{ startedBy: 'scheduler', state: 'FINISHED' }]);
    await engine.handlers.configureBackups({ body: { enabled: false } }, context);
    pass(90_000);
    expect(made()).toHaveLength(1);
  });

  it('a rolling reboot takes one server at a time, sets noout meanwhile and loses no data', async () => {
    const engine = simulate();
    const { cluster } = engine;
    const [first, second] = [cluster.host('stor-02'), cluster.host('stor-03')];
    first.currentImage = second.currentImage = false;
    await engine.handlers.rebootAllServers({}, context);
    cluster.step(5);
    expect(cluster.model.flags.has('noout')).toBe(true);
    await expect(async () => engine.handlers.rebootAllServers({}, context)).rejects.toThrow(
      /being rebooted already/,
    );
    let together = 0;
    stepUntil(cluster, 3600, () => {
      together = Math.max(together, Number(!first.powered) + Number(!second.powered));
      return cluster.model.tasks.get(1).done === true;
    });
    expect(cluster.model.tasks.get(1).state).toBe('FINISHED');
    expect(together).toBe(1);
    expect(cluster.model.flags.has('noout')).toBe(false);
    expect([first.currentImage, second.currentImage]).toEqual([true, true]);
  });

  it('a rolling reboot stops at a server whose OSDs do not come back within a quarter of an hour', async () => {
    const engine = simulate();
    const { cluster } = engine;
    const [first, second] = [cluster.host('stor-02'), cluster.host('stor-03')];
    first.currentImage = second.currentImage = false;
    cluster.setFlag('noup', true);
    await engine.handlers.rebootAllServers({}, context);
    stepUntil(cluster, 1200, () => cluster.model.tasks.get(1).done === true);
    const { state, output } = cluster.model.tasks.get(1);
    expect(state).toBe('FAILED');
    expect(output).toContain('stor-02: placement groups are not healthy after 900 s, stopped');
    expect([first.currentImage, second.currentImage, second.powered]).toEqual([true, false, true]);
    expect(cluster.model.flags.has('noout')).toBe(false);
  });

  it('a reboot that is cancelled leaves no server off', async () => {
    const engine = simulate();
    const { cluster } = engine;
    const host = cluster.host('stor-02');
    host.currentImage = false;
    await engine.handlers.rebootAllServers({}, context);
    stepUntil(cluster, 10, () => !host.powered);
    cluster.model.tasks.cancel(1);
    cluster.step(2);
    expect(cluster.model.tasks.get(1).state).toBe('CANCELED');
    stepUntil(cluster, 200, () => host.powered && host.osds.every(({ up }) => up));
    expect(host.currentImage).toBe(true);
    stepUntil(cluster, 600, isHealthy(cluster));
    cluster.step(120);
    expect(host.powered).toBe(true);
  });

  it('draining empties an OSD, and marks it in again if it is cancelled', () => {
    const { cluster } = simulate({ scale: 12 });
    cluster.model.recovery.speed = 10;
    cluster.model.tasks.start(drainJob(cluster, 3));
    cluster.step(60);
    expect(cluster.osd(3).in).toBe(false);
    cluster.model.tasks.cancel(1);
    cluster.step(2);
    expect(cluster.osd(3).in).toBe(true);
    cluster.model.tasks.start(drainJob(cluster, 4));
    stepUntil(cluster, 40_000, () => cluster.model.tasks.get(2).state === 'FINISHED');
    expect(cluster.osd(4)).toMatchObject({ in: false, shards: [] });
  });
});
