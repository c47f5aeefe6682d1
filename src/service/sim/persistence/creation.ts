import type { Device } from '../model/inventory.ts';
import type { Model } from '../model/model.ts';
import { addManagers, addMonitor } from '../monitors/monitors.ts';
import type { Persistence } from './persistence.ts';

const SECTION = 'cluster';
const KEY = 'creation';

/** The disks of the monitors with which the cluster was created, in the order of their ranks. */
interface Creation {
  readonly disks: readonly number[];
}

export const saveCreation = (persistence: Persistence, disks: readonly Device[]): void =>
  persistence.save(SECTION, KEY, { disks: disks.map(({ id }) => id) } satisfies Creation);

/** Restores a cluster that was created in an earlier run, with its first monitors. */
export function restoreCreation(model: Model, persistence: Persistence): void {
  const saved = persistence.load(SECTION).get(KEY) as Creation | undefined;
  if (saved === undefined) return;
  for (const id of saved.disks) {
    const disk = model.disks.find((candidate) => candidate.id === id)!;
    disk.role = 'mon';
    addMonitor(model, disk.host);
  }
  addManagers(model);
  for (const daemon of model.daemons) daemon.active = daemon.name === 'a' || daemon.kind === 'mon';
  model.created = true;
}
