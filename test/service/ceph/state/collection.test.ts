import { expect, test } from 'vitest';
import { createCollection } from '../../../../src/service/ceph/state/collection.ts';
import { createStateStore } from '../../../../src/service/ceph/state/store.ts';
import { instantClock, KeyStore } from './keyStore.ts';

const setup = () => {
  const keys = new KeyStore();
  const clock = instantClock();
  const node = (name: string) =>
    createCollection<{ name: string }>(
      createStateStore(keys.connect(clock), clock, name),
      'thing',
      'network',
    );
  return { keys, a: node('a'), b: node('b') };
};

test('entries are numbered from 1 across nodes, and no number is used twice', async () => {
  const { a, b } = setup();
  expect(await a.add((id) => ({ name: `n${id}` }))).toEqual([1, { name: 'n1' }]);
  await b.remove(1);
  expect(await b.add((id) => ({ name: `n${id}` }))).toEqual([2, { name: 'n2' }]);
  expect(await a.entries()).toEqual([[2, { name: 'n2' }]]);
});

test('an unknown number is refused with the known ones', async () => {
  const { a } = setup();
  await expect(a.get(7)).rejects.toMatchObject({
    status: 404,
    message: 'there is no network 7: none exists',
  });
  await a.add(() => ({ name: 'x' }));
  const refusal = { status: 404, message: 'there is no network 7: the existing ones are 1' };
  await expect(a.update(7, (present) => present)).rejects.toMatchObject(refusal);
  await expect(a.remove(7)).rejects.toMatchObject(refusal);
});

test('a change is visible to the other node, and a removal can be refused', async () => {
  const { a, b } = setup();
  await a.add(() => ({ name: 'x' }));
  expect(await b.update(1, ({ name }) => ({ name: `${name}y` }))).toEqual({ name: 'xy' });
  const veto = a.remove(1, ({ name }) => {
    throw new Error(`${name} is needed`);
  });
  await expect(veto).rejects.toThrow('xy is needed');
  expect(await a.get(1)).toEqual({ name: 'xy' });
});

test('numbers are sorted, even beyond 9', async () => {
  const { a } = setup();
  for (let count = 0; count < 11; count++) await a.add(() => ({ name: 'x' }));
  expect((await a.entries()).map(([id]) => id).slice(-2)).toEqual([10, 11]);
});

test('items are sorted by their numbers, in whatever order they were stored', async () => {
  const { keys, a } = setup();
  expect(await a.reserve()).toBe(1);
  for (const id of [9, 1, 10, 2]) await a.add((own) => ({ name: `n${own}` }), id);
  expect(await a.entries()).toEqual([1, 2, 9, 10].map((id) => [id, { name: `n${id}` }]));
  expect([...keys.values.keys()]).toEqual([
    'storedeck/last-id/thing',
    ...[9, 1, 10, 2].map((id) => `storedeck/thing/${id}`),
  ]);
});

test('many simultaneous additions on one node do not conflict', async () => {
  const { a } = setup();
  const added = await Promise.all(Array.from({ length: 30 }, () => a.add((id) => ({ name: `n${id}` }))));
  expect(added.map(([id]) => id).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  expect(await a.entries()).toHaveLength(30);
});

test('a number in use is not assigned again even if the last assigned number is lost', async () => {
  const { keys, a } = setup();
  await a.add((id) => ({ name: `n${id}` }));
  await a.add((id) => ({ name: `n${id}` }));
  keys.values.delete('storedeck/last-id/thing');
  expect(await a.add((id) => ({ name: `n${id}` }))).toEqual([3, { name: 'n3' }]);
  expect((await a.entries()).map(([, { name }]) => name)).toEqual(['n1', 'n2', 'n3']);
});
