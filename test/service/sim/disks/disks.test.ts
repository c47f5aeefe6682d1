import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { refusal } from '../storage.ts';
import { health, isHealthy, stepUntil } from '../support.ts';
import { diskBench as bench } from './bench.ts';

describe('a spare disk', () => {
  test('a spare disk becomes an OSD, which boots and takes its share of the data', async () => {
    const { engine, cluster, model, api, change, disk, find, finish, isSpare } = bench();
    const spare = await find(isSpare);
    const started = change(spare, { role: 'osd', encrypted: true });
    await started;
    cluster.step(3);
    expect(await disk(spare.id!)).toMatchObject({ role: 'updating' });
    const task = await finish(started);
    expect(task).toMatchObject({ name: 'Create OSD', object: 'stor-04:sdf', state: 'FINISHED' });
    expect(task.output).toMatch(/LUKS[^]*osd\.60 is up and receives data/);
    expect(await disk(spare.id!)).toMatchObject({
      role: 'osd',
      osdId: 60,
      encrypted: true,
      daemonRunning: true,
      bluestore: true,
    });
    const { nodes = [] } = await api.getCrushMap();
    expect(nodes.find(({ name }) => name === 'stor-04')!.children).toContain(60);
    expect(nodes.find(({ id }) => id === 60)).toMatchObject({ diskId: spare.id, status: 'UP', reweight: 1 });
    cluster.step(15);
    expect(model.misplaced).toBeGreaterThan(0);
    expect(model.degraded).toBe(0);
    await checkInvariants(engine);
    stepUntil(cluster, 40_000, () => model.misplaced === 0);
    cluster.step(60);
    await checkInvariants(engine);
    const hdd = model.osds.filter(({ deviceClass, id }) => deviceClass === 'hdd' && id !== 60);
    const average = hdd.reduce((sum, { used }) => sum + used, 0) / hdd.length;
    expect(model.osds[60]!.used / average).toBeGreaterThan(0.6);
    expect(model.osds[60]!.used / average).toBeLessThan(1.4);
  });

  test('a spare disk takes over the id of a destroyed OSD, on any server', async () => {
    const { engine, cluster, model, api, change, disk, find, finish, isSpare } = bench();
    cluster.destroyOsd(7);
    cluster.step(5);
    expect(await disk(8)).toMatchObject({ role: 'old_osd' });
    const spare = await find(isSpare);
    await finish(change(spare, { role: 'osd', reuseOsdId: 7 }));
    expect(await disk(spare.id!)).toMatchObject({ osdId: 7, hostname: 'stor-04' });
    expect(await disk(8)).not.toHaveProperty('osdId');
    expect(await api.listDestroyedOsds()).toEqual({ destroyedOsds: [] });
    const { nodes = [] } = await api.getCrushMap();
    expect(nodes.filter(({ children }) => children!.includes(7)).map(({ name }) => name)).toEqual([
      'stor-04',
    ]);
    stepUntil(cluster, 40_000, () => model.displaced.size === 0 && isHealthy(cluster)());
    await checkInvariants(engine);
  });

  test('a spare disk holds the journals of OSDs of its server, as many as it has partitions', async () => {
    const { api, change, disk, find, finish, model } = bench();
    const spare = await find(({ role, hostname }) => role === 'unassigned' && hostname === 'stor-04');
    await finish(change(spare, { role: 'journal', partitions: 1 }));
    expect(await disk(spare.id!)).toMatchObject({ role: 'journal', partitions: 1, usedPartitions: 0 });
    const other = await find(({ osdId }) => osdId === 17);
    expect(model.osds[17]!.host.name).toBe('stor-04');
    await finish(change(other, { role: 'unassigned' }));
    await finish(change(other, { role: 'osd', journalDisk: spare.id!, osdStoreBackend: 'Filestore' }));
    expect(await disk(other.id!)).toMatchObject({
      role: 'osd',
      bluestore: false,
      journalDisk: spare.id,
      journalPartition: 1,
    });
    expect(await disk(spare.id!)).toMatchObject({ usedPartitions: 1 });
    expect((await refusal(change(spare, { role: 'unassigned' }))).message).toContain('journals of osd.60');
    expect((await refusal(change(spare, { partitions: 1 }))).message).toContain('number can only grow');
    await finish(change(spare, { partitions: 3 }));
    expect(await disk(spare.id!)).toMatchObject({ partitions: 3, usedPartitions: 1 });
    expect(await api.listDisks()).toHaveLength(model.disks.length);
  });

  test('a spare disk carries a monitor, which joins the quorum, and releases it again', async () => {
    const { cluster, model, change, disk, find, finish } = bench();
    const spare = await find(({ role, hostname }) => role === 'unassigned' && hostname === 'stor-08');
    await finish(change(spare, { role: 'mon' }));
    expect(health(cluster)['MON_DOWN']).toContain('1/4 mons down');
    cluster.step(10);
    expect(health(cluster)).toEqual({});
    expect(await disk(spare.id!)).toMatchObject({ role: 'mon', daemonRunning: true });
    await finish(change(spare, { role: 'unassigned' }));
    expect(model.daemons.filter(({ kind }) => kind === 'mon')).toHaveLength(3);
    expect(health(cluster)).toEqual({});
  });
});

test('the disk of a monitor keeps it when its release is cancelled', async () => {
  const { api, cluster, model, change, disk, find } = bench();
  const used = await find(({ role }) => role === 'mon');
  const { id = 0 } = await change(used, { role: 'unassigned' });
  cluster.step(4);
  expect(await disk(used.id!)).toMatchObject({ role: 'deleting' });
  await api.cancelTask({ params: { id } });
  cluster.step(2);
  expect(await disk(used.id!)).toMatchObject({ role: 'mon', daemonRunning: true });
  expect(model.daemons.filter(({ kind }) => kind === 'mon')).toHaveLength(3);
  expect(health(cluster)).toEqual({});
});

describe('the disk of an OSD', () => {
  test('the disk of an OSD is released once its data has moved, and its OSD is destroyed', async () => {
    const { engine, cluster, model, api, change, disk, find, finish } = bench();
    const used = await find(({ osdId }) => osdId === 7);
    const task = await finish(change(used, { role: 'unassigned' }));
    expect(task.state).toBe('FINISHED');
    expect(task.output).toMatch(
      /moving \d+ placement groups[^]*osd\.7 is empty\nosd\.7 is destroyed[^]*wiped/,
    );
    expect(await disk(used.id!)).toMatchObject({ role: 'unassigned' });
    expect(await api.listDestroyedOsds()).toEqual({ destroyedOsds: [{ id: 7, host: 'stor-02' }] });
    expect(model.degraded).toBe(0);
    cluster.step(30);
    await checkInvariants(engine);
  });

  test('the disk of an OSD is removed from the list by DELETE /disks, and only released by DELETE of the disk of a server', async () => {
    const { api, disk, finishAll, find } = bench();
    const [first, second] = [await find(({ osdId }) => osdId === 7), await find(({ osdId }) => osdId === 12)];
    await api.deleteDisk({ params: { diskId: first.id! } });
    await finishAll();
    expect(await disk(first.id!)).toBeUndefined();
    await api.deleteServerDisk({ params: { id: second.server!, diskId: second.id! } });
    await finishAll();
    expect(await disk(second.id!)).toMatchObject({ role: 'unassigned' });
    const again = api.deleteServerDisk({ params: { id: second.server!, diskId: second.id! } });
    expect((await refusal(again)).status).toBe(409);
  });

  test('the disk of an OSD stays an OSD if the draining is cancelled', async () => {
    const { api, cluster, change, disk, find } = bench();
    const used = await find(({ osdId }) => osdId === 7);
    const { id = 0 } = await change(used, { role: 'unassigned' });
    cluster.step(10);
    expect(cluster.osd(7).in).toBe(false);
    expect((await refusal(change(used, { role: 'unassigned' }))).message).toContain(
      'a task works on stor-02',
    );
    await api.cancelTask({ params: { id } });
    cluster.step(3);
    expect(cluster.osd(7)).toMatchObject({ in: true, destroyed: false });
    expect(await disk(used.id!)).toMatchObject({ role: 'osd' });
  });

  test('the disk of an OSD changes its device class without being recreated', async () => {
    const { cluster, model, change, find, finish } = bench();
    const used = await find(({ osdId }) => osdId === 5);
    await finish(change(used, { crushDeviceClass: 'ssd' }));
    expect(model.osds[5]!.deviceClass).toBe('ssd');
    cluster.step(20);
    expect(model.misplaced).toBeGreaterThan(0);
  });

  test('the disk of an OSD is not released if its copies have no other place, or if nothing moves', async () => {
    const small = bench({ scale: 3 });
    const only = await small.find(({ osdId }) => osdId === 1);
    expect(await refusal(small.change(only, { role: 'unassigned' }))).toMatchObject({
      status: 409,
      message: expect.stringContaining('failure domains (host) that it needs'),
    });
    const { cluster, change, find, model } = bench();
    const used = await find(({ osdId }) => osdId === 7);
    cluster.setFlag('nobackfill', true);
    expect((await refusal(change(used, { role: 'unassigned' }))).message).toContain(
      'the flag nobackfill is set',
    );
    cluster.setFlag('nobackfill', false);
    cluster.killHost('stor-10');
    cluster.killHost('stor-06');
    cluster.killOsd(7);
    cluster.step(40);
    const shared = model.osds[7]!.shards.some((id) => (model.unclean.get(id)?.state ?? 0) !== 0);
    expect(shared).toBe(true);
    model.settings.backfillfullRatio = 0.1;
    expect((await refusal(change(used, { role: 'unassigned' }))).status).toBe(409);
  });

  test.each([
    [0.9, 1, 'would overfill'],
    [3, 3, 'failure domains (host) that it needs'],
  ])(
    'the disk of an OSD is not released at %f if others that leave at the same time need its place',
    async (ratio, most, why) => {
      const { change, cluster, finishAll, model, find } = bench({ scale: 12 });
      model.settings.backfillfullRatio = ratio;
      const { osds } = model.hosts[0]!;
      for (const { id } of osds)
        await change(await find(({ osdId }) => osdId === id), { role: 'unassigned' });
      await finishAll();
      const failed = model.tasks.list().filter(({ state }) => state === 'FAILED');
      expect(osds.filter(({ destroyed }) => destroyed)).toHaveLength(most);
      expect(failed).toHaveLength(osds.length - most);
      for (const { output } of failed) expect(output).toContain(why);
      stepUntil(cluster, 40_000, () => model.unclean.size === 0);
      expect(model.degraded).toBe(0);
    },
  );

  test('the disk of an OSD is not released while it has the only copy of some data', async () => {
    const { cluster, change, find, model } = bench({ scale: 15 });
    const [first, ...others] = model.pools[0]!.home;
    for (const id of others) cluster.osd(id).up = false;
    cluster.osd(first!).up = false;
    const used = await find(({ osdId }) => osdId === first);
    expect((await refusal(change(used, { role: 'unassigned' }))).message).toContain('start it first');
  });
});

test.each([
  ['spare', { role: 'deleting' }, 400, 'assigned automatically'],
  ['spare', { role: 'osd', partitions: 2 }, 400, 'partitions is for the role journal'],
  ['spare', { role: 'journal', encrypted: true }, 400, 'encrypted is for the role osd'],
  ['spare', { role: 'journal', partitions: 0 }, 400, '1 to 128'],
  ['spare', { role: 'osd', crushDeviceClass: 'tape' }, 400, 'hdd, ssd, nvme'],
  ['spare', { role: 'osd', reuseOsdId: 7 }, 409, 'osd.7 is not destroyed'],
  ['spare', { role: 'osd', reuseOsdId: 4242 }, 404, 'there is no osd.4242'],
  ['spare', { role: 'osd', journalDisk: 1 }, 409, 'not a journal disk of stor-04'],
  ['spare', { role: 'osd', journalDisk: 99_999 }, 404, 'there is no disk 99999'],
  ['spare', { crushDeviceClass: 'ssd' }, 400, 'is for the role osd'],
  ['osd', { role: 'osd' }, 409, 'is osd.7: release it first'],
  ['osd', { role: 'mon' }, 409, 'release it first'],
  ['osd', { encrypted: true }, 409, 'set when an OSD is created'],
  ['mon', { role: 'osd' }, 409, 'is used as mon'],
  ['other', { role: 'unassigned' }, 409, 'operating system of stor-01'],
] as const)('a %s disk is refused %o', async (which, body, status, words) => {
  const { change, find, api, isSpare } = bench();
  const disk = await find((one) =>
    which === 'spare' ? isSpare(one) : which === 'osd' ? one.osdId === 7 : one.role === which,
  );
  const before = await api.listDisks();
  expect(await refusal(change(disk, body))).toMatchObject({
    status,
    message: expect.stringContaining(words),
  });
  expect(await api.listDisks()).toEqual(before);
});

test('unknown disks, and disks of servers that do not answer, are refused', async () => {
  const { api, cluster, change, find, isSpare } = bench();
  const body = { role: 'osd' } as const;
  expect((await refusal(api.updateServerDisk({ params: { id: 1, diskId: 9999 }, body }))).status).toBe(404);
  expect((await refusal(api.updateServerDisk({ params: { id: 99, diskId: 1 }, body }))).status).toBe(404);
  expect((await refusal(api.updateServerDisk({ params: { id: 2, diskId: 1 }, body }))).message).toContain(
    'disk 1 is not in server 2',
  );
  expect((await refusal(api.deleteDisk({ params: { diskId: 9999 } }))).status).toBe(404);
  cluster.killHost('stor-04');
  const spare = await find(isSpare);
  const removed = api.deleteDisk({ params: { diskId: spare.id! } });
  for (const refused of [change(spare, body), removed])
    expect((await refusal(refused)).message).toContain(
      'stor-04 does not answer: its disks cannot be changed',
    );
});

test('an existing network interface is not deleted', async () => {
  const { api } = bench();
  const remove = (id: number, nicId: number) => refusal(api.deleteServerNic({ params: { id, nicId } }));
  expect(await remove(1, 1)).toMatchObject({
    status: 409,
    message: expect.stringContaining('eno1 of stor-01'),
  });
  expect((await remove(1, 9)).message).toContain('it has 1 (eno1)');
  expect((await remove(99, 1)).status).toBe(404);
});
