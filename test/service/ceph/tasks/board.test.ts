import { describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../../../src/lib/clock.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { TaskTable, type Job } from '../../../../src/service/ceph/tasks/board.ts';
import { taskHandlers } from '../../../../src/service/ceph/tasks/handlers.ts';
import { storedJournal } from '../../../../src/service/ceph/tasks/journal.ts';
import { FAKE_EPOCH, fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { KeyStore } from '../state/keyStore.ts';
import { taskTable } from '../taskTable.ts';

const job = (run: Job['run'], more: Partial<Job> = {}): Job => ({
  name: 'Measure',
  object: 'osd.3',
  by: 'me',
  run,
  ...more,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const forever = () => new Promise<void>(() => undefined);

test('a task runs, reports what it does, and finishes', async () => {
  const tasks = taskTable(fakeClock());
  const started = await tasks.start(job(async (say) => say('measured')));
  expect(started).toMatchObject({
    name: 'Measure',
    object: 'osd.3',
    startedBy: 'me',
    startedAt: FAKE_EPOCH / 1000,
    state: 'RUNNING',
    done: false,
  });
  await settled();
  expect(await tasks.get(started.id!)).toMatchObject({
    state: 'FINISHED',
    done: true,
    statusCode: 0,
    output: 'measured\n',
  });
});

test('a task that another service of the same server would take for its own is not started', async () => {
  const tasks = taskTable(fakeClock(), undefined, () => Promise.reject(new Error('another one acts')));
  let begun = false;
  const started = tasks.start(job(async () => void (begun = true)));
  await expect(started).rejects.toThrow('another one acts');
  expect(begun).toBe(false);
  expect((await tasks.list()).data).toEqual([]);
});

test('a task that fails gives the reason', async () => {
  const tasks = taskTable(fakeClock());
  const { id } = await tasks.start(job(() => Promise.reject(new Error('osd.3 is down'))));
  await settled();
  expect(await tasks.get(id!)).toMatchObject({
    state: 'FAILED',
    done: true,
    statusCode: 1,
    output: 'osd.3 is down\n',
  });
});

test('a cancelled task is informed, and stays cancelled whatever its outcome', async () => {
  const tasks = taskTable(fakeClock());
  const { promise, resolve } = Promise.withResolvers<void>();
  let told = false;
  const { id } = await tasks.start(
    job((_, cancelled) => {
      cancelled.addEventListener('abort', () => (told = true));
      return promise;
    }),
  );
  await tasks.cancel(id!);
  expect(told).toBe(true);
  resolve();
  await settled();
  expect(await tasks.get(id!)).toMatchObject({ state: 'CANCELED', done: true, statusCode: -256 });
  await expect(tasks.cancel(id!)).rejects.toMatchObject({ status: 409 });
});

test('a task is read, listed and cancelled over the interface', async () => {
  const tasks = taskTable(fakeClock());
  const { id = 0 } = await tasks.start(job(forever));
  const call = caller(taskHandlers(tasks));
  expect(await call('getTask', { params: { id } })).toMatchObject({ id, state: 'RUNNING' });
  await call('cancelTask', { params: { id } });
  expect(await call('listTasks', { query: {} })).toMatchObject({ data: [{ id, state: 'CANCELED' }] });
});

test('an unknown task is not found', async () => {
  const tasks = taskTable(fakeClock());
  await expect(tasks.get(5)).rejects.toMatchObject({ status: 404 });
  await expect(tasks.cancel(5)).rejects.toMatchObject({ status: 404 });
});

test('tasks are listed by pages, the newest first by default', async () => {
  const clock = fakeClock();
  const tasks = taskTable(clock);
  for (let count = 0; count < 5; count++) {
    await tasks.start(job(async () => undefined));
    await clock.advance(10_000);
  }
  const ids = async (query?: Parameters<TaskTable['list']>[0]) =>
    (await tasks.list(query)).data?.map(({ id }) => id);
  expect(await ids()).toEqual([5, 4, 3, 2, 1]);
  expect(await ids({ limit: 2, offset: 1 })).toEqual([4, 3]);
  expect(await ids({ order: 'ASC', limit: 2 })).toEqual([1, 2]);
  expect(await ids({ after: FAKE_EPOCH / 1000 + 10, before: FAKE_EPOCH / 1000 + 20 })).toEqual([3, 2]);
  expect((await tasks.list({ limit: 1 })).totalElements).toBe(5);
});

test('only ended tasks are forgotten', async () => {
  const tasks = taskTable(fakeClock());
  const { id } = await tasks.start(job(forever));
  for (let count = 0; count < 1100; count++) {
    await tasks.start(job(async () => undefined));
    await settled();
  }
  expect((await tasks.list()).totalElements).toBe(1000);
  expect((await tasks.get(id!)).state).toBe('RUNNING');
});

describe('saved tasks', () => {
  /** A clock on which short waits are over at once. */
  const instantClock = (): Clock => ({ ...systemClock(), after: (_, run) => systemClock().after(0, run) });
  const cluster = () => {
    const keys = new KeyStore();
    const clock = instantClock();
    const connect = (node: string) =>
      taskTable(clock, storedJournal(createStateStore(keys.connect(clock), clock, node), node));
    return { keys, connect };
  };

  test('saved tasks are visible to other management nodes, which cannot cancel them', async () => {
    const { connect } = cluster();
    const [a, b] = [connect('a'), connect('b')];
    await a.start(job(forever));
    await b.start(job(async (say) => say('done')));
    await expect.poll(async () => (await a.get(2)).output).toBe('done\n');
    expect((await b.list()).data?.map(({ id, state }) => [id, state])).toEqual([
      [2, 'FINISHED'],
      [1, 'RUNNING'],
    ]);
    await expect(b.cancel(1)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('node a'),
    });
  });

  test('saved tasks are resumed after a restart if their kind can be', async () => {
    const { connect } = cluster();
    const first = connect('a');
    await first.start(job(forever, { resume: { kind: 'drain', input: { osdId: 3 } } }));
    await first.start(job(forever));
    await first.start(job(async () => undefined));
    await first.close();

    const second = connect('a');
    await second.recover({
      drain: (input) => async (say) => say(`on with ${JSON.stringify(input)}`),
    });
    await expect.poll(async () => (await second.get(1)).state).toBe('FINISHED');
    expect((await second.get(1)).output).toMatch(/restarted[^]*on with \{"osdId":3\}/);
    expect(await second.get(2)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('start it again'),
    });
    expect(await second.get(3)).toMatchObject({ state: 'FINISHED' });
    expect((await second.start(job(forever))).id).toBe(4);
  });

  test('a resumed task continues from its last mark', async () => {
    const { connect } = cluster();
    const first = connect('a');
    const run: Job['run'] = async (say, cancelled, mark) => {
      await mark({ half: true });
      say('half');
      await forever();
    };
    const { id = 0 } = await first.start(job(run, { resume: { kind: 'drain', input: {} } }));
    await expect.poll(async () => (await first.get(id)).output).toBe('half\n');
    await first.close();

    const second = connect('a');
    await second.recover({ drain: (input) => async (say) => say(JSON.stringify(input)) });
    await expect.poll(async () => (await second.get(id)).output).toContain('{"half":true}');
  });

  test('the cleanup of a cancelled task is saved, too', async () => {
    const { connect } = cluster();
    const tasks = connect('a');
    const run: Job['run'] = async (say, cancelled) => {
      say('begun');
      await new Promise((resolve) => cancelled.addEventListener('abort', resolve));
      say('put back');
    };
    const { id = 0 } = await tasks.start(job(run));
    await tasks.cancel(id);
    await expect.poll(async () => (await connect('b').get(id)).output).toBe('begun\nput back\n');
  });

  test('tasks of another node are left alone after a restart', async () => {
    const { connect } = cluster();
    await connect('a').start(job(forever));
    const b = connect('b');
    await b.recover({});
    expect((await b.get(1)).state).toBe('RUNNING');
  });

  test('tasks are not started if they cannot be saved', async () => {
    const { keys, connect } = cluster();
    const tasks = connect('a');
    keys.before = (prefix, key) => {
      if (prefix === 'config-key set' && key.includes('/task/')) throw new Error('no space');
    };
    let begun = false;
    await expect(tasks.start(job(async () => void (begun = true)))).rejects.toThrow('no space');
    expect(begun).toBe(false);
    expect((await tasks.list()).totalElements).toBe(0);
  });

  test('the number of saved tasks is limited: the oldest finished ones are dropped, and long output is cut', async () => {
    const { keys, connect } = cluster();
    const tasks = connect('a');
    for (let count = 0; count < 120; count++) await tasks.start(job(async (say) => say('x'.repeat(20_000))));
    await expect
      .poll(() => [...keys.values.keys()].filter((key) => key.startsWith('storedeck/task/')).length)
      .toBe(100);
    expect(keys.values.get('storedeck/task/120')!.length).toBeLessThan(10_000);
    expect((await tasks.get(120)).output).toHaveLength(20_001);
  });
});

test('closing can wait for the end of all running tasks, until the wait is cancelled', async () => {
  const clock = fakeClock();
  const tasks = taskTable(clock);
  const { promise, resolve } = Promise.withResolvers<void>();
  await tasks.start(job(() => promise));
  const given = new AbortController();
  const ends: string[] = [];
  void tasks.idle(given.signal).then(() => ends.push('given up'));
  void tasks.idle(new AbortController().signal).then(() => ends.push('idle'));
  await clock.advance(10_000);
  expect(ends).toEqual([]);
  given.abort();
  await settled();
  expect(ends).toEqual(['given up']);
  resolve();
  await clock.advance(1000);
  expect(ends).toEqual(['given up', 'idle']);
});
