import type { Scalar } from '../config/option.ts';

/** Settings that differ from the options' defaults. */
export type Taken = readonly (readonly [name: string, value: Scalar])[];

/** A backup of the configuration, without its data. */
export interface Backup {
  /** Unix timestamp, seconds. */
  readonly at: number;
  readonly bytes: number;
  /** SHA256 of the encrypted data, hexadecimal. */
  readonly checksum: string;
  /** Undefined where it was made before there was anything to take up: while all was as it is usual. */
  readonly settings: Taken | undefined;
}

/** The backups of the configuration. */
export interface ConfigBackups {
  /** True while one is made every day. */
  enabled: boolean;
  /** By id, the newest last. */
  readonly kept: Map<string, Backup>;
}
