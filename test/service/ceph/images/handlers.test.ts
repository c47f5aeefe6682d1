import { expect, test } from 'vitest';
import type { ImageInfo, Images } from '../../../../src/service/ceph/images/client.ts';
import { imageHandlers } from '../../../../src/service/ceph/images/handlers.ts';
import type { ServedDisks } from '../../../../src/service/ceph/iscsi/servedDisks.ts';
import type { Inventory } from '../../../../src/service/ceph/map/inventory.ts';
import { Refusal } from '../../../../src/service/engine.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { refusal } from '../../../support/refusal.ts';
import { caller } from '../handlers/support.ts';
import { taskTable } from '../taskTable.ts';

const GIB = 2 ** 30;
const info = (name: string, more: Partial<ImageInfo> = {}): ImageInfo => ({
  name,
  size: 4 * GIB,
  features: 0,
  snaps: [],
  parent: null,
  dataPool: null,
  ...more,
});

/** A pool "rbds" with the images a, b and c, of which c has a parent. Those in `served` are disks of a client. */
function engine({ served = [] as readonly string[], clients = [] as readonly string[] } = {}) {
  const parent = { pool: 'rbds', image: 'a', snapshot: 's' };
  const all = new Map([info('a'), info('b'), info('c', { parent })].map((one) => [one.name, one]));
  const done: string[] = [];
  const images = {
    names: async () => [...all.keys()],
    describe: async (_: string, names: readonly string[]) => names.map((name) => all.get(name) ?? null),
    find: async ({ image }: { image: string }) => all.get(image),
    id: async ({ image }: { image: string }) => `id of ${image}`,
    exists: async ({ image }: { image: string }) => all.has(image),
    users: async () => ({ snapshots: [], children: [], clients }),
    change: async (name: string) => void done.push(name),
    runLongWork: async (work: string) => void done.push(work),
  } as unknown as Images;
  const inventory = { pools: async () => [{ pool_name: 'rbds' }] } as unknown as Inventory;
  const disks: ServedDisks = {
    requireFree: async ({ image }, change) => {
      if (served.includes(image)) throw new Refusal(409, `${image} is a disk and cannot be ${change}`);
    },
    requirePoolFree: async () => undefined,
  };
  const clock = fakeClock();
  const tasks = taskTable(clock);
  const outcome = { clock, note: () => undefined, ending: new AbortController().signal };
  const parts = { images, inventory, tasks, served: disks, ...outcome };
  return { call: caller(imageHandlers(parts)), done, tasks };
}

const image = (rbd: string) => ({ params: { pool: 'rbds', rbd } });

test('images are listed a page at a time, in either order, with their total number', async () => {
  const { call } = engine();
  const page = (query: object) => call('listImages', { params: { pool: 'rbds' }, query });
  expect(await page({ limit: 2 })).toMatchObject({ data: [{ name: 'a' }, { name: 'b' }], totalElements: 3 });
  expect(await page({ offset: 2 })).toMatchObject({ data: [{ name: 'c' }] });
  expect(await page({ limit: 1, order: 'DESC' })).toMatchObject({ data: [{ name: 'c' }] });
});

test('the images of an unknown pool are not found', async () => {
  const { call } = engine();
  await expect(call('listImages', { params: { pool: 'none' } })).rejects.toMatchObject(refusal(404, 'none'));
  await expect(call('getImage', { params: { pool: 'none', rbd: 'a' } })).rejects.toMatchObject(refusal(404));
});

test.each([
  [{ name: 'other' }, 'renamed'],
  [{ size: GIB }, 'shrunk'],
])("an image that is a client's disk is not changed by %o", async (body, words) => {
  const { call, done } = engine({ served: ['a'] });
  await expect(call('updateImage', { ...image('a'), body })).rejects.toMatchObject(refusal(409, words));
  expect(done).toEqual([]);
});

test("an image that is a client's disk may grow, and keeps its name", async () => {
  const { call, done } = engine({ served: ['a'] });
  await call('updateImage', { ...image('a'), body: { name: 'a', size: 8 * GIB } });
  expect(done).toEqual(['resize']);
});

test('an image is deleted by a task once its name is given as consent', async () => {
  const { call, done, tasks } = engine();
  const consent = { ...image('a'), body: { thisWillDeleteData: 'a' } };
  await expect(call('deleteImage', { ...consent, body: { thisWillDeleteData: 'b' } })).rejects.toMatchObject(
    refusal(400),
  );
  await call('deleteImage', consent);
  await expect.poll(async () => (await tasks.list()).data?.[0]?.state).toBe('FINISHED');
  expect(done).toEqual(['remove']);
});

test('an image in use by a client, or assigned to one as a disk, is not deleted', async () => {
  for (const used of [{ clients: ['10.0.0.5'] }, { served: ['a'] }]) {
    const { call, done } = engine(used);
    const deletion = call('deleteImage', { ...image('a'), body: { thisWillDeleteData: 'a' } });
    await expect(deletion).rejects.toMatchObject(refusal(409));
    expect(done).toEqual([]);
  }
});

test('only an image with a parent is flattened, by a task', async () => {
  const { call, done, tasks } = engine();
  await expect(call('flattenImage', image('a'))).rejects.toMatchObject({ status: 409 });
  await call('flattenImage', image('c'));
  await expect.poll(async () => (await tasks.list()).data?.[0]?.state).toBe('FINISHED');
  expect(done).toEqual(['flatten']);
});
