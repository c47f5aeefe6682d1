import { expect, test } from 'vitest';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import {
  storedJournal,
  type JournalEntry,
  type TaskRecord,
} from '../../../../src/service/ceph/tasks/journal.ts';
import { instantClock, KeyStore } from '../state/keyStore.ts';

const KEPT = 8 * 1024;

function journals() {
  const keys = new KeyStore();
  const clock = instantClock();
  const of = (node: string) => storedJournal(createStateStore(keys.connect(clock), clock, node), node);
  const entry = (id: number, node: string, change: Partial<TaskRecord> = {}): JournalEntry => ({
    node,
    task: {
      id,
      name: 'Measure',
      object: 'osd.3',
      startedBy: 'me',
      startedAt: 1,
      state: 'FINISHED',
      done: true,
      statusCode: 0,
      output: '',
      ...change,
    },
  });
  const ids = () =>
    [...keys.values.keys()]
      .map((key) => Number(key.replace('storedeck/task/', '')))
      .toSorted((a, b) => a - b);
  return { keys, of, entry, ids };
}
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('the end of a long output is stored, and a short one as a whole', async () => {
  const { of, entry } = journals();
  const journal = of('a');
  const outputs = ['x'.repeat(KEPT), `begin${'y'.repeat(KEPT)}`];
  for (const [index, output] of outputs.entries()) await journal.save(entry(index + 1, 'a', { output }));
  const stored = (await journal.read()).map(({ task }) => task.output);
  expect(stored).toEqual([
    outputs[0],
    `(the management node that runs it has the beginning)\n${'y'.repeat(KEPT)}`,
  ]);
});

test('a hundred finished tasks of a node are stored, those that it finished last, and all that still run', async () => {
  const { of, entry, ids } = journals();
  const journal = of('a');
  await journal.save(entry(1, 'a', { done: false, state: 'RUNNING' }));
  for (const id of from(2, 101)) await journal.save(entry(id, 'a'));
  // A task may be saved again after its end.
  await journal.save(entry(50, 'a'));
  expect(ids()).toEqual(from(1, 101));
  await journal.save(entry(102, 'a'));
  expect(ids()).toEqual([1, ...from(3, 102)]);
});

test('a node counts the tasks that it finished before a restart, and not those of other nodes', async () => {
  const { of, entry, ids } = journals();
  const before = of('a');
  await of('b').save(entry(1, 'b'));
  await before.save(entry(2, 'a', { done: false, state: 'RUNNING' }));
  for (const id of from(3, 102).toReversed()) await before.save(entry(id, 'a'));
  const journal = of('a');
  for (let look = 0; look < 2; look++) await journal.read();
  await journal.save(entry(103, 'a'));
  expect(ids()).toEqual([1, 2, ...from(4, 103)]);
});

test('a task that could not be removed is removed with the next one', async () => {
  const { keys, of, entry, ids } = journals();
  const journal = of('a');
  for (const id of from(1, 100)) await journal.save(entry(id, 'a'));
  keys.before = (prefix) => {
    if (prefix === 'config-key rm') throw new Error('no quorum');
  };
  await journal.save(entry(101, 'a'));
  expect(ids()).toEqual(from(1, 101));
  keys.before = () => undefined;
  await journal.save(entry(102, 'a'));
  expect(ids()).toEqual(from(3, 102));
});
