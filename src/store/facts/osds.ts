import type { Journal, OsdHistory } from '../session/journalState.ts';
import type { OsdLists } from './ofLists.ts';
import { type JoinedOsd, osdJoin, worstFirst } from './osdLists.ts';
import { osdRow, type OsdRow } from './osdRow.ts';
import { SILENT_S } from './report.ts';

export { type OsdRow, smartOf, smartText, smartVerdict } from './osdRow.ts';

/** Joins /disks and /crush: one row for each OSD and each disk, worst first, then by host and number. */
export function selectOsds({
  disks,
  crush,
  journal,
  now = Infinity,
}: OsdLists & {
  readonly journal?: Pick<Journal, 'osds'> | undefined;
  /** Milliseconds since the epoch, to tell what has just gone down. */
  readonly now?: number | undefined;
}): readonly OsdRow[] {
  const { joined, rows } = osdJoin.of({ disks, crush });
  const lives = journal?.osds;
  if (lives === undefined || lives.size === 0) return rows;
  const lived = joined.map((one) => {
    const { osdId, place } = one.parts;
    return livedRow(one, osdId === undefined || place === undefined ? undefined : lives.get(osdId), now);
  });
  const isSorted = lived.every(({ level }, index) => level === rows[index]?.level);
  return isSorted ? lived : worstFirst(lived, (row) => row);
}

/** The last row made of a joined one and a life. */
const livedRows = new WeakMap<
  JoinedOsd,
  { readonly life: OsdHistory; readonly justDown: boolean; readonly row: OsdRow }
>();

/** Tells whether an OSD went down so lately that its server need not have reported since. */
export const isJustDown = ({ status, at }: OsdHistory, now: number): boolean =>
  status === 'DOWN' && now - at < SILENT_S * 1000;

/** A row with what the journal knows of the OSD: nothing worth a row of its own while it stays up. */
function livedRow(joined: JoinedOsd, life: OsdHistory | undefined, now: number): OsdRow {
  if (life === undefined || (life.status !== 'DOWN' && life.downs.length === 0)) return joined.row;
  const kept = livedRows.get(joined);
  const justDown = isJustDown(life, now);
  if (kept?.life === life && kept.justDown === justDown) return kept.row;
  const row = osdRow(joined.parts, life, justDown);
  livedRows.set(joined, { life, justDown, row });
  return row;
}
