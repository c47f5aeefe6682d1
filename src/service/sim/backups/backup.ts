import type { SettingScalar } from '../../rules/settings.ts';

/** Settings that differ from the defaults of their options. */
export type SavedSettings = readonly (readonly [name: string, value: SettingScalar])[];

/** The metadata of a configuration backup. */
export interface Backup {
  /** Unix timestamp in seconds. */
  readonly at: number;
  readonly bytes: number;
  /** SHA256 of the encrypted data, hexadecimal. */
  readonly checksum: string;
  /** Undefined for a backup from before the settings were loaded, when all had their initial values. */
  readonly settings: SavedSettings | undefined;
}

/** The backups of the configuration. */
export interface ConfigBackups {
  /** True while a backup is made every day. */
  enabled: boolean;
  /** By id, newest last. */
  readonly backups: Map<string, Backup>;
}
