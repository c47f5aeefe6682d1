import type { OsdGroups } from '../../api/contract/extensions/osdGroups.ts';
import type { OsdRow } from './osds.ts';

/** The placement groups of an OSD: their number, and the ages of their oldest scrubs in hours. */
export interface GroupsOn {
  readonly pgs: number | undefined;
  /** The number of placement groups relative to the OSD's fair share of them. */
  readonly share: number | undefined;
  readonly scrubAge: number | undefined;
  readonly deepScrubAge: number | undefined;
}
export type GroupsByOsd = ReadonlyMap<number, GroupsOn>;

/**
 * The fair number of placement groups per byte by device class: the mean of the OSDs that are in. Pools often use only
 * the disks of one class.
 */
function fairDensities(rows: readonly OsdRow[], pgsOf: (row: OsdRow) => number | undefined) {
  const sums = new Map<string, { pgs: number; bytes: number }>();
  for (const row of rows) {
    const pgs = pgsOf(row);
    if (pgs === undefined || row.capacity === undefined || row.in === false) continue;
    const sum = sums.get(row.deviceClass) ?? { pgs: 0, bytes: 0 };
    sum.pgs += pgs;
    sum.bytes += row.capacity;
    sums.set(row.deviceClass, sum);
  }
  return (row: OsdRow) => {
    const { pgs = 0, bytes = 0 } = sums.get(row.deviceClass) ?? {};
    return pgs / bytes;
  };
}

/**
 * Joins the service's answer with the OSDs.
 * @param hour the present time in whole hours since the epoch, by which ages are rounded down
 */
export function groupsByOsd({
  rows,
  reported,
  hour,
}: {
  readonly rows: readonly OsdRow[];
  readonly reported: NonNullable<OsdGroups['osds']>;
  readonly hour: number;
}): GroupsByOsd {
  const byOsd = new Map(reported.map((one) => [one.osd, one]));
  const pgsOf = ({ osdId }: OsdRow) => byOsd.get(osdId)?.pgs;
  const densityFor = fairDensities(rows, pgsOf);
  const ageOf = (stamp: number | undefined) =>
    stamp === undefined ? undefined : Math.max(0, hour - Math.ceil(stamp / 3600));
  return new Map(
    rows.flatMap((row) => {
      const found = byOsd.get(row.osdId);
      if (row.osdId === undefined || found === undefined) return [];
      const fair = densityFor(row) * (row.capacity ?? NaN);
      const on: GroupsOn = {
        pgs: found.pgs,
        share: found.pgs !== undefined && fair > 0 ? found.pgs / fair : undefined,
        scrubAge: ageOf(found.scrubbed),
        deepScrubAge: ageOf(found.deepScrubbed),
      };
      return [[row.osdId, on] as const];
    }),
  );
}
