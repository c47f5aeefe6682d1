import { type Static, Type } from 'typebox';
import { body, choice, operation, shape } from '../operation.ts';
import { id, Task } from './shapes.ts';

/** The cluster flags that can be set and unset (interface, "Cluster flag"). */
export const FLAGS = [
  'noscrub',
  'nodeep-scrub',
  'noout',
  'noup',
  'nodown',
  'noin',
  'nobackfill',
  'norebalance',
  'norecover',
] as const;
export type FlagName = (typeof FLAGS)[number];

const Flag = shape({
  name: Type.String(),
  description: Type.String(),
  recommendedState: Type.Boolean(),
  currentState: Type.Boolean(),
});
export type Flag = Static<typeof Flag>;

const osd = Type.Object({ osdId: id('id of the OSD', 'osd') });
const flag = Type.Object({ flag: choice(FLAGS, 'name of the cluster flag') });

/** The section "maintenance": flags, scrubs, recovery speed, upgrades and backups of the configuration. */
export const maintenance = {
  deepScrubOsd: operation({
    method: 'POST',
    path: '/maintenance/osd/{osdId}/deep-scrub',
    summary: 'Deep-scrub all placement groups of an OSD',
    tier: 'disruptive',
    params: osd,
  }),
  scrubOsd: operation({
    method: 'POST',
    path: '/maintenance/osd/{osdId}/scrub',
    summary: 'Scrub all placement groups of an OSD',
    tier: 'reversible',
    params: osd,
  }),
  listFlags: operation({
    method: 'GET',
    path: '/maintenance/flags',
    summary: 'Cluster flags and their recommended state',
    tier: 'read',
    reply: Type.Array(Flag),
  }),
  setFlag: operation({
    method: 'PUT',
    path: '/maintenance/flags/{flag}/set',
    summary: 'Set a cluster flag',
    tier: 'disruptive',
    params: flag,
  }),
  unsetFlag: operation({
    method: 'PUT',
    path: '/maintenance/flags/{flag}/unset',
    summary: 'Unset a cluster flag',
    tier: 'reversible',
    params: flag,
  }),
  getRecoverySpeed: operation({
    method: 'GET',
    path: '/maintenance/recovery-speed',
    summary: 'Recovery speed',
    tier: 'read',
    reply: shape({ speed: Type.Integer() }),
  }),
  setRecoverySpeed: operation({
    method: 'PUT',
    path: '/maintenance/recovery-speed',
    summary: 'Set the recovery speed',
    tier: 'disruptive',
    body: body({
      speed: Type.Integer({
        maximum: 10,
        description: '1 (slowest) to 10 (fastest); 0 or less restores the default',
      }),
    }),
  }),
  rebootAllServers: operation({
    method: 'POST',
    path: '/maintenance/reboot-all-servers',
    summary: 'Reboot all servers that do not run their configured image',
    tier: 'destructive',
    reply: Task,
  }),
  migrateToMimic: operation({
    method: 'POST',
    path: '/maintenance/migrations/mimic',
    summary: 'Upgrade the cluster to the release named mimic',
    tier: 'destructive',
    reply: Task,
  }),
  listMigrations: operation({
    method: 'GET',
    path: '/maintenance/migrations',
    summary: 'Upgrades that can be performed',
    tier: 'read',
    reply: shape({ mimic: Type.Boolean() }),
  }),
  getConfigBackups: operation({
    method: 'GET',
    path: '/maintenance/config-backups',
    summary: 'Configuration backup status',
    tier: 'read',
    reply: shape({
      enabled: Type.Boolean(),
      lastBackupTimestamp: Type.Integer({ description: 'Unix timestamp; absent if never backed up' }),
      lastBackupSize: Type.Integer({ description: 'bytes' }),
      lastBackupChecksum: Type.String({ description: 'SHA256 of the encrypted data of the last backup' }),
      clusterId: Type.String(),
      backupEncryptionKey: Type.String({ 'x-secret': true }),
      storeFsid: Type.String(),
    }),
  }),
  configureBackups: operation({
    method: 'PATCH',
    path: '/maintenance/config-backups',
    summary: 'Switch configuration backups on or off',
    tier: 'disruptive',
    body: body({ enabled: Type.Boolean() }),
  }),
  createConfigBackup: operation({
    method: 'POST',
    path: '/maintenance/config-backups/create',
    summary: 'Back up the configuration now',
    tier: 'reversible',
    reply: Task,
  }),
} as const;
