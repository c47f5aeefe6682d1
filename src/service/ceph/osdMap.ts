import type { Ceph, ReadOptions } from './ceph.ts';

/** Erasure code profiles by name; every value is text. */
export type ProfileDump = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The parts of `ceph osd dump` about the whole cluster. */
interface OsdMapSummary {
  /** The names of the flags in force. */
  readonly flags_set: readonly string[];
  readonly erasure_code_profiles: ProfileDump;
}

const PARTS = ['flags_set', 'erasure_code_profiles'] as const satisfies readonly (keyof OsdMapSummary)[];

/** Reads these parts together, because the whole answer has most of a kilobyte for each OSD. */
export const readOsdMap = (ceph: Ceph, options?: Pick<ReadOptions, 'fresh'>): Promise<OsdMapSummary> =>
  ceph.read({ prefix: 'osd dump' }, { only: PARTS, fixedBy: 'osdmap', ...options });
