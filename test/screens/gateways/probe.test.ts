import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { findServices } from '../../../src/screens/gateways/probe.ts';

/** A service with gateways at some ids, which keeps the requested ids. */
function services(...there: readonly number[]) {
  const asked: number[] = [];
  const get = (id: number): Promise<string> => {
    asked.push(id);
    return there.includes(id)
      ? Promise.resolve(`service ${id}`)
      : Promise.reject(new ApiError({ kind: 'rejected', status: 404, message: `there is no service ${id}` }));
  };
  return { asked, get };
}

const idsOf = async (known: readonly number[], { get }: ReturnType<typeof services>) =>
  (await findServices(known, get)).map(({ id }) => id);

test('ids are tried until a whole step finds no service', async () => {
  const none = services();
  expect(await idsOf([], none)).toEqual([]);
  expect(none.asked.length).toBeLessThanOrEqual(4);
});

test('a known service that is gone costs no further step', async () => {
  const none = services();
  expect(await idsOf([2], none)).toEqual([]);
  expect(none.asked.length).toBeLessThanOrEqual(4);
});

test('a known service is found at each id after a step without any', async () => {
  for (const id of [4, 5, 6, 7, 8, 9]) expect(await idsOf([id], services(id))).toEqual([id]);
});

test('a deleted service does not hide those after it', async () => {
  expect(await idsOf([], services(2, 3, 6))).toEqual([2, 3, 6]);
});

test('a service after a gap of ids is found as long as it is known', async () => {
  expect(await idsOf([14], services(1, 14))).toEqual([1, 14]);
  expect(await idsOf([200], services(1, 200))).toEqual([1, 200]);
  expect(await idsOf([14, 200], services(1))).toEqual([1]);
});

test('a service that answers to every id does not cause an endless search', async () => {
  const all = await findServices([], (id) => Promise.resolve(id));
  expect(all.length).toBeLessThan(100);
});

test('a malformed answer ends the search with an error', async () => {
  const refused = new ApiError({ kind: 'rejected', status: 501, message: 'no gateways on this engine' });
  await expect(findServices([], () => Promise.reject(refused))).rejects.toBe(refused);
});
