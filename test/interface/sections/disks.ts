import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Site } from '../site.ts';
import type { SectionTests } from '../suite.ts';

/** A disk with an OSD that can be removed, because no pool has much data on it. */
interface Scratch {
  readonly id: number;
  readonly diskId: number;
  readonly osdId: number;
}

/** On Ceph, an OSD that was registered and has never run. */
async function newOsd(ceph: (...args: string[]) => Promise<string>, { api }: Site): Promise<Scratch> {
  const osdId = Number(await ceph('osd', 'new', randomUUID()));
  await ceph('osd', 'crush', 'add', `osd.${osdId}`, '0', 'root=default', 'host=node4');
  const servers = await api.listServerNames();
  const { id = 0 } = servers.find(({ hostname }) => hostname === 'node4') ?? {};
  return { id, diskId: osdId, osdId };
}

/** On the simulated cluster, an OSD on the disk of a spare monitor, with a device class that no rule prefers. */
async function osdOfMonitor(site: Site): Promise<Scratch> {
  const disk = (await site.api.listDisks()).find(({ role }) => role === 'mon');
  const params = { id: disk!.server!, diskId: disk!.id! };
  await site.finished(await site.api.updateServerDisk({ params, body: { role: 'unassigned' } }));
  await site.finished(await site.api.updateServerDisk({ params, body: { role: 'osd' } }));
  const { osdId = 0 } = (await site.api.listDisks()).find(({ id }) => id === disk?.id) ?? {};
  return { ...params, osdId };
}

export const diskTests: SectionTests = (site) => {
  const osd = async (wanted: number) =>
    (await site().api.getCrushMap()).nodes?.find(({ id }) => id === wanted);
  /** A disk with a running OSD. */
  const anyDisk = async () => (await site().api.listDisks()).find(({ osdId }) => osdId === 1)!;
  /** Waits until every placement group has all its copies. */
  const settled = () =>
    site().eventually(
      () => site().api.getClusterStatus(),
      ({ placementGroups = [] }) => placementGroups.every(({ total, okay }) => total === okay),
    );
  const newest = async () => (await site().api.listTasks({ query: { limit: 1 } })).data?.[0];

  test('disks are listed with their use', async () => {
    const disks = await site().api.listDisks();
    const used = disks.filter(({ role }) => role === 'osd');
    expect(used.length).toBeGreaterThanOrEqual(4);
    for (const disk of used) {
      expect(disk).toMatchObject({ daemonRunning: true, bluestore: true });
      expect(disk.capacity).toBeGreaterThan(0);
    }
  });

  test('a disk is benchmarked', async () => {
    const { id: diskId = 0 } = await anyDisk();
    const { output } = await site().finished(await site().api.benchmarkDisk({ params: { diskId } }));
    expect(output).toMatch(/\d MB\/s|\d MiB\/s/);
    await site().declines('benchmarkDisk', [404, 409], /\w/, { params: { diskId: 4242 } });
    await site().declines('benchmarkDisk', 400, /diskId/, { params: { diskId: 'sda' } });
  });

  test.each(['deleteDisk', 'deleteServerDisk'] as const)(
    '%s empties the OSD first, and cancelling it restores the previous state',
    async (name) => {
      const { api } = site();
      const { id: diskId = 0, server: id = 0, osdId = 0 } = await anyDisk();
      await settled();
      const { id: started } =
        name === 'deleteDisk'
          ? await api.deleteDisk({ params: { diskId } })
          : await api.deleteServerDisk({ params: { id, diskId } });
      await site().eventually(
        () => osd(osdId),
        (node) => node?.reweight === 0,
      );
      const task = await newest();
      expect(task).toMatchObject({ id: started, done: false, name: expect.stringMatching(/disk/) as string });
      await api.cancelTask({ params: { id: task?.id ?? 0 } });
      await site().eventually(
        () => api.getTask({ params: { id: task?.id ?? 0 } }),
        ({ state }) => state === 'CANCELED',
      );
      await site().eventually(
        () => osd(osdId),
        (node) => node?.reweight === 1,
      );
      expect(await anyDisk()).toMatchObject({ id: diskId, role: 'osd' });
      await settled();
    },
  );

  test('disks that do not exist, or are in another server, are not changed', async () => {
    const before = await site().api.listDisks();
    const { id: diskId = 0, server: id = 0 } = await anyDisk();
    const other = before.find(({ server }) => server !== id)?.server;
    const body = { role: 'unassigned' };
    await site().declines('deleteDisk', 404, /4242/, { params: { diskId: 4242 } });
    await site().declines('deleteServerDisk', 404, /4242/, { params: { id, diskId: 4242 } });
    await site().declines('deleteServerDisk', 404, /disk|server/, { params: { id: other, diskId } });
    await site().declines('deleteServerDisk', 404, /server 4242/, { params: { id: 4242, diskId } });
    await site().declines('updateServerDisk', 404, /4242/, { params: { id, diskId: 4242 }, body });
    await site().declines('updateServerDisk', 404, /disk|server/, { params: { id: other, diskId }, body });
    await site().declines('updateServerDisk', 400, /role/, {
      params: { id, diskId },
      body: { role: 'cache' },
    });
    await site().declines('updateServerDisk', 400, /body/, { params: { id, diskId }, body: {} });
    expect((await site().api.listDisks()).map(({ role }) => role)).toEqual(before.map(({ role }) => role));
  });

  test('a system disk, or a disk that does not exist, is not changed', async () => {
    const disks = await site().api.listDisks();
    const { server: id = 0, id: diskId = 0 } = disks.find(({ role }) => role === 'other') ?? disks.at(-1)!;
    const { ceph } = site().traits;
    // Ceph gives ids only to the disks of OSDs, so the other disks have higher ids.
    const params = { id, diskId: ceph ? 1_000_000 : diskId };
    const [status, words] = ceph ? [404, /there is no disk 1000000/] : [409, /operating system/];
    const body = { role: 'unassigned' };
    for (const name of ['deleteDisk', 'deleteServerDisk', 'updateServerDisk'] as const)
      await site().declines(name, status, words, { params, body });
    const uses = (await site().api.listDisks()).map(({ id: disk, role }) => [disk, role]);
    expect(uses).toEqual(disks.map(({ id: disk, role }) => [disk, role]));
  });

  test('the device class of an OSD is changed', async () => {
    const { api } = site();
    const { id: diskId = 0, server: id = 0, osdId = 0 } = await anyDisk();
    const { deviceClass = '' } = (await osd(osdId)) ?? {};
    for (const crushDeviceClass of ['nvme', deviceClass]) {
      await site().finished(
        await api.updateServerDisk({ params: { id, diskId }, body: { crushDeviceClass } }),
      );
      await site().eventually(
        () => osd(osdId),
        (node) => node?.deviceClass === crushDeviceClass,
      );
    }
  });

  test('an OSD is removed, and its id is reserved for another disk', async () => {
    const { api, traits } = site();
    const scratch = await (traits.ceph ? newOsd(traits.ceph, site()) : osdOfMonitor(site()));
    const { osdId, ...params } = scratch;
    await site().eventually(
      () => osd(osdId),
      (node) => node?.status !== undefined,
    );
    await site().finished(await api.updateServerDisk({ params, body: { role: 'unassigned' } }));
    const isDestroyed = async () =>
      ((await api.listDestroyedOsds()).destroyedOsds ?? []).some(({ id }) => id === osdId);
    await site().eventually(isDestroyed, (yes) => yes);
    expect(await osd(osdId)).toMatchObject({ status: 'DESTROYED' });

    const again = { params, body: { role: 'osd' as const, reuseOsdId: osdId } };
    const isLimited = await site().limited('updateServerDisk', /device class/, again);
    if (!isLimited) {
      await site().finished(await api.updateServerDisk(again));
      expect(await osd(osdId)).toMatchObject({ status: 'UP' });
    }
    await api.deleteServerDisk({ params });
    // If the disk has the id of the OSD, it is gone with the OSD; otherwise it is free again.
    await site().eventually(
      async () => (await osd(osdId))?.status ?? 'gone',
      (status) => status === (traits.ceph ? 'gone' : 'DESTROYED'),
    );
    if (traits.ceph) {
      expect(await traits.ceph('osd', 'tree')).not.toContain(`osd.${osdId}`);
      return;
    }
    await site().eventually(newest, (task) => task?.done === true);
    await site().finished(await api.updateServerDisk({ params, body: { role: 'mon' } }));
  });
};
