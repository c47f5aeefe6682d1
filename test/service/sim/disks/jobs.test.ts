import { describe, expect, test } from 'vitest';
import { refusal } from '../storage.ts';
import { diskBench } from './bench.ts';

describe('a new OSD', () => {
  test('a new OSD is not created on a server that stops answering meanwhile, and its disk is spare again', async () => {
    const { cluster, change, disk, find, finish, isSpare } = diskBench();
    const spare = await find(isSpare);
    const started = change(spare, { role: 'osd' });
    await started;
    cluster.step(3);
    cluster.killHost('stor-04');
    const { state, output } = await finish(started);
    expect(state).toBe('FAILED');
    expect(output).toContain('stor-04 no longer answers');
    expect(await disk(spare.id!)).toMatchObject({ role: 'unassigned' });
  });

  test('a new OSD does not take over an id that another disk has taken over meanwhile', async () => {
    const { cluster, api, change, finish, model } = diskBench();
    cluster.destroyOsd(7);
    const spares = (await api.listDisks()).filter(({ role }) => role === 'unassigned');
    const [one, two] = spares.slice(0, 2).map((spare) => change(spare, { role: 'osd', reuseOsdId: 7 }));
    await Promise.all([one, two]);
    expect((await finish(one!)).state).toBe('FINISHED');
    const { state, output } = await finish(two!);
    expect(state).toBe('FAILED');
    expect(output).toContain('osd.7 was taken over by another disk meanwhile');
    expect(model.disks.filter(({ osd }) => osd?.id === 7)).toHaveLength(1);
  });

  test.each([
    ['osd.60 is not up after 120 s: the flag noup is set', true],
    ['osd.60 is not up after 120 s', false],
  ])('a new OSD is waited for, and then its task fails: %s', async (reason, flag) => {
    const { cluster, api, change, find, finish, isSpare, model } = diskBench();
    if (flag) cluster.setFlag('noup', true);
    const started = change(await find(isSpare), { role: 'osd' });
    const { id = 0 } = await started;
    while (model.osds[60] === undefined) cluster.step();
    if (!flag) cluster.killOsd(60);
    cluster.step(119);
    expect(await api.getTask({ params: { id } })).toMatchObject({ done: false });
    const { state, output = '' } = await finish(started);
    expect(state).toBe('FAILED');
    expect(output.split('\n').find((line) => line.includes('not up'))).toMatch(new RegExp(`${reason}$`));
  });

  test('a new OSD stays out if the flag noin is set, and its task says so', async () => {
    const { cluster, change, find, finish, isSpare } = diskBench();
    cluster.setFlag('noin', true);
    const { state, output } = await finish(change(await find(isSpare), { role: 'osd' }));
    expect(state).toBe('FINISHED');
    expect(output).toMatch(/^wiping .*\npartitioning\n/m);
    expect(output).toContain('osd.60 is up, and out: the flag noin is set');
  });
});

describe('the tasks of disks', () => {
  test('a server never runs two monitors, neither one after another nor by two disks at once', async () => {
    const { change, disk, find, finish, model } = diskBench();
    const [used, first] = [
      await find(({ osdId }) => osdId === 17),
      await find(({ role, hostname }) => role === 'unassigned' && hostname === 'stor-04'),
    ];
    expect(model.osds[17]!.host.name).toBe('stor-04');
    await finish(change(used, { role: 'unassigned' }));
    const [one, two] = [change(first, { role: 'mon' }), change(used, { role: 'mon' })];
    await Promise.all([one, two]);
    expect(await finish(one)).toMatchObject({
      name: 'Create monitor',
      state: 'FINISHED',
      output: expect.stringContaining('mon.d starts'),
    });
    expect(await finish(two)).toMatchObject({
      state: 'FAILED',
      output: expect.stringContaining('stor-04 runs a monitor already'),
    });
    expect(await disk(used.id!)).toMatchObject({ role: 'unassigned' });
    expect(await refusal(change(used, { role: 'mon' }))).toEqual({
      status: 409,
      message: expect.stringContaining('stor-04 runs a monitor already: choose a disk of another server'),
    });
  });

  test.each([
    [{ role: 'other' }, 'Assign disk', 'is used as other'],
    [{ role: 'raid' }, 'Assign disk', 'is used as raid'],
    [{ role: 'journal' }, 'Prepare journal disk', '4 partitions created on stor-04:sdf'],
    [{ role: 'journal', partitions: 128 }, 'Prepare journal disk', '128 partitions created on stor-04:sdf'],
  ] as const)('a spare disk that becomes %o has a task that reports it', async (body, name, words) => {
    const { change, disk, find, finish, isSpare } = diskBench();
    const spare = await find(isSpare);
    const task = await finish(change(spare, body));
    expect(task).toMatchObject({ name, state: 'FINISHED', output: expect.stringContaining(words) });
    expect(await disk(spare.id!)).toMatchObject({ role: body.role });
  });
});

describe('what a disk is needed for', () => {
  test('a journal disk is refused when all its partitions are in use', async () => {
    const { change, find, finish } = diskBench();
    const spare = await find(({ role, hostname }) => role === 'unassigned' && hostname === 'stor-04');
    await finish(change(spare, { role: 'journal', partitions: 1 }));
    const [first, second] = [
      await find(({ osdId }) => osdId === 17),
      await find(({ osdId }) => osdId === 16),
    ];
    for (const used of [first, second]) await finish(change(used, { role: 'unassigned' }));
    await finish(change(first, { role: 'osd', journalDisk: spare.id! }));
    const { status, message } = await refusal(change(second, { role: 'osd', journalDisk: spare.id! }));
    expect(status).toBe(409);
    expect(message).toContain('all 1 partitions of stor-04:sdf are in use: add partitions');
  });

  test('a disk whose OSD was destroyed has no device class to change', async () => {
    const { cluster, change, find } = diskBench();
    cluster.destroyOsd(7);
    const used = await find(({ role }) => role === 'old_osd');
    const body = { crushDeviceClass: 'ssd' };
    const { status, message } = await refusal(change(used, body));
    expect(status).toBe(409);
    expect(message).toContain('stor-02:sdc has no OSD: give it the role osd');
  });

  test('the disk of a monitor is not released while the others would have no quorum', async () => {
    const { cluster, change, find } = diskBench();
    cluster.killDaemon('mon', 'b');
    cluster.step(60);
    const used = await find(({ role }) => role === 'mon');
    const { status, message } = await refusal(change(used, { role: 'unassigned' }));
    expect(status).toBe(409);
    expect(message).toContain('without mon.a the monitors would have no quorum: restore another one first');
  });

  test('the disks of a server that does not answer are not measured', async () => {
    const { cluster, api, find, isSpare } = diskBench();
    cluster.killHost('stor-04');
    const { id = 0 } = await find(isSpare);
    const { status, message } = await refusal(api.benchmarkDisk({ params: { diskId: id } }));
    expect(status).toBe(409);
    expect(message).toContain('stor-04 does not answer: its disks cannot be measured');
  });
});
