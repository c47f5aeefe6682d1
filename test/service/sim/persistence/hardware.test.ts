import { expect, test } from 'vitest';
import type { Device } from '../../../../src/service/sim/model/inventory.ts';
import type { Model } from '../../../../src/service/sim/model/model.ts';
import { daemonsOf } from '../../../../src/service/sim/monitors/quorum.ts';
import {
  restoreHardware,
  saveDisk,
  saveDiskRemoval,
  saveOsd,
} from '../../../../src/service/sim/persistence/hardware.ts';
import { memoryPersistence } from '../../../../src/service/sim/persistence/persistence.ts';
import { calmModel } from '../support.ts';

const disk = (model: Model, fits: (device: Device) => boolean): Device => model.disks.find(fits)!;
const monitors = (model: Model) => daemonsOf(model, 'mon').map(({ host }) => host.name);

test('the uses of disks, a removed disk and the journals are restored as they were saved', () => {
  const persistence = memoryPersistence();
  const [before, after] = [calmModel(60), calmModel(60)];
  const spare = disk(before, ({ role }) => role === 'unassigned');
  const user = disk(before, ({ host, osd }) => host === spare.host && osd !== undefined);
  const gone = disk(before, ({ osd }) => osd?.id === 3);
  const freed = disk(before, ({ osd }) => osd?.id === 5);
  Object.assign(spare, { role: 'journal', partitions: 3 });
  Object.assign(user, { encrypted: true, journal: { disk: spare, partition: 2 } });
  Object.assign(freed, { role: 'unassigned', osd: undefined });
  for (const device of [spare, user, freed]) saveDisk(persistence, device);
  saveDiskRemoval(persistence, gone);
  persistence.save('disks', '9999', null);
  restoreHardware(after, persistence);
  const restored = (id: number) => after.disks.find((device) => device.id === id);
  expect(after.disks).toHaveLength(before.disks.length - 1);
  expect(restored(gone.id)).toBeUndefined();
  expect(restored(spare.id)).toMatchObject({ role: 'journal', partitions: 3, osd: undefined });
  expect(restored(user.id)).toMatchObject({ role: 'osd', encrypted: true });
  expect(restored(user.id)?.osd).toBe(after.osds[user.osd!.id]);
  expect(restored(user.id)?.journal).toEqual({ disk: restored(spare.id), partition: 2 });
  expect(restored(freed.id)).toMatchObject({ role: 'unassigned', osd: undefined, journal: undefined });
  expect(monitors(after)).toEqual(monitors(before));
});

test('a monitor is restored with its disk, and does not run where its disk was released or removed', () => {
  const persistence = memoryPersistence();
  const [before, after] = [calmModel(60), calmModel(60)];
  const [first, second, third] = before.disks.filter(({ role }) => role === 'mon');
  const spare = disk(before, ({ role }) => role === 'unassigned');
  saveDisk(persistence, Object.assign(first!, { role: 'unassigned' }));
  saveDiskRemoval(persistence, second!);
  saveDisk(persistence, third!);
  saveDisk(persistence, Object.assign(spare, { role: 'mon' }));
  restoreHardware(after, persistence);
  expect(monitors(after).toSorted()).toEqual([third!.host.name, spare.host.name].toSorted());
});

test('an OSD that the monitors marked out is in after a restart, and a destroyed one stays stopped and empty', () => {
  const persistence = memoryPersistence();
  const [before, after] = [calmModel(60), calmModel(60)];
  const [out, auto, destroyed] = [before.osds[1]!, before.osds[2]!, before.osds[4]!];
  Object.assign(out, { in: false, autoOut: false, reweight: 0.5 });
  Object.assign(auto, { in: false, autoOut: true, deviceClass: 'nvme' });
  Object.assign(destroyed, { destroyed: true });
  for (const osd of [out, auto, destroyed]) saveOsd(persistence, osd);
  restoreHardware(after, persistence);
  expect(after.osds[1]).toMatchObject({ in: false, reweight: 0.5, up: true });
  expect(after.osds[2]).toMatchObject({ in: true, deviceClass: 'nvme' });
  expect(after.osds[4]).toMatchObject({ destroyed: true, up: false, process: 'stopped' });
  expect(after.osds).toHaveLength(before.osds.length);
  expect(after.pools.map(({ name }) => name)).toEqual(before.pools.map(({ name }) => name));
});
