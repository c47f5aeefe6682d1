import type { Journal, OsdLife } from '../journal.ts';
import { type JoinedOsd, joinedLists, type OsdLists, worstFirst } from './osdLists.ts';
import { osdRow, type OsdRow } from './osdRow.ts';

export { type OsdRow, smartVerdict } from './osdRow.ts';

/** Joins /disks and /crush: one row for each OSD and each disk, worst first, then by host and number. */
export function selectOsds({
  disks,
  crush,
  journal,
}: OsdLists & { readonly journal?: Pick<Journal, 'osds'> | undefined }): readonly OsdRow[] {
  const lives = journal?.osds;
  const joined = joinedLists({ disks, crush });
  const rows = joined.map((one) => {
    const { osdId, place } = one.parts;
    return livedRow(one, osdId === undefined || place === undefined ? undefined : lives?.get(osdId));
  });
  const isSorted = rows.every(({ level }, index) => level === joined[index]?.row.level);
  return isSorted ? rows : worstFirst(rows, (row) => row);
}

/** The last row made of a joined one and a life. */
const livedRows = new WeakMap<JoinedOsd, { readonly life: OsdLife; readonly row: OsdRow }>();

/** A row with what the journal knows of the OSD. */
function livedRow(joined: JoinedOsd, life: OsdLife | undefined): OsdRow {
  if (life === undefined) return joined.row;
  const kept = livedRows.get(joined);
  if (kept?.life === life) return kept.row;
  // Of most OSDs it is known only since when they are as they are.
  const row =
    life.downs.length === 0
      ? { ...joined.row, since: life.at, sinceExact: life.exact ?? false }
      : osdRow(joined.parts, life);
  livedRows.set(joined, { life, row });
  return row;
}
