import type { Ceph, ReadOptions } from '../client/ceph.ts';

/** Erasure code profiles by name; every value is text. */
export type ProfileDump = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The state of an OSD in `ceph osd dump`. `up` and `in` are 0 or 1; `up_from` is the map epoch in which it came up. */
interface OsdDumpState {
  readonly osd: number;
  readonly uuid?: string;
  readonly up: number;
  readonly in: number;
  readonly up_from: number;
  /** The epoch of the map in which it was last marked down. */
  readonly down_at?: number;
}

/** The answer of `ceph osd dump`, as far as it is read. */
export interface OsdDump {
  readonly osds: readonly OsdDumpState[];
  readonly osd_xinfo: readonly { readonly osd: number; readonly dead_epoch?: number }[];
  /** The flags of CRUSH buckets, by the bucket's name. */
  readonly crush_node_flags?: Readonly<Record<string, readonly string[]>>;
  /** The names of the flags that are set. */
  readonly flags_set: readonly string[];
  readonly erasure_code_profiles: ProfileDump;
  /** Shares of a capacity, 0 to 1, as 32-bit floats: 0.85 is 0.8500000238418579. */
  readonly nearfull_ratio: number;
  readonly backfillfull_ratio: number;
  readonly full_ratio: number;
}

/** Reads only some parts of the answer, because the whole has most of a kilobyte for each OSD. */
export const readOsdDump = <Part extends keyof OsdDump>(
  ceph: Ceph,
  only: readonly Part[],
  options: Pick<ReadOptions, 'fresh' | 'fixedBy'>,
): Promise<Pick<OsdDump, Part>> => ceph.read({ prefix: 'osd dump' }, { only, ...options });

const SUMMARY = [
  'flags_set',
  'erasure_code_profiles',
  'nearfull_ratio',
  'backfillfull_ratio',
  'full_ratio',
] as const satisfies readonly (keyof OsdDump)[];

/** The parts of the answer about the whole cluster. */
export type OsdMapSummary = Pick<OsdDump, (typeof SUMMARY)[number]>;

/** Reads the parts about the whole cluster, all together, so that their readers share one request. */
export const readOsdMap = (ceph: Ceph, options?: Pick<ReadOptions, 'fresh'>): Promise<OsdMapSummary> =>
  readOsdDump(ceph, SUMMARY, { fixedBy: 'osdmap', ...options });
