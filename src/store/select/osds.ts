import type { Journal, OsdLife } from '../journal.ts';
import { byGravity } from './level.ts';
import { type JoinedOsd, joinedLists, type OsdLists } from './osdLists.ts';
import { osdRow, type OsdRow } from './osdRow.ts';

export { type OsdRow, smartVerdict } from './osdRow.ts';

/** Joins /disks and /crush: one row for each OSD and each disk, worst first, then by host and number. */
export function selectOsds({
  disks,
  crush,
  journal,
}: OsdLists & { readonly journal?: Pick<Journal, 'osds'> | undefined }): readonly OsdRow[] {
  const lives = journal?.osds;
  return worstFirst(
    joinedLists({ disks, crush }).map((joined) => {
      const { osdId, place } = joined.parts;
      return livedRow(joined, osdId === undefined || place === undefined ? undefined : lives?.get(osdId));
    }),
  );
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

const names = new Intl.Collator('en', { numeric: true });

/** Hosts are ranked once: comparing their names for each pair of rows takes most of a second for ten thousand. */
function worstFirst(rows: readonly OsdRow[]): readonly OsdRow[] {
  const hosts = [...new Set(rows.map((row) => row.host))].sort(names.compare);
  const rank = new Map(hosts.map((host, index) => [host, index]));
  return rows
    .map((row) => ({
      row,
      host: rank.get(row.host) ?? 0,
      number: row.osdId ?? row.diskId ?? Number.MAX_SAFE_INTEGER,
    }))
    .sort((a, b) => byGravity(a.row.level, b.row.level) || a.host - b.host || a.number - b.number)
    .map(({ row }) => row);
}
