import { expect, test } from 'vitest';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { adoptAbandoned, withHeartbeat } from '../../../../src/service/ceph/tasks/abandoned.ts';
import { type Resume, type Work } from '../../../../src/service/ceph/tasks/board.ts';
import { storedJournal } from '../../../../src/service/ceph/tasks/journal.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { KeyStore } from '../state/keyStore.ts';
import { taskTable } from '../taskTable.ts';

const MINUTE_MS = 60_000;
const forever = () => new Promise<void>(() => undefined);

/** Services on several machines that store their tasks in one cluster. */
function cluster() {
  const keys = new KeyStore();
  const clock = fakeClock();
  const service = (node: string) => {
    /** The cluster does not answer this service. */
    const link = { cut: false };
    const ceph = keys.connect(clock);
    const store = createStateStore(ceph, clock, node);
    const reached = <T extends (...args: never[]) => unknown>(call: T) =>
      ((...args: never[]) => (link.cut ? Promise.reject(new Error('cut off')) : call(...args))) as T;
    const journal = storedJournal(
      { ...store, get: reached(store.get), put: reached(store.put), list: reached(store.list) },
      node,
    );
    return { link, journal, tasks: taskTable(clock, journal) };
  };
  const finish: Resume = (input) => async (say) => say(`on with ${JSON.stringify(input)}`);
  const adopt = (one: ReturnType<typeof service>, resume: Resume = finish) =>
    adoptAbandoned({ ...one, clock, kinds: { walk: resume } });
  /** Starts a task that shows that it is alive. */
  const begin = async ({ tasks }: ReturnType<typeof service>, kind: string, work: Work) => {
    const input = { step: 1 };
    const run = withHeartbeat(clock, input, work);
    const started = tasks.start({ name: 'Walk', object: 'a', by: 'me', run, resume: { kind, input } });
    await clock.advance(1000);
    return (await started).id!;
  };
  return { clock, service, adopt, begin };
}

test('a task whose service gives no sign of life is taken over by exactly one other, from its last mark', async () => {
  const { clock, service, adopt, begin } = cluster();
  const [a, b, c] = [service('a'), service('b'), service('c')];
  const id = await begin(a, 'walk', async (_say, _cancelled, mark) => {
    await mark({ step: 2 });
    await forever();
  });
  let taken = 0;
  const count: Resume = (input) => async (say) => {
    taken++;
    say(JSON.stringify(input));
  };
  adopt(b, count);
  adopt(c, count);
  await clock.advance(10 * MINUTE_MS);
  expect(taken).toBe(0);
  a.link.cut = true;
  await clock.advance(4 * MINUTE_MS);
  expect(taken).toBe(0);
  await clock.advance(3 * MINUTE_MS);
  expect(taken).toBe(1);
  expect(await b.tasks.get(id)).toMatchObject({
    state: 'FINISHED',
    output: expect.stringMatching(/on a has given no sign of life for 5 min.*\n\{"step":2/) as string,
  });
});

test('a service that was cut off learns at its next mark that another has taken its task over, and does not overwrite it', async () => {
  const { clock, service, adopt, begin } = cluster();
  const [a, b] = [service('a'), service('b')];
  const { promise, resolve } = Promise.withResolvers<void>();
  const id = await begin(a, 'walk', async (_say, _cancelled, mark) => {
    await promise;
    await mark({ step: 2 });
  });
  a.link.cut = true;
  adopt(b);
  await clock.advance(6 * MINUTE_MS);
  a.link.cut = false;
  resolve();
  await clock.advance(MINUTE_MS);
  expect((await a.tasks.get(id)).output).toContain(`task ${id} was taken over by the management node b`);
  expect(await service('c').tasks.get(id)).toMatchObject({ state: 'FINISHED' });
});

test('no task counts as abandoned while the cluster does not answer', async () => {
  const { clock, service, adopt, begin } = cluster();
  const [a, b] = [service('a'), service('b')];
  const id = await begin(a, 'walk', forever);
  adopt(b);
  await clock.advance(MINUTE_MS);
  a.link.cut = b.link.cut = true;
  await clock.advance(30 * MINUTE_MS);
  b.link.cut = false;
  await clock.advance(MINUTE_MS);
  a.link.cut = false;
  await clock.advance(30 * MINUTE_MS);
  expect(await b.tasks.get(id)).toMatchObject({ state: 'RUNNING' });
});

test('tasks of a kind that only their own service can continue are left alone', async () => {
  const { clock, service, adopt, begin } = cluster();
  const [a, b] = [service('a'), service('b')];
  const id = await begin(a, 'drain', forever);
  a.link.cut = true;
  adopt(b);
  await clock.advance(60 * MINUTE_MS);
  expect(await b.tasks.get(id)).toMatchObject({ state: 'RUNNING' });
});

test('a task is taken over once it has been silent for five minutes, and never by its own service', async () => {
  const { clock, service, adopt } = cluster();
  const [a, b] = [service('a'), service('b')];
  const resume = { kind: 'walk', input: { step: 1 } };
  const started = a.tasks.start({ name: 'Walk', object: 'a', by: 'me', run: forever, resume });
  await clock.advance(1000);
  await started;
  adopt(a);
  await clock.advance(30 * MINUTE_MS);
  expect(await a.tasks.get(1)).toMatchObject({ state: 'RUNNING', output: '' });
  adopt(b);
  await clock.advance(5 * MINUTE_MS - 1);
  expect(b.tasks.owns(1)).toBe(false);
  await clock.advance(31_000);
  expect(b.tasks.owns(1)).toBe(true);
});
