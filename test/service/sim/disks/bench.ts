import type { Disk } from '../../../../src/api/contract/disks.ts';
import type { Input } from '../../../../src/api/contract/index.ts';
import { storageBench } from '../storage.ts';

export type DiskChange = Input<'updateServerDisk'>['body'];

/** A calm cluster whose disks are changed as a client changes them. */
export function diskBench(options = {}) {
  const { engine, api, finish } = storageBench({ scale: 60, ...options });
  const { cluster } = engine;
  const { model } = cluster;
  model.recovery.speed = 10;
  const disk = async (id: number) => (await api.listDisks()).find((one) => one.id === id);
  const find = async (fits: (disk: Disk) => boolean) => (await api.listDisks()).find(fits)!;
  const change = ({ id, server }: Disk, body: DiskChange) =>
    api.updateServerDisk({ params: { id: server!, diskId: id! }, body });
  const isSpare = ({ role }: Disk) => role === 'unassigned';
  /** Finishes all tasks. */
  const finishAll = async () => {
    for (const { id, done } of model.tasks.list()) if (!done) await finish(Promise.resolve({ id: id! }));
  };
  return { engine, cluster, model, api, finish, finishAll, disk, find, change, isSpare };
}
