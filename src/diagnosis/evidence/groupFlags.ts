import { fields } from '../../lib/untyped.ts';
import { type CheckSources, rawChecks, readCheck } from './checks.ts';
import type { OsdInventory, OsdState } from './osds.ts';

/**
 * Flags that are set for a part of the cluster only, as by `ceph osd set-group noout node2`. Cephadm sets noout so for a server
 * under maintenance.
 */
export interface GroupFlags {
  /** The part in Ceph's words: `osd.3`, `host node2`, `device class hdd`. */
  readonly part: string;
  readonly kind: 'osd' | 'bucket' | 'class';
  /** The name of the OSD, of the bucket of the CRUSH map, or of the device class. */
  readonly name: string;
  /** Some of noup, nodown, noin and noout. */
  readonly flags: readonly string[];
}

/** Matches the details of OSD_FLAGS: `osd.3 has flags noout`, `host node2 has flags noin,noout`, `device class 'hdd' has …`. */
const LINE = /^(?:(osd\.\d+)|(device class) '([^']*)'|(\S+) (\S+)) has flags ([a-z,]+)$/;

const CODE = 'OSD_FLAGS';
const NONE: readonly GroupFlags[] = [];

/**
 * The flags of parts of the cluster, which only the details of the health check about them name, be it muted or not;
 * undefined while it is raised and its details are not known.
 */
export function groupFlagsIn(sources: CheckSources): readonly GroupFlags[] | undefined {
  const check = rawChecks(sources).get(CODE);
  if (check === undefined) return NONE;
  const detailed = fields(fields(fields(sources.detail)?.checks)?.[CODE]);
  const { detail } = readCheck(CODE, check, detailed);
  if (detail.length === 0) return undefined;
  return detail.flatMap((line): readonly GroupFlags[] => {
    const [, osd, word, deviceClass, type = '', bucket = '', flags = ''] = LINE.exec(line) ?? [];
    const set = flags.split(',').filter(Boolean);
    if (set.length === 0) return [];
    if (osd !== undefined) return [{ part: osd, kind: 'osd', name: osd, flags: set }];
    return deviceClass === undefined
      ? [{ part: `${type} ${bucket}`, kind: 'bucket', name: bucket, flags: set }]
      : [{ part: `${word} ${deviceClass}`, kind: 'class', name: deviceClass, flags: set }];
  });
}

/** The first part with a flag to which an OSD belongs; undefined if the flag is not set for it. */
export const partWithFlag = (
  groups: readonly GroupFlags[],
  flag: string,
  osd: OsdState,
  { roots }: Pick<OsdInventory, 'roots'>,
): GroupFlags | undefined =>
  groups.find((group) => group.flags.includes(flag) && contains(group, osd, roots));

function contains({ kind, name }: GroupFlags, osd: OsdState, roots: OsdInventory['roots']): boolean {
  if (kind === 'osd') return osd.name === name;
  if (kind === 'class') return osd.deviceClass === name;
  return (
    osd.places.some((place) => place.name === name) ||
    roots.some((root) => root.name === name && root.osds.includes(osd))
  );
}
