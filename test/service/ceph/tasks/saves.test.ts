import { expect, test } from 'vitest';
import { sleep } from '../../../../src/lib/clock.ts';
import { DamagedRecord } from '../../../../src/service/ceph/state/entry.ts';
import {
  type Job,
  type Say,
  SERVICE_ENDS,
  type TaskTable,
} from '../../../../src/service/ceph/tasks/board.ts';
import type { JournalEntry, TaskJournal } from '../../../../src/service/ceph/tasks/journal.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { FAKE_EPOCH, fakeClock } from '../../../support/fakeClock.ts';
import { memoryJournal, taskTable } from '../taskTable.ts';

const forever = () => new Promise<void>(() => undefined);

/** A table of tasks whose saves are recorded, with their time in milliseconds. */
function recorded(journal: Partial<TaskJournal> = {}, admit?: () => Promise<void>) {
  const clock = fakeClock();
  const saves: (readonly [ms: number, state: string, output: string, ...unknown[]])[] = [];
  const save = async ({ task, resume }: JournalEntry) =>
    void saves.push([clock.now() - FAKE_EPOCH, task.state, task.output, ...(resume ? [resume.input] : [])]);
  const tasks = taskTable(clock, { ...memoryJournal(), node: 'a', save, ...journal }, admit);
  const start = (run: Job['run'], more: Partial<Job> = {}) =>
    tasks.start({ name: 'Measure', object: 'osd.3', by: 'me', run, ...more });
  return { clock, saves, tasks, start };
}

/** A task of another node, which says nothing any more. */
const abandoned: JournalEntry = {
  task: {
    id: 7,
    name: 'Walk',
    object: 'a',
    startedBy: 'me',
    startedAt: 1,
    state: 'RUNNING',
    done: false,
    statusCode: 0,
    output: '',
  },
  node: 'b',
  resume: { kind: 'walk', input: 1 },
};

test('the output of a task is saved two seconds after its first unsaved line, and its end at once', async () => {
  const { clock, saves, start } = recorded();
  let later: Say = () => undefined;
  await start(async (say) => {
    later = say;
    say('one');
    await sleep(clock, 500);
    say('two');
    await sleep(clock, 3000);
    say('three');
    await sleep(clock, 3000);
    say('four');
  });
  await clock.advance(10_000);
  later('five');
  await clock.advance(10_000);
  expect(saves).toEqual([
    [0, 'RUNNING', ''],
    [2000, 'RUNNING', 'one\ntwo\n'],
    [5500, 'RUNNING', 'one\ntwo\nthree\n'],
    [6500, 'FINISHED', 'one\ntwo\nthree\nfour\n'],
  ]);
  expect(clock.pending()).toBe(0);
});

test('when the service ends, running tasks are stopped but neither ended nor saved', async () => {
  const { clock, saves, tasks, start } = recorded();
  let reason: unknown;
  const { id = 0 } = await start(async (say, cancelled) => {
    say('begun');
    await new Promise((resolve) => cancelled.addEventListener('abort', resolve));
    reason = cancelled.reason;
    say('stopped');
  });
  await tasks.close();
  await clock.advance(10_000);
  expect(reason).toBe(SERVICE_ENDS);
  expect(await tasks.get(id)).toMatchObject({ state: 'RUNNING', done: false, output: 'begun\n' });
  expect(saves).toEqual([[0, 'RUNNING', '']]);
  expect(clock.pending()).toBe(0);
});

test('the progress of a task is saved if it can be continued', async () => {
  const { saves, start, clock } = recorded();
  const run: Job['run'] = async (_say, _cancelled, mark) => {
    await mark({ step: 2 });
    await forever();
  };
  await start(run);
  await start(run, { resume: { kind: 'walk', input: { step: 1 } } });
  await clock.advance(5000);
  expect(saves).toEqual([
    [0, 'RUNNING', ''],
    [0, 'RUNNING', '', { step: 1 }],
    [0, 'RUNNING', '', { step: 2 }],
  ]);
});

test('while the journal cannot be read the own tasks are listed, but a damaged record is reported', async () => {
  let failure: Error = new Refusal(503, 'no quorum');
  const { tasks, start } = recorded({ read: () => Promise.reject(failure) });
  await start(forever);
  const ids = async () => (await tasks.list()).data?.map(({ id }) => id);
  expect(await ids()).toEqual([1]);
  failure = new DamagedRecord('storedeck/task/1', 'it has no node');
  await expect(ids()).rejects.toThrow('storedeck/task/1');
  failure = new TypeError('a defect');
  await expect(ids()).rejects.toThrow('a defect');
});

test('a task that is read or listed is a copy, which does not change', async () => {
  const { clock, tasks, start } = recorded();
  const started = await start(() => sleep(clock, 1000));
  const read = await tasks.get(1);
  const [listed] = (await tasks.list()).data ?? [];
  await clock.advance(1000);
  expect([started, read, listed].map((task) => task?.state)).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
  expect((await tasks.get(1)).state).toBe('FINISHED');
});

test('an abandoned task is taken over only by a service that may start tasks, and that claims it', async () => {
  const claims: boolean[] = [];
  const take = async (claim: boolean, admit?: () => Promise<void>) => {
    const { clock, tasks, saves } = recorded({ claim: async () => (claims.push(claim), claim) }, admit);
    const work = async (say: Say) => say('done');
    const taken = await tasks.takeOver(abandoned, work, 'because').catch(String);
    await clock.advance(0);
    return { taken, owns: tasks.owns(7), saves, of: tasks as Pick<TaskTable, 'get'> };
  };
  expect(await take(true, () => Promise.reject(new Error('not here')))).toMatchObject({
    taken: 'Error: not here',
    owns: false,
  });
  expect(claims).toEqual([]);
  expect(await take(false)).toMatchObject({ taken: undefined, owns: false, saves: [] });
  const { of, ...own } = await take(true);
  expect(own).toEqual({ taken: undefined, owns: true, saves: [[0, 'FINISHED', 'because\ndone\n', 1]] });
  expect(await of.get(7)).toMatchObject({ state: 'FINISHED', statusCode: 0 });
});
