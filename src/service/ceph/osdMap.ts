import type { Ceph, ReadOptions } from './ceph.ts';

/** Erasure code profiles by name; every value is text. */
export type ProfileDump = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The parts of `ceph osd dump` about the whole cluster. */
export interface OsdMapSummary {
  /** The names of the flags that are set. */
  readonly flags_set: readonly string[];
  readonly erasure_code_profiles: ProfileDump;
  /** Shares of a capacity, 0 to 1, as 32-bit floats: 0.85 is 0.8500000238418579. */
  readonly nearfull_ratio: number;
  readonly backfillfull_ratio: number;
  readonly full_ratio: number;
}

const PARTS = [
  'flags_set',
  'erasure_code_profiles',
  'nearfull_ratio',
  'backfillfull_ratio',
  'full_ratio',
] as const satisfies readonly (keyof OsdMapSummary)[];

/** Reads these parts together, because the whole answer has most of a kilobyte for each OSD. */
export const readOsdMap = (ceph: Ceph, options?: Pick<ReadOptions, 'fresh'>): Promise<OsdMapSummary> =>
  ceph.read({ prefix: 'osd dump' }, { only: PARTS, fixedBy: 'osdmap', ...options });
