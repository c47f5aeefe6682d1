import { FLAGS } from '../../../api/contract/maintenance.ts';
import type { SimCluster } from '../cluster.ts';
import { oldCrashes } from '../crashes/crash.ts';
import type { Model } from '../model/model.ts';
import { restoreBackups } from './backups.ts';
import { restoreCreation } from './creation.ts';
import { restoreHardware } from './hardware.ts';
import type { Persistence } from './persistence.ts';
import { restorePools } from './pools.ts';
import { restoreRules } from './rules.ts';

/**
 * The parameters that determine a simulated cluster. `scale` is its number of OSDs, or for a `bare` one of disks for
 * OSDs.
 */
export interface Identity {
  readonly seed: number;
  readonly scale: number;
  readonly bare: boolean;
}

const CLUSTER = 'cluster';
const FLAG_CHOICES = 'flags';
const SETTINGS = 'settings';
const RECOVERY_SPEED = 'recoverySpeed';

/**
 * The identity of the cluster: its parts are those that are stored, those that are requested, or the defaults.
 * @throws RangeError when the requested cluster differs from the stored one
 */
export function resolveIdentity(
  persistence: Persistence,
  asked: Partial<Identity>,
  defaults: Identity,
): Identity {
  const saved = persistence.load(CLUSTER).get('identity') as
    | (Omit<Identity, 'bare'> & { bare?: boolean })
    | undefined;
  for (const name of ['seed', 'scale'] as const) {
    if (saved !== undefined && asked[name] !== undefined && asked[name] !== saved[name]) {
      throw new RangeError(
        `the data directory holds a cluster with ${name} ${saved[name]}: leave ${name} out, or choose another directory`,
      );
    }
  }
  if (saved !== undefined && asked.bare !== undefined && asked.bare !== (saved.bare ?? false)) {
    throw new RangeError(
      saved.bare
        ? 'the data directory was created with the scenario new and fits no other scenario: leave the scenario out, or choose another directory'
        : 'the data directory holds a cluster already: choose another scenario than new, or another directory',
    );
  }
  return {
    seed: saved?.seed ?? asked.seed ?? defaults.seed,
    scale: saved?.scale ?? asked.scale ?? defaults.scale,
    bare: saved?.bare ?? asked.bare ?? defaults.bare,
  };
}

/** Saves the identity of the cluster, unless one is stored already. */
export function saveIdentity(persistence: Persistence, { seed, scale, bare }: Identity): void {
  if (!persistence.load(CLUSTER).has('identity'))
    persistence.save(CLUSTER, 'identity', { seed, scale, bare });
}

/** Restores the results of operators' changes in earlier runs, before this run starts. */
export function restoreModel(model: Model, persistence: Persistence): void {
  restoreCreation(model, persistence);
  restoreRules(model, persistence);
  restoreHardware(model, persistence);
  restorePools(model, persistence);
}

export const saveFlag = (persistence: Persistence, flag: string, set: boolean): void =>
  persistence.save(FLAG_CHOICES, flag, set);

/** @param speed undefined for the default */
export const saveRecoverySpeed = (persistence: Persistence, speed: number | undefined): void =>
  persistence.save(SETTINGS, RECOVERY_SPEED, speed ?? null);

/** Restores what operators chose last, which takes precedence over the scenario. */
export function restoreChoices(cluster: SimCluster, persistence: Persistence): void {
  const { model } = cluster;
  restoreBackups(model, persistence);
  model.mutes.persistIn(persistence);
  model.crashes.persistIn(persistence, oldCrashes(model));
  const flags = persistence.load(FLAG_CHOICES);
  for (const flag of FLAGS) {
    const set = flags.get(flag);
    if (typeof set === 'boolean' && set !== model.flags.has(flag)) cluster.setFlag(flag, set);
  }
  const speed = persistence.load(SETTINGS).get(RECOVERY_SPEED);
  if (speed !== undefined) model.recovery.speed = typeof speed === 'number' ? speed : undefined;
}
