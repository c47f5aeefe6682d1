import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClusterStatus } from '../../src/api/contract/cluster.ts';
import { ApiError } from '../../src/api/failure.ts';
import { Served, eventually } from './served.ts';

let served: Served;
beforeAll(async () => {
  served = await Served.create({ mons: 3, osds: 3 });
}, 300_000);
afterAll(() => served?.destroy(), 60_000);

const health = async () => (await served.api.getClusterStatus({})).storeStatus?.health;
const isWell = () => eventually(async () => (await health())?.status).toBe('HEALTH_OK');
const messages = async () =>
  Object.entries(((await health())?.checks ?? {}) as Record<string, { summary: { message: string } }>).map(
    ([code, { summary }]) => `${code}: ${summary.message}`,
  );

/** Reads the status all the time while something happens, and returns all answers. */
async function watching(during: () => Promise<void>): Promise<ClusterStatus[]> {
  const seen: ClusterStatus[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) seen.push(await served.api.getClusterStatus({}));
  })();
  await during().finally(() => over.abort());
  await asking;
  return seen;
}

test.each(['mon.a', 'mon.b', 'mon.c'] as const)('no list fails while %s is frozen', async (monitor) => {
  await isWell();
  const { api } = served;
  const reads = () =>
    Promise.all([
      api.listDisks({}),
      api.listServerNames({}),
      api.listPools({}),
      api.getCrushMap({}),
      api.listTasks({}),
    ]);
  await reads();
  {
    using _ = served.freeze(monitor);
    for (let count = 0; count < 10; count++) await reads();
    // The other monitors elect a leader without it.
    await eventually(async () => {
      await reads();
      return messages();
    }).toContainEqual(expect.stringContaining('MON_DOWN'));
  }
  await isWell();
});

test('monitors without a quorum count as not answering, and their last health report is not shown as current', async () => {
  await isWell();
  const seen = await watching(async () => {
    using _ = served.freeze('mon.a', 'mon.b');
    await eventually(messages).toContainEqual(expect.stringMatching(/^STORE_UNREACHABLE: no answer since/));
  });
  const well = seen.filter(({ storeStatus }) => storeStatus?.health?.status === 'HEALTH_OK');
  expect(well).not.toContainEqual(
    expect.objectContaining({ storeStatus: expect.objectContaining({ quorum_names: [] }) as object }),
  );
  await isWell();
});

test('a manager that hangs is reported before Ceph reports it, with the age of its figures', async () => {
  await isWell();
  {
    using _ = served.freeze('mgr.x');
    await eventually(messages).toContainEqual(expect.stringMatching(/^MGR_SILENT: no manager has answered/));
    const { usageLastUpdated = 0, placementGroupsLastUpdated = 0 } = await served.api.getClusterStatus({});
    expect(usageLastUpdated).toBeGreaterThan(1);
    expect(placementGroupsLastUpdated).toBeGreaterThan(1);
  }
  await isWell();
});

test('the creation of an image that no OSD answers is refused before it begins, and the image is never created', async () => {
  await isWell();
  const params = { pool: 'rbd' };
  {
    using _ = served.freeze('osd.0', 'osd.1', 'osd.2');
    const failure = await served.api
      .createImage({ params, body: { name: 'late', size: 1024 } })
      .catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      failure: { status: 503, message: expect.stringContaining('nothing was changed') as string },
    });
  }
  await isWell();
  const names = async () => (await served.api.listImages({ params })).data?.map(({ name }) => name);
  await eventually(names).toEqual(expect.not.arrayContaining(['late']));
  // The name is free: the creation that was refused is not waiting anywhere.
  await served.api.createImage({ params, body: { name: 'late', size: 1024 } });
  expect(await names()).toContain('late');
});
